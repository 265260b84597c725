"""What the parent of several server processes does when one of them does not read, does not end, or is told
to end at its very start. Small functions take the place of servers.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

import quarterdeck
from quarterdeck.tables.store.bus import Bus
from quarterdeck.web.serving.processes import Member
from tests.servers import FORKS

pytestmark = pytest.mark.skipif(not FORKS, reason="processes are stopped by signals")

# `serve` is what a process does; others start after it has said that it is `ready`.
SCRIPT = """
import os, signal, socket, sys, threading, time
from quarterdeck.web.serving import processes

def serve(number, bus, ready):
{serve}

def run(_socket, member):
    serve(member.number, member.bus, lambda: member.bus.tell([processes.READY]))
    return 0

def end(*_heard):
    os.kill(os.getppid(), signal.SIGTERM)

{before}
sys.exit(processes.supervise([socket.socket(), socket.socket()], run, frozenset()))
"""


def supervised(serve: str, before: str = "") -> subprocess.CompletedProcess[str]:
    """What has become of two processes that do this; `before` is run in their parent."""
    script = SCRIPT.format(serve=serve, before=before)
    environment = os.environ | {"PYTHONPATH": str(Path(quarterdeck.__file__).parents[1])}
    line = [sys.executable, "-c", script]
    return subprocess.run(line, capture_output=True, text=True, env=environment, timeout=30, check=False)


def test_one_that_does_not_read_for_a_while_holds_up_nobody_and_misses_nothing() -> None:
    done = supervised(
        """
    if number == 1:
        count, last = [], threading.Event()
        bus.listen(lambda line: last.set() if line == "last" else count.append(line))
        ready()
        bus.tell([f"pid {os.getpid()}"])
        last.wait(20)
        print("heard", len(count), flush=True)
        end()
    else:
        told = threading.Event()
        pid = []
        bus.listen(lambda line: (pid.append(int(line.split()[1])), told.set()))
        ready()
        told.wait(20)
        os.kill(pid[0], signal.SIGSTOP)
        for number in range(5000):
            bus.tell([f"entry table {number}"])
        # Else it would wait for one that is still stopped.
        print("told all", flush=True)
        os.kill(pid[0], signal.SIGCONT)
        bus.tell(["last"])
    time.sleep(20)
""",
        "processes.READING = 60",
    )
    assert (done.stdout, done.stderr, done.returncode) == ("told all\nheard 5000\n", "", 0)


def test_one_that_reads_nothing_is_replaced() -> None:
    done = supervised(
        """
    if number == 1:
        ready()
        os.kill(os.getpid(), signal.SIGSTOP)
    else:
        bus.listen(lambda line: end() if line == "all" else None)
        ready()
        while True:
            bus.tell(["entry table 1"] * 100)
            time.sleep(0.01)
""",
        "processes.READING = 0.5",
    )
    assert "Server process 1 does not read: it is killed" in done.stderr
    assert "Server process 1 has died (exit code -9): another takes its place" in done.stderr
    # The others have been told to look at everything: it may have stored something without telling them.
    assert done.returncode == 0


def test_one_that_does_not_end_is_killed_though_it_tells_nothing_more() -> None:
    done = supervised(
        """
    signal.signal(signal.SIGTERM, lambda *_: bus.close())
    ready()
    if number == 1:
        end()
    while True:
        time.sleep(20)
""",
        "processes.PATIENCE = 0.5",
    )
    assert done.stderr.count("does not end: it is killed") == 2
    assert done.returncode == 0


@pytest.mark.parametrize("in_child", [False, True])
def test_a_signal_at_the_very_start_is_heeded(in_child: bool) -> None:
    done = supervised(
        "    ready(); time.sleep(60)",
        f"""
fork = os.fork
def forked():
    pid = fork()
    if (pid == 0) is {in_child}:
        os.kill(os.getpid(), signal.SIGTERM)
    return pid
os.fork = forked
processes.PATIENCE = 60
""",
    )
    expected = ("Server process 0 has died (exit code -15)\n", 70) if in_child else ("", 0)
    assert (done.stderr, done.returncode) == expected


def test_a_process_knows_what_was_told_before_it_started_and_hears_the_rest() -> None:
    ours, theirs = socket.socketpair()
    bus = Bus(theirs, lambda: None)
    member = Member(1, True, bus, {"compiled", "before"}, {"before that"})
    assert member.heard("before").result(0) == "that"
    with ours:
        ours.sendall(b"entry table 1\ncompiled no\n")
        assert member.heard("compiled").result(10) == "no"
    bus.close()

"""Sits down at a table and plays at random: python bot.py http://localhost:8754/table/ID [NAME]"""

import json
import random
import sys
from urllib.request import Request, urlopen


def ask(method, url, body=None, token=None):
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    # A stream sends something every 15 seconds. After 40 seconds of silence its connection is dead.
    return urlopen(Request(url, body and json.dumps(body).encode(), headers, method=method), timeout=40)


def play(address, name="Random Rita"):
    host, _, table = address.rstrip("/").partition("/table/")
    table = f"{host}/api/v1/tables/{table}"
    seat = next(row["seat"] for row in json.load(ask("GET", table))["seats"] if row["kind"] == "open")
    token = json.load(ask("POST", f"{table}/seats/{seat}", {"name": name}))["token"]
    done = 0
    for line in ask("GET", f"{table}/events?views=none", token=token):
        news = json.loads(line[6:]) if line.startswith(b"data: ") else {}
        if news.get("over"):
            return
        # A message about an earlier version may arrive after my move. Its decision is made already.
        if news.get("legal") and news["version"] >= done:
            move = {"seat": seat, "version": news["version"], "action": random.choice(news["legal"])}
            done = json.load(ask("POST", f"{table}/moves", move, token))["version"]


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    try:
        play(*sys.argv[1:])
    except (OSError, ValueError, StopIteration) as error:
        sys.exit(f"{sys.argv[1]}: {str(error) or 'no seat is open there'}")

"""The rules on a CUDA device: random games and steps of lanes, bit for bit the same as on the CPU.

`pip install "quarterdeck[cuda]"`. `python -m quarterdeck.lab.cuda check` compares device and processor.
"""

from quarterdeck.lab.cuda.lanes import DeviceLanes
from quarterdeck.lab.cuda.play import playouts
from quarterdeck.lab.cuda.target import Device, device

__all__ = ["Device", "DeviceLanes", "device", "playouts"]

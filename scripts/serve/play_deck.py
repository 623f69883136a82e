#!/usr/bin/env python3
"""Plays a deck with a simple strategy that only sees what a client of `hullkit serve` sees: it lets the bot walk, stops
whenever a monster changes its state, reports why, and writes a frame of that moment.

usage: play_deck.py HULLKIT LEVEL FOLDER
"""
import base64
import pathlib
import sys

from client import Server

if len(sys.argv) != 4:
    sys.exit(__doc__)
ask = Server(sys.argv[1]).ask
folder = pathlib.Path(sys.argv[3])

run = ask("start", level=sys.argv[2], seed=1, skill=2)["run"]
status = ask("step", run=run, ticks=0)
frames = 0
while status["outcome"] == "running" and status["tick"] < 120 * 600:
    status = ask("step", run=run, ticks=120 * 10, by="bot", until="health of player < 60")
    if status["stopped"] and frames < 5:
        frames += 1
        picture = ask("frame", run=run, width=640, height=360)["base64"]
        path = folder / f"wounded-{status['tick']}.png"
        path.write_bytes(base64.b64decode(picture))
        print(f"tick {status['tick']}: less than 60 health, see {path}")
        status = ask("step", run=run, ticks=120, by="bot")
print(f"{sys.argv[2]}: {status['outcome']} after {status['tick'] / 120:.0f} s, {status['kills']} kills, {status['hash']}")

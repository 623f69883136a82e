#!/usr/bin/env python3
"""Measures how bright the views of the bot are: one view per second, averaged over the whole run and over each ten
seconds, from 0 (black) to 255 (white).

usage: brightness.py HULLKIT LEVEL...

LEVEL may be a level or the deck of a pipeline, such as assets/pipelines/laboratory.ron#5.
"""
import base64
import sys

from client import Server

WIDTH, HEIGHT = 160, 90
MAX_SECONDS = 300


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    ask = Server(sys.argv[1]).ask
    for level in sys.argv[2:]:
        run = ask("start", level=level, seed=1, skill=2)["run"]
        views, outcome = [], "running"
        while outcome == "running" and len(views) < MAX_SECONDS:
            outcome = ask("step", run=run, ticks=120, by="bot")["outcome"]
            frame = base64.b64decode(ask("frame", run=run, width=WIDTH, height=HEIGHT, format="rgb")["base64"])
            views.append(sum(frame) / len(frame))
        ask("end", run=run)
        spans = [views[first : first + 10] for first in range(0, max(len(views) - 9, 1))]
        darkest = min(sum(span) / len(span) for span in spans)
        mean = sum(views) / len(views)
        print(f"{level}: {len(views)} s, {outcome}: mean {mean:.1f}, darkest ten seconds {darkest:.1f}")


main()

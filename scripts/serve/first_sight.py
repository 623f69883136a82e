#!/usr/bin/env python3
"""Finds the tick in which a monster first sees the player, while the bot plays a deck.

usage: first_sight.py HULLKIT [LEVEL]
"""
import sys

from client import Server


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    server = Server(sys.argv[1])
    level = sys.argv[2] if len(sys.argv) == 3 else "levels/deck1.ron"
    run = server.ask("start", level=level, seed=1, skill=2)["run"]
    played = server.ask("step", run=run, ticks=120 * 60, by="bot")
    monsters = [monster["id"] for monster in server.ask("state", run=run, path="/monsters")["state"]]
    first = None
    for monster in monsters:
        found = server.ask("find", run=run, when=f"{monster} sees player", to=played["known"])["found"]
        if found is not None and (first is None or found < first[0]):
            first = (found, monster)
    if first is None:
        print(f"{level}: no monster sees the player in {played['known']} ticks")
        return
    server.ask("seek", run=run, tick=first[0])
    print(f"{level}: monster {first[1]} sees the player in tick {first[0]}")
    for change in server.ask("events", run=run)["changes"]:
        print(f"  {change['kind']} {change['monster']}: {change['from']} -> {change['to']} ({change['why']})")


main()

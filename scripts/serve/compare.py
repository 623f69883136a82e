#!/usr/bin/env python3
"""Plays a demo in two builds of hullkit, and prints the first tick after which their worlds differ, and what differs.

usage: compare.py HULLKIT HULLKIT DEMO

`hullkit run LEVEL --bot --record DEMO` records one. The demo is played forwards only, so that a fault in restoring does
not matter.
"""
import sys

from client import Server

# Ticks of a step while the builds agree.
STRIDE = 120
SHOWN = 40


def differences(one, two, path=""):
    """Returns the paths of two JSON values that differ, with both values."""
    if isinstance(one, dict) and isinstance(two, dict):
        keys = sorted(one.keys() | two.keys())
        return [found for key in keys for found in differences(one.get(key), two.get(key), f"{path}/{key}")]
    if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        pairs = enumerate(zip(one, two))
        return [found for index, pair in pairs for found in differences(*pair, f"{path}/{index}")]
    return [] if one == two else [(path or "/", one, two)]


class Builds:
    """The two builds, which play the same ticks."""

    def __init__(self, programs, demo):
        self.servers = [Server(program) for program in programs]
        self.demo = demo

    def start(self):
        """Starts the demo in both, and returns the number of its ticks."""
        self.runs = [server.ask("start", demo=self.demo) for server in self.servers]
        return self.runs[0]["known"]

    def ask(self, do, **fields):
        """Sends a request to both, and returns both replies."""
        return [server.ask(do, run=run["run"], **fields) for server, run in zip(self.servers, self.runs)]

    def step(self, ticks):
        """Plays some ticks, and returns whether the worlds are still equal."""
        one, two = self.ask("step", ticks=ticks, by="known")
        return one["hash"] == two["hash"]


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    builds = Builds(sys.argv[1:3], sys.argv[3])
    ticks = builds.start()
    equal = 0
    while equal < ticks and builds.step(min(STRIDE, ticks - equal)):
        equal = min(equal + STRIDE, ticks)
    if equal == ticks:
        print(f"{sys.argv[3]}: equal in all {ticks} ticks")
        return
    # Once more, and tick by tick from the last one at which they agreed.
    builds.start()
    if equal > 0:
        builds.step(equal)
    while builds.step(1):
        equal += 1
    found = differences(*[reply["state"] for reply in builds.ask("state")])
    print(f"{sys.argv[3]}: the first difference is in tick {equal + 1}, {len(found)} values:")
    for path, one, two in found[:SHOWN]:
        print(f"  {path}: {str(one)[:60]} / {str(two)[:60]}")
    sys.exit(4)


main()

"""A game for the tests of the bridge: it repeats each line in Python's notation. A line with `long` gets a reply of
several rows, some of them long; `many` gets a reply of many rows, and `die` gets no reply."""
import sys

for number, line in enumerate(sys.stdin.buffer, 2):
    name, _, said = line.decode().rstrip("\n").partition(" ")
    if "die" in said:
        sys.exit(1)
    rows = ["first", "x" + "🧱" * 300, "a longer row with some words " * 30, "last"] if "long" in said else [ascii(said)]
    rows = ["."] * 9 if "many" in said else rows
    print(f"{name}: " + "\n".join(rows) + f"\n{number}\n", flush=True)

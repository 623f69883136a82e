"""The game behind two pipes, for a bridge to any chat: `hullkit text --many FOLDER`, restarted whenever it ends.

    game = Game(["hullkit", "text", "--long", "--many", "games"], on_reply)
    game.say("anna", "14 go east", tag)     # on_reply(tag, ["Health 100 ...", "15"]): the rows of the reply; the last one is the next number
    await game.run()

The game saves each reply before it prints it, and carries out a repeated message only once. Messages without a reply when
the game ends are therefore sent again, and no move is lost. Python 3.9 or later, standard library only.
"""
import asyncio
import collections
import re
import sys

MAX_ROW = 1 << 16  # bytes of a row of a reply
MAX_FAILURES = 5  # attempts after which a line that ends the game each time is dropped
TIMEOUT = 300  # seconds without an answer
HIDDEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


class Game:
    """The lines without a reply, the oldest first, and the process that answers them one by one."""

    def __init__(self, command, on_reply):
        self.command, self.on_reply = command, on_reply
        self.lines, self.has_line = collections.deque(), asyncio.Event()

    def say(self, name, text, tag):
        """Queues a player's message; characters that would end the line become spaces."""
        self.lines.append((HIDDEN.sub(" ", f"{name} {text}"), tag))
        self.has_line.set()

    async def run(self):
        """Sends queued lines and reports replies, forever."""
        delay, failures, pipe = 0.2, 0, asyncio.subprocess.PIPE
        while True:
            try:
                process = await asyncio.create_subprocess_exec(*self.command, stdin=pipe, stdout=pipe, limit=MAX_ROW)
                try:
                    while await self.has_line.wait():
                        process.stdin.write(self.lines[0][0].encode() + b"\n")
                        self.answer(await asyncio.wait_for(self.read(process), TIMEOUT))
                        delay, failures = 0.2, 0
                finally:
                    if process.returncode is None:
                        process.kill()
            except (OSError, EOFError, ValueError, asyncio.TimeoutError) as error:
                print(f"the game: {error or 'no answer'}; starting it again in {delay} s", file=sys.stderr, flush=True)
            failures += 1
            if failures == MAX_FAILURES:
                self.answer(["This message ends the game each time, so it was skipped.", "?"])
                delay, failures = 0.2, 0
            await asyncio.sleep(delay)
            delay = min(2 * delay, 30)

    async def read(self, process):
        """Returns the rows of the next reply, without the name before the first."""
        rows = []
        while not rows or rows[-1]:
            row = await process.stdout.readline()
            if not row.endswith(b"\n"):
                raise EOFError("it has ended")
            rows.append(row.decode(errors="replace").rstrip("\r\n"))
        return [rows[0].partition(": ")[2] or rows[0]] + rows[1:-1]

    def answer(self, rows):
        if not self.lines:
            return
        _, tag = self.lines.popleft()
        if not self.lines:
            self.has_line.clear()
        self.on_reply(tag, rows)

#!/usr/bin/env python3
"""Plays Hullbreach in an IRC channel: each nickname is a player with a game of its own.

    bridges/irc.py --server irc.example.org --tls --channel '#hull' -- hullkit text --long --many games

The command after `--` is the game. In the channel, a line that begins with a number (`14 go east`) or with the nickname of the
bridge (`hull: help`) is for the game; in private every line is. A reply ends with the next number in
brackets; long ones, such as maps and help, go to the player in private.

Nothing is lost if bridge, game or server is killed: messages without a reply are sent again (game.py), replies wait while the
server is unavailable, and players repeat messages that a killed bridge has lost, with the same number. A player who changes
the nickname keeps the game (players.py). A nickname is the key to its game: use a server that protects nicknames.
"""
import argparse
import asyncio
import codecs
import collections
import random
import re
import shutil
import ssl
import sys

from game import Game
from players import Players, fold

MAX_WIRE = 510  # bytes of a line of IRC without its end
MAX_LINE = 1 << 16  # bytes of a line of the server; a longer one ends the connection
MAX_WAITING = 4  # commands of one player that may wait for their replies
MAX_ROWS = 4  # rows of a reply in the channel; a longer one goes to the player alone
SILENCE = 300  # seconds without a line of the server after which it is gone
RETURN = 10  # seconds after which the bridge tries to come back into a channel
FORMAT = re.compile(r"\x03(?:\d{1,2}(?:,\d{1,2})?)?|\x04(?:[0-9a-fA-F]{6})?|[\x02\x0f\x11\x16\x1d-\x1f]")  # colours and the like
HIDDEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
codecs.register_error("latin-1", lambda error: (error.object[error.start:error.end].decode("latin-1"), error.end))


def note(text):
    print(f"irc.py: {text}", file=sys.stderr, flush=True)


def plain(text):
    """Returns a text in one line, without colours and control characters."""
    return HIDDEN.sub(" ", FORMAT.sub("", text)).strip()


def first_part(text, room):
    """Returns as much of a text as fits into `room` bytes, up to a space if there is one in its second half, and the rest."""
    part = text.encode()[:room].decode(errors="ignore")
    if part != text and part.rfind(" ") > len(part) // 2:
        part = part[:part.rfind(" ")]
    return part, text[len(part):].lstrip()


class Bridge:
    def __init__(self, options):
        self.options, self.nick, self.prefix, self.tries = options, options.nick, "", 0
        self.game = Game(options.game, self.reply)
        self.replies, self.has_reply = collections.deque(), asyncio.Event()  # (player, is_private, text, is_last), not sent yet
        self.is_joined, self.players = asyncio.Event(), Players(options.names)

    def reply(self, tag, rows):
        """Queues a reply; its last row, the next number, is appended to the previous row."""
        rows[-2:] = [f"{' '.join(rows[-2:-1])} [{rows[-1]}]"]
        player, is_private = tag[0], tag[1] or len(rows) > MAX_ROWS
        self.replies.extend((player, is_private, plain(row), number == len(rows)) for number, row in enumerate(rows, 1))
        self.has_reply.set()

    def send(self, line):
        self.writer.write(line.encode() + b"\r\n")

    async def talk(self):
        """Sends the replies, one line per `--pace` seconds. Unsent lines stay in the queue."""
        while await self.has_reply.wait() and await self.is_joined.wait():
            player, is_private, text, is_last = self.replies[0]
            head = f"NOTICE {player.nick} :" if is_private else f"PRIVMSG {self.options.channel} :{player.nick}: "
            part, rest = first_part(text, max(MAX_WIRE - len(f":{self.prefix} {head}".encode()), 40))
            self.send(head + part)
            await self.writer.drain()
            self.replies[0] = (player, is_private, rest, is_last)
            if not rest:
                self.replies.popleft()
                player.waiting -= is_last
                player.is_warned = player.is_warned and player.waiting > 0
            if not self.replies:
                self.has_reply.clear()
            await asyncio.sleep(self.options.pace)

    async def chat(self):
        """Stays connected with the server."""
        delay, options = 1, self.options
        while True:
            talk = asyncio.ensure_future(self.talk())
            try:
                tls = ssl.create_default_context(cafile=options.ca) if options.tls else None
                server = asyncio.open_connection(options.server, options.port, ssl=tls, limit=MAX_LINE)
                reader, self.writer = await asyncio.wait_for(server, 30)
                self.nick, self.tries = options.nick, 0
                self.send(f"NICK {self.nick}\r\nUSER hullbreach 0 * :Hullbreach in words")
                while True:
                    raw = await asyncio.wait_for(reader.readline(), SILENCE)
                    if not raw:
                        raise EOFError("the server has closed the connection")
                    self.hear(raw.decode("utf-8", "latin-1").rstrip("\r\n"))
                    delay = 1 if self.is_joined.is_set() else delay
            except (OSError, EOFError, ValueError, asyncio.TimeoutError) as error:
                note(f"{options.server}: {error or 'no answer'}; connecting again in {delay} s")
            self.is_joined.clear()
            talk.cancel()
            await asyncio.sleep(delay * random.uniform(0.8, 1.2))
            delay = min(2 * delay, 60)

    def hear(self, line):
        """Handles a line from the server."""
        prefix, line = line[1:].partition(" ")[::2] if line.startswith(":") else ("", line)
        head, _, last = line.partition(" :")
        verb, *words = (head.split() or [""]) + [last] + [""] * 4
        nick = prefix.partition("!")[0]
        is_own = fold(nick) == fold(self.nick)
        if verb == "PING":
            self.send(f"PONG :{words[0]}")
        elif verb == "001":
            self.nick = words[0]
            self.send(f"JOIN {self.options.channel}")
        elif verb in ("432", "433", "436", "437") and not self.is_joined.is_set():  # the nickname is not available
            self.tries += 1
            if self.tries > 9:
                raise ConnectionError(f"no nickname similar to {self.options.nick} is available")
            self.nick = f"{self.options.nick[:7]}{self.tries}_"
            self.send(f"NICK {self.nick}")
        elif verb in ("403", "405", "471", "473", "474", "475", "477") or verb == "KICK" and fold(words[1]) == fold(self.nick):
            note(f"{self.options.channel}: cannot stay there ({last}); trying again in {RETURN} s")
            self.is_joined.clear()
            asyncio.get_running_loop().call_later(RETURN, self.send, f"JOIN {self.options.channel}")
        elif verb == "JOIN" and is_own:
            self.prefix = prefix
            self.is_joined.set()
            note(f"plays as {self.nick} in {self.options.channel}")
        elif verb == "NICK" and is_own:
            self.nick = words[0]
        elif verb == "NICK":
            self.players.rename(nick, words[0])
        elif verb in ("PART", "QUIT", "KICK"):
            self.players.leave(words[1] if verb == "KICK" else nick)
        elif verb == "ERROR":
            raise ConnectionError(last)
        elif verb == "PRIVMSG" and nick and not is_own and "\x01" not in last:
            self.command(nick, fold(words[0]) == fold(self.nick), plain(last))

    def command(self, nick, is_private, text):
        """Passes a player's message to the game, if it is meant for the game."""
        called = re.match(rf"@?{re.escape(self.nick)}[:,]?\s+", text, re.IGNORECASE)
        if not (is_private or called or re.match(r"\d+\s", text)):
            return
        player = self.players.called(nick)
        if player.waiting < MAX_WAITING:
            player.waiting += 1
            self.game.say(player.game, text[called.end():] if called else text, (player, is_private))
        elif not player.is_warned:
            player.is_warned = True
            what = f"at most {MAX_WAITING} commands at a time: wait for the replies, then say again what got none."
            self.replies.append((player, is_private, what, False))
            self.has_reply.set()


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", required=True, metavar="HOST", help="the IRC server")
    parser.add_argument("--port", type=int, help="its port: 6667, or 6697 with --tls")
    parser.add_argument("--tls", action="store_true", help="encrypt, and check the server's certificate")
    parser.add_argument("--ca", metavar="FILE", help="trust the certificates in this file instead of those of the machine")
    parser.add_argument("--nick", default="hull", help="the nickname of the bridge (hull)")
    parser.add_argument("--channel", required=True, help="the channel, such as '#hull'")
    parser.add_argument("--pace", type=float, default=1.0, metavar="SECONDS", help="seconds between two lines (1)")
    parser.add_argument("--names", default="irc-names.json", metavar="FILE", help="file for changed nicknames")
    parser.add_argument("game", nargs="+", help="after --: the command of the game")
    options = parser.parse_args()
    options.port = options.port or (6697 if options.tls else 6667)
    if not re.fullmatch(r"[#&+!][^\x00-\x20,:\x7f]{1,49}", options.channel):
        parser.error(f"--channel: must begin with # and have no space or comma, got {options.channel!r}")
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{0,29}", options.nick):
        parser.error(f"--nick: must be a letter and then letters, digits, - or _, got {options.nick!r}")
    if not shutil.which(options.game[0]):
        parser.error(f"{options.game[0]}: must be a program, but was not found")
    if not (0 < options.pace <= 60 and 0 < options.port < 65536):
        parser.error(f"--pace must be at most 60 seconds, and --port 1 to 65535, got {options.pace} and {options.port}")
    return options


async def main():
    bridge = Bridge(arguments())
    await asyncio.gather(bridge.game.run(), bridge.chat())


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except (KeyboardInterrupt, OSError, ValueError) as error:
        sys.exit(f"irc.py: {error or 'stopped'}")

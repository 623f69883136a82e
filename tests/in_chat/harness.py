"""Shared code of the bridge tests: the bridge as a process, and people at the other end of a socket."""
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATIENCE = 30  # seconds after which something that is waited for is missing


def free_port():
    """Returns a free port."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_until(is_true, what):
    end = time.monotonic() + PATIENCE
    while not is_true():
        if time.monotonic() > end:
            raise AssertionError(f"waited {PATIENCE} s for {what}")
        time.sleep(0.01)


class Bridge:
    """The bridge as a process, with a folder for names and games."""

    def __init__(self, port, folder, game, *options):
        self.command = [sys.executable, ROOT / "bridges/irc.py", "--server", "127.0.0.1", "--port", str(port),
                        "--channel", "#hull", "--pace", "0.01", "--names", f"{folder}/names.json", *options, "--", *game]
        self.log = open(f"{folder}/log", "ab")
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, cwd=ROOT, stdin=subprocess.DEVNULL, stderr=self.log)

    def kill(self):
        """Kills the bridge like `kill -9`."""
        self.process.kill()
        self.process.wait()

    def kill_game(self):
        """Kills the game behind the bridge like `kill -9`."""
        pid = self.process.pid
        for child in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            os.kill(int(child), signal.SIGKILL)

    def close(self):
        self.kill()
        self.log.close()


class Person:
    """A person who reads and writes lines of IRC."""

    def __init__(self, nick, connection):
        self.nick, self.socket, self.rest, self.lines = nick, connection, b"", []
        self.socket.settimeout(PATIENCE)

    @staticmethod
    def joins(nick, port):
        """Returns a person in the channel of a server."""
        person = Person(nick, socket.create_connection(("127.0.0.1", port), PATIENCE))
        person.send(f"NICK {nick}\r\nUSER {nick} 0 * :{nick}")
        person.wait_for(" 001 ")
        person.send("JOIN #hull")
        person.wait_for(" 366 ")
        return person

    def send(self, line):
        self.socket.sendall((line if isinstance(line, bytes) else line.encode()) + b"\r\n")

    def say(self, text):
        self.send(f"PRIVMSG #hull :{text}")

    def read(self):
        """Returns the next line of the server."""
        while b"\n" not in self.rest:
            more = self.socket.recv(4096)
            if not more:
                raise ConnectionError("the other side has closed the connection")
            self.rest += more
        raw, _, self.rest = self.rest.partition(b"\n")
        assert len(raw) <= 511, f"{len(raw)} bytes: {raw}"
        line = raw.decode().rstrip("\r")
        if line.startswith("PING"):
            self.send(line.replace("PING", "PONG", 1))
        return line

    def wait_for(self, *parts):
        """Returns the next line that contains all these parts."""
        seen = []
        while not seen or not all(part in seen[-1] for part in parts):
            try:
                seen.append(self.read())
            except socket.timeout:
                raise AssertionError(f"{self.nick} waited {PATIENCE} s for {parts}, and read {seen}") from None
        return seen[-1]

    def ask(self, command, number):
        """Repeats a command until its reply, which ends with this number, and returns the last line of the reply."""
        self.say(command)
        return self.wait_for(f":{self.nick}: ", f"[{number}]").partition(f":{self.nick}: ")[2]

    def close(self):
        self.socket.close()

"""The client side of `hullkit serve`, for the other scripts of this folder."""
import json
import subprocess
import sys


class Server:
    """A running `hullkit serve`."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, do, **fields):
        """Sends a request and returns the reply; ends the script with the message of an error."""
        self.process.stdin.write(json.dumps({"do": do, **fields}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"{do}: hullkit serve has ended")
        reply = json.loads(line)
        if "error" in reply:
            sys.exit(f"{do}: {reply['error']['message']}")
        return reply

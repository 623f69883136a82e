"""Many players on a real server, while bridge, game and server are killed one after the other."""
import os
import shutil
import socket
import subprocess
import tempfile
import unittest

from harness import Bridge, Person, free_port, wait_until

PLAYERS = int(os.environ["PLAYERS"])
CONFIGURATION = """
[Global]
Name = irc.example.org
Info = the tests of the bridge
Listen = 127.0.0.1
Ports = {port}
ServerUID = {user}
ServerGID = {group}
[Limits]
MaxConnectionsIP = 0
MaxNickLength = 20
MaxPenaltyTime = 0
[Options]
Ident = no
DNS = no
PAM = no
"""


class Server:
    """The server ngircd as a process."""

    def __init__(self, folder):
        self.port, self.file = free_port(), f"{folder}/ngircd.conf"
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(port=self.port, user=os.getuid(), group=os.getgid()))
        self.start()

    def start(self):
        self.process = subprocess.Popen(["ngircd", "-n", "-f", self.file], stdout=subprocess.DEVNULL)

        def listens():
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return True
            except OSError:
                return False

        wait_until(listens, "ngircd")

    def kill(self):
        self.process.kill()
        self.process.wait()


@unittest.skipUnless(shutil.which("ngircd"), "ngircd is not installed")
class Players(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="hullbreach-chat.")
        self.addCleanup(shutil.rmtree, self.folder)
        self.server = Server(self.folder)
        self.addCleanup(lambda: self.server.kill())
        game = [os.environ["HULLKIT"], "text", "levels/deck1.ron", "--seed", "3", "--long", "--many", f"{self.folder}/games"]
        self.bridge = Bridge(self.server.port, self.folder, game)
        self.addCleanup(self.bridge.close)
        self.people = []
        self.join()

    def join(self):
        for person in self.people:
            person.close()
        self.people = [Person.joins(f"player{number}", self.server.port) for number in range(PLAYERS)]
        self.addCleanup(lambda people: [person.close() for person in people], self.people)
        wait_until(self.bridge_is_there, "the bridge")

    def bridge_is_there(self):
        self.people[0].send("NAMES #hull")
        return "hull" in self.people[0].wait_for(" 353 ").replace("#hull", "").replace("@", "")

    def all_ask(self, number, words):
        """Lets all players send a command at once. Returns the replies; each must go to its sender, with the next number."""
        for person in self.people:
            person.say(f"{number} {words}")
        return [person.wait_for(f":{person.nick}: ", f"[{number + 1}]").partition(": ")[2] for person in self.people]

    def test_games_continue_after_every_part_was_killed(self):
        began = self.all_ask(1, "status")
        self.assertTrue(all("at 4,4" in reply for reply in began), began)
        # Every second player walks, so that the games differ.
        for number, person in enumerate(self.people):
            person.say("2 go e 2; status" if number % 2 else "2 status")
        walked = [person.wait_for(f":{person.nick}: ", "[3]") for person in self.people]
        places = ["at 6,4" if number % 2 else "at 4,4" for number in range(PLAYERS)]

        def are_where_they_were(replies):
            self.assertTrue(all(place in reply for place, reply in zip(places, replies)), replies)

        are_where_they_were(walked)
        self.bridge.kill()
        self.bridge.start()
        wait_until(self.bridge_is_there, "the bridge that was killed")
        again = self.people[1].ask("2 go e 2; status", 3)
        self.assertIn(again, walked[1], "a command that comes twice is done once")
        are_where_they_were(self.all_ask(3, "status"))
        self.bridge.kill_game()
        are_where_they_were(self.all_ask(4, "status"))
        self.people[0].say("5 status")
        self.server.kill()
        self.server.start()
        self.join()
        are_where_they_were(self.all_ask(6, "status"))
        last = self.people[-1]
        last.send("NICK changed")
        last.nick = last.wait_for("NICK :").rpartition(":")[2]
        self.assertIn(places[-1], last.ask("7 status", 8), "the game goes along with the nickname")
        self.bridge.kill()
        self.bridge.start()
        wait_until(self.bridge_is_there, "the bridge that was killed")
        self.assertIn(places[-1], last.ask("8 status", 9), "the bridge has not forgotten the change")


if __name__ == "__main__":
    unittest.main()

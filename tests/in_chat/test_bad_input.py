"""Bad network connections and malicious users, with a server that the test imitates and a game that repeats its lines."""
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest

from harness import PATIENCE, ROOT, Bridge, Person

sys.path.insert(0, str(ROOT / "bridges"))
from game import Game  # noqa: E402

ECHO = [sys.executable, str(pathlib.Path(__file__).with_name("echo_game.py"))]


class BadInput(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="hullbreach-chat.")
        self.addCleanup(shutil.rmtree, self.folder)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.settimeout(PATIENCE)
        self.addCleanup(self.listener.close)

    def bridge(self, *game):
        bridge = Bridge(self.listener.getsockname()[1], self.folder, game or ECHO)
        self.addCleanup(bridge.close)
        return bridge

    def accept(self, taken=()):
        """Returns the server's side of the bridge's connection, once the bridge is in the channel."""
        server = Person("server", self.listener.accept()[0])
        self.addCleanup(server.close)
        nick = server.wait_for("NICK ").partition(" ")[2]
        server.wait_for("USER ")
        while nick in taken:
            server.send(f":irc.example.org 433 * {nick} :Nickname is already in use")
            nick = server.wait_for("NICK ").partition(" ")[2]
        server.send(f":irc.example.org 001 {nick} :Welcome")
        server.wait_for("JOIN #hull")
        server.send(f":{nick}!~hull@host.example.org JOIN :#hull")
        return server

    @staticmethod
    def says(server, nick, text):
        text = text if isinstance(text, bytes) else text.encode()
        server.send(f":{nick}!u@h PRIVMSG #hull :".encode() + text)

    def test_any_bytes_are_one_line_for_the_game(self):
        self.bridge()
        server = self.accept()
        for said, heard in [
            (b"1 go e", "'1 go e'"),
            (b"2 \x0304,01red\x03 \x02bold\x0f status", "'2 red bold status'"),
            (b"3 a\0b\x07c\x7f", "'3 a b c'"),
            (b"4 anna 1 quit\rbert 2 quit", "'4 anna 1 quit bert 2 quit'"),
            ("5 a\u2028b\x85c".encode(), "'5 a b c'"),
            (b"6 \xfcber", "'6 \\xfcber'"),
            ("7 über ❤️".encode(), "'7 \\xfcber \\u2764\\ufe0f'"),
            (b"hull: help", "'help'"),
            (b"@hull 8 status", "'8 status'"),
        ]:
            self.says(server, "anna", said)
            self.assertIn(heard, server.wait_for("PRIVMSG #hull :anna: "), said)
        self.says(server, "anna", b"9 " + b"x" * 10_000)
        self.assertIn("xxx", server.wait_for("PRIVMSG #hull :anna: "))
        for ignored in [b"\x01VERSION\x01", b"\x011 status\x01", b"hello all", b"", b" "]:
            self.says(server, "anna", ignored)
        server.send(":anna!u@h PRIVMSG hull :\x01VERSION\x01")
        server.send(":anna!u@h PRIVMSG hull :status")
        line = server.wait_for("anna")
        while "xxx" in line:
            line = server.wait_for("anna")
        self.assertEqual(line, "NOTICE anna :'status' [12]", "in private every line is a command")

    def test_invalid_irc_lines_are_ignored(self):
        self.bridge()
        server = self.accept()
        for line in [b"", b":", b": ", b":x", b"PRIVMSG", b":a PRIVMSG", b":a!b@c PRIVMSG #hull", b"NICK", b"\xff\xfe\0", b"KICK",
                     b":anna!u@h NICK", b"001", b"PING", b"353 a", b"JOIN"]:
            server.send(line)
        self.says(server, "bert", "1 status")
        server.wait_for(":bert: '1 status'")

    def test_reply_continues_after_a_server_restart(self):
        self.bridge()
        server = self.accept()
        self.says(server, "anna", "1 long")
        server.wait_for(":anna: first")
        server.close()
        server, text = self.accept(), ""
        while "last [2]" not in text:
            line = server.wait_for("PRIVMSG #hull :anna: ")
            self.assertLessEqual(len(f":hull!~hull@host.example.org {line}\r\n".encode()), 512)
            text += line.partition(":anna: ")[2] + " "
        # The row that was in transit when the server stopped may be lost, but no other.
        self.assertEqual(text.count("a longer row with some words"), 30, text)

    def test_long_reply_is_split_between_characters(self):
        self.bridge()
        server = self.accept()
        self.says(server, "anna", "1 long")
        line, walls = server.wait_for(":anna: first"), ""
        while "longer" not in (line := server.wait_for(":anna: ")):
            walls += line.partition(":anna: ")[2]
        self.assertEqual(walls, "x" + "🧱" * 300)

    def test_names_and_texts_cannot_inject_lines(self):
        game = Game(ECHO, print)
        game.say("anna\nbert", "1 status\r\nbert 1 quit\0", None)
        self.assertEqual(game.lines[0][0], "anna bert 1 status bert 1 quit ")

    def test_long_reply_is_sent_privately(self):
        self.bridge()
        server = self.accept()
        self.says(server, "anna", "1 many")
        self.assertEqual([server.wait_for("") for _ in range(9)], ["NOTICE anna :."] * 8 + ["NOTICE anna :. [2]"])

    def test_flooding_is_reported_once(self):
        self.bridge()
        server = self.accept()
        for number in range(1, 51):
            self.says(server, "anna", f"{number} status")
        self.says(server, "bert", "1 look")
        lines = []
        while not lines or "bert" not in lines[-1]:
            lines.append(server.wait_for("PRIVMSG"))
        told = [line for line in lines if "commands at a time" in line]
        self.assertEqual(len(told), 1, lines)
        self.assertLess(len(lines), 20, "most of it was not done")
        self.says(server, "anna", "51 status")
        server.wait_for(":anna: '51 status'")

    def test_nickname_in_use_is_replaced(self):
        self.bridge()
        server = self.accept(taken=("hull", "hull1_"))
        self.says(server, "anna", "hull2_: help")
        server.wait_for(":anna: 'help'")

    def test_people_never_share_a_game_by_nickname(self):
        names = [sys.executable, "-c", "import sys\nfor line in sys.stdin: print(f'x: game {line.split()[0]}\\n2\\n', flush=True)"]
        bridge = self.bridge(*names)
        server = self.accept()

        def game_of(nick):
            self.says(server, nick, "1 status")
            return server.wait_for(f":{nick}: game").rpartition("game ")[2].partition(" ")[0]

        anna, other = game_of("Anna"), game_of("[anna]")
        self.assertNotEqual(anna, other)
        server.send(":Anna!u@h NICK :annika")
        self.assertEqual(game_of("annika"), anna)
        self.assertNotEqual(game_of("anna"), anna, "somebody else who takes the old nickname")
        bridge.kill()
        bridge.start()
        server = self.accept()
        self.assertEqual(game_of("annika"), anna, "the bridge remembers it")

    def test_command_that_ends_the_game_is_dropped(self):
        self.bridge()
        server = self.accept()
        self.says(server, "anna", "1 die")
        self.says(server, "bert", "1 status")
        self.assertIn("so it was skipped", server.wait_for(":anna: "))
        server.wait_for(":bert: '1 status'")

    def test_wrong_arguments_are_reported(self):
        irc = [sys.executable, ROOT / "bridges/irc.py", "--names", f"{self.folder}/n.json"]
        there = ["--server", "127.0.0.1", "--channel", "#hull"]
        for arguments, code, what in [
            ([*there], 2, "game"),
            (["--server", "127.0.0.1", "--channel", "#a b", "--", sys.executable], 2, "--channel: must"),
            ([*there, "--nick", "a b", "--", sys.executable], 2, "--nick: must"),
            ([*there, "--pace", "nan", "--", sys.executable], 2, "--pace must"),
            ([*there, "--", "no-such-game"], 2, "no-such-game"),
            ([*there, "--names", f"{self.folder}/no/n.json", "--", sys.executable], 1, "no/n.json"),
        ]:
            ended = subprocess.run([*irc, *arguments], capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(ended.returncode, code, ended.stderr)
            self.assertIn(what, ended.stderr)
            self.assertNotIn("Traceback", ended.stderr)


if __name__ == "__main__":
    unittest.main()

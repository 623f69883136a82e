"""Maps the players of a chat to their games, across changes of nickname and restarts of the bridge."""
import hashlib
import json
import os
import re
import sys

MAX_PLAYERS = 10_000  # players that are remembered


def fold(nick):
    """Returns a nickname in lower case, as IRC compares nicknames."""
    return nick.lower().translate(str.maketrans("[]\\~", "{}|^"))


def game_name(nick):
    """Returns the name of the game of a nickname: at most 22 letters, digits or `-_.@`, and no two nicknames have the same."""
    name = "".join(c if re.match("[a-z0-9_-]", c) else "@" + c.encode().hex() for c in fold(nick))
    return name if len(name) <= 22 else f"{name[:9]}.{hashlib.sha256(name.encode()).hexdigest()[:12]}"


class Player:
    """A player: the current nickname, the name of the game, and the number of commands without a reply."""

    def __init__(self, nick, game):
        self.nick, self.game, self.is_here = nick, game, False
        self.waiting, self.is_warned = 0, False


class Players:
    """All players by folded nickname. Games that are not named after the nickname of their player are kept in a file."""

    def __init__(self, file):
        """Reads the file if it is there. Raises OSError or ValueError if it cannot be used."""
        self.file, self.known = file, {}
        if os.path.exists(file):
            with open(file, encoding="utf-8") as text:
                try:
                    self.known = {nick: Player(nick, str(game)) for nick, game in json.load(text).items()}
                except (ValueError, AttributeError) as error:
                    raise ValueError(f"{file}: must be a JSON object of nicknames and games: {error}") from None
        self.keep()

    def keep(self):
        """Writes the file atomically."""
        games = {nick: player.game for nick, player in self.known.items() if player.game != game_name(nick)}
        with open(self.file + ".new", "w", encoding="utf-8") as text:
            json.dump(games, text)
        os.replace(self.file + ".new", self.file)

    def called(self, nick):
        """Returns the player of a nickname. If its previous owner plays on under another nickname, the player gets a new game."""
        player = self.known.setdefault(fold(nick), Player(nick, game_name(nick)))
        others = {other.game for other in self.known.values() if other.is_here and other is not player}
        while player.game in others:
            player.game += "+"
        player.nick, player.is_here = nick, True
        while len(self.known) > MAX_PLAYERS:
            del self.known[next(iter(self.known))]
        return player

    def rename(self, old, new):
        """Lets a player keep the game under a new nickname."""
        player = self.called(old)
        del self.known[fold(old)]
        player.nick = new
        self.known[fold(new)] = player
        try:
            self.keep()
        except OSError as error:
            print(f"changed nicknames are lost when the bridge ends: {error}", file=sys.stderr, flush=True)

    def leave(self, nick):
        """Lets others use the game of a nickname: its player has left the chat."""
        if fold(nick) in self.known:
            self.known[fold(nick)].is_here = False

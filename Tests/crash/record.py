"""The record of sent pushes, and its comparison with the store of an inbox."""

import collections
import dataclasses
import json
import typing

LISTED, UNLISTED = 0, 3  # values of the column `place`


class Mismatch(Exception):
    """The inbox does not hold the pushes that were sent."""


@dataclasses.dataclass(slots=True)
class Push:
    """A sent push. Its apns-id, which is also its text, encodes the kill, the connection and the index there."""

    id: str
    app: str
    token: str
    answered: bool = False


@dataclasses.dataclass
class Round:
    """The pushes sent between two kills: those of each connection in order."""

    lines: list[list[Push]]
    # Whether the phone was online all the time, so that no push was held for it.
    online: bool

    @property
    def pushes(self):
        return [push for line in self.lines for push in line]


class Row(typing.NamedTuple):
    """A push in the store."""

    number: int
    place: int
    reason: str


def must(is_so, what, problem):
    """Raises `Mismatch` unless a condition holds."""
    if not is_so:
        raise Mismatch(f"{what}: {problem}")


def verify(rounds, configuration, database, inbox):
    """Compares the sent pushes with the database and with the output of `export`.

    The phone must be online, so that no push is held. Returns the number of pushes answered with 200 (True), and
    of stored pushes without an answer (False).
    """
    verdict = [line for line, in database.execute("PRAGMA integrity_check")]
    must(verdict == ["ok"], "the database", verdict)
    waiting, = database.execute("SELECT count(*) FROM queued").fetchone()
    must(waiting == 0, "the phone is online", f"{waiting} pushes are held")
    rows = {}
    for id, *row in database.execute("SELECT apns_id, id, place, reason FROM pushes ORDER BY id"):
        must(id not in rows, id, "stored twice")
        rows[id] = Row(*row)

    listed = [(id, row.number) for id, row in rows.items() if row.place == LISTED]
    compare_lists(listed, inbox)
    keep = configuration["history"]["keep"]
    must(len(listed) <= keep, "the list", f"{len(listed)} pushes exceed history.keep={keep}")
    # The limit removes pushes that are older than all listed ones.
    oldest = listed[0][1] if len(listed) == keep else 1
    last, = database.execute("SELECT ifnull(sum(value), 0) FROM counters WHERE name = 'last'").fetchone()
    find_holes([row.number for row in rows.values() if row.number >= oldest], oldest, last)
    find_missing(rounds, rows, oldest)
    numbered = configuration.get("queue", {}).get("apps", [])
    is_lossy = "loss" in configuration.get("queue", {})
    find_coalesced(rounds, rows, oldest, numbered, is_lossy)
    find_positions(numbered, database)
    pushes = [push for sent in rounds for push in sent.pushes]
    unknown = rows.keys() - {push.id for push in pushes}
    must(not unknown, unknown, "stored and never sent")
    return collections.Counter(push.answered for push in pushes if push.answered or push.id in rows)


def compare_lists(listed, inbox):
    """Checks that the program lists the rows of the database, each with the text that was sent."""
    shown = sorted(
        (each["id"], each["apnsID"], each["content"]["body"])
        for group in inbox["groups"] for each in group["notifications"])
    for (id, number), each in zip(listed, shown):
        must(each == (number, id, id), id, f"number {number} is listed as {each}")
    must(len(shown) == len(listed), "the list", f"{len(shown)} instead of {len(listed)}")


def find_holes(numbers, oldest, last):
    """Checks that each number is assigned once. Unanswered pushes may have numbers too."""
    wanted = range(oldest, last + 1)
    must(numbers == list(wanted), f"numbers {oldest} to {last}",
         f"missing {sorted(set(wanted) - set(numbers))[:9]}, "
         f"unexpected {sorted(set(numbers) - set(wanted))[:9]}")


def find_missing(rounds, rows, oldest):
    """Checks that answered pushes are stored. Numbers increase from round to round and along each connection, so
    the limit cannot have removed a push behind one that remains."""
    highest, is_left = 0, oldest == 1
    for sent in rounds:
        before, was_left = highest, is_left
        for line in sent.lines:
            previous, must_stay = before, was_left
            for push in line:
                if row := rows.get(push.id):
                    must(row.number > previous, push.id, f"number {row.number} after {previous}")
                    previous, must_stay = row.number, must_stay or row.number >= oldest
                else:
                    must(not (push.answered and must_stay), push.id, "answered with 200 and not stored")
            highest, is_left = max(highest, previous), is_left or must_stay


def find_coalesced(rounds, rows, oldest, numbered, is_lossy):
    """Checks each stored push outside of the list: a newer push of its app and token replaced it while the phone was
    offline, or a lossy link lost it. An app with numbered pushes misses none after the first one it received,
    because it requests missing ones again."""
    stored = [(sent, push, rows[push.id]) for sent in rounds for push in sent.pushes if push.id in rows]
    first, newest = {}, {}
    for _, push, row in stored:
        slot = push.app, push.token
        newest[slot] = max(newest.get(slot, 0), row.number)
        if row.place == LISTED:
            first[slot] = min(first.get(slot, row.number), row.number)
    for sent, push, row in stored:
        if row.place == LISTED:
            continue
        slot = push.app, push.token
        must(push.app not in numbered or row.number < first.get(slot, 0), push.id, "missed and not requested again")
        if is_lossy and (row.place, row.reason) == (UNLISTED, "link.lost"):
            continue
        must((row.place, row.reason) == (UNLISTED, "device.coalesced"), push.id, row)
        must(not sent.online, push.id, "coalesced while the phone was online")
        # A newer one may have been removed by the limit.
        must(row.number < max(oldest, newest[slot]), push.id, "coalesced without a newer push")


def find_positions(numbered, database):
    """Checks that the positions in the queue of an app and a token are consecutive, in the order of the pushes."""
    last = collections.Counter()
    for id, app, token, payload in database.execute(
            "SELECT apns_id, app, token, payload FROM pushes JOIN originals USING (id) ORDER BY id"):
        if app in numbered:
            position = json.loads(payload)["xiva"]["notificationPosition"]
            must(position == last[app, token] + 1, id, f"position {position} after {last[app, token]}")
            last[app, token] = position

"""What was sent to an inbox from kill to kill, and whether it is there."""

import collections
import dataclasses
import json
import typing

LISTED, UNLISTED = 0, 3  # how the store writes the place of a push


class Unbalanced(Exception):
    """What is in the inbox is not what was sent."""


@dataclasses.dataclass(slots=True)
class Push:
    """Its apns-id, which is its text too, tells the kill, the connection and the place there."""

    id: str
    app: str
    token: str
    answered: bool = False


@dataclasses.dataclass
class Round:
    """What was sent until a kill: for each connection its pushes in order."""

    lines: list[list[Push]]
    # Whether the phone was online all the time: then nothing had to wait for it.
    online: bool

    @property
    def pushes(self):
        return [push for line in self.lines for push in line]


class Row(typing.NamedTuple):
    """A push as the store has it."""

    number: int
    place: int
    reason: str


def must(is_so, what, problem):
    if not is_so:
        raise Unbalanced(f"{what}: {problem}")


def balance(rounds, configuration, database, inbox):
    """Compares what was sent with the database and with what `export` printed.

    The phone is to be online, so that nothing waits for it. Counts the pushes that were answered with 200
    (True), and those that are there though they were not (False).
    """
    verdict = [line for line, in database.execute("PRAGMA integrity_check")]
    must(verdict == ["ok"], "the database", verdict)
    waiting, = database.execute("SELECT count(*) FROM queued").fetchone()
    must(waiting == 0, "the phone is online", f"{waiting} wait for it")
    rows = {}
    for id, *row in database.execute("SELECT apns_id, id, place, reason FROM pushes ORDER BY id"):
        must(id not in rows, id, "there twice")
        rows[id] = Row(*row)

    listed = [(id, row.number) for id, row in rows.items() if row.place == LISTED]
    compare_lists(listed, inbox)
    keep = configuration["history"]["keep"]
    must(len(listed) <= keep, "the list", f"{len(listed)} are more than {keep}")
    # The limit takes what is older than all that stays in the list.
    oldest = listed[0][1] if len(listed) == keep else 1
    last, = database.execute("SELECT ifnull(sum(value), 0) FROM counters WHERE name = 'last'").fetchone()
    find_holes([row.number for row in rows.values() if row.number >= oldest], oldest, last)
    find_missing(rounds, rows, oldest)
    numbered = configuration.get("queue", {}).get("apps", [])
    is_lossy = "loss" in configuration.get("queue", {})
    find_coalesced(rounds, rows, oldest, numbered, is_lossy)
    find_positions(numbered, database)
    pushes = [push for sent in rounds for push in sent.pushes]
    strangers = rows.keys() - {push.id for push in pushes}
    must(not strangers, strangers, "never sent")
    return collections.Counter(push.answered for push in pushes if push.answered or push.id in rows)


def compare_lists(listed, inbox):
    """The program lists what the database does, each with the text it was sent with."""
    shown = sorted(
        (each["id"], each["apnsID"], each["content"]["body"])
        for group in inbox["groups"] for each in group["notifications"])
    for (id, number), each in zip(listed, shown):
        must(each == (number, id, id), id, f"number {number}, is listed as {each}")
    must(len(shown) == len(listed), "the list", f"{len(shown)} instead of {len(listed)}")


def find_holes(numbers, oldest, last):
    """Each number is given once; those never answered may have some."""
    wanted = range(oldest, last + 1)
    must(numbers == list(wanted), f"numbers {oldest} to {last}",
         f"without {sorted(set(wanted) - set(numbers))[:9]}, "
         f"with {sorted(set(numbers) - set(wanted))[:9]} beyond them")


def find_missing(rounds, rows, oldest):
    """What was answered is there. Numbers rise from round to round, and along each connection of a round: what
    follows one that the limit left cannot have been taken by it."""
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
                    must(not (push.answered and must_stay), push.id, "answered with 200 and not there")
            highest, is_left = max(highest, previous), is_left or must_stay


def find_coalesced(rounds, rows, oldest, numbered, is_lossy):
    """A push is in the list, or came while the phone was offline and a newer one of its app and token with it, or a
    link lost it that does so. An app whose pushes are numbered misses none after the first that it got: it asked for
    them again."""
    there = [(sent, push, rows[push.id]) for sent in rounds for push in sent.pushes if push.id in rows]
    first, newest = {}, {}
    for _, push, row in there:
        slot = push.app, push.token
        newest[slot] = max(newest.get(slot, 0), row.number)
        if row.place == LISTED:
            first[slot] = min(first.get(slot, row.number), row.number)
    for sent, push, row in there:
        if row.place == LISTED:
            continue
        slot = push.app, push.token
        must(push.app not in numbered or row.number < first.get(slot, 0), push.id, "missed, and not asked for again")
        if is_lossy and (row.place, row.reason) == (UNLISTED, "link.lost"):
            continue
        must((row.place, row.reason) == (UNLISTED, "device.coalesced"), push.id, row)
        must(not sent.online, push.id, "coalesced by a phone that was online")
        # One that the limit took may have been newer.
        must(row.number < max(oldest, newest[slot]), push.id, "coalesced by nothing newer")


def find_positions(numbered, database):
    """In the queue of an app and a token each position is given once, in the order of the pushes."""
    last = collections.Counter()
    for id, app, token, payload in database.execute(
            "SELECT apns_id, app, token, payload FROM pushes JOIN originals USING (id) ORDER BY id"):
        if app in numbered:
            position = json.loads(payload)["xiva"]["notificationPosition"]
            must(position == last[app, token] + 1, id, f"position {position} after {last[app, token]}")
            last[app, token] = position

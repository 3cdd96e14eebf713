"""Kills `pushinbox serve` at random moments under load, starts it again on the same store and balances its books.

crash.py PROGRAM KILLS [SEED]. The seed decides what is drawn: the moments, the pushes, when the phone is offline. What
the machine makes of a moment is its own, so a failure may take several runs to come back.
"""

import collections
import concurrent.futures
import os
import random
import shutil
import sys
import tempfile
import time

from books import Round, Unbalanced, balance, must
from inbox import APPS, TOKENS, Inbox, send, send_few, wait
from pair import Pair

CONNECTIONS = 6
# What a link does that is to be distrusted.
LOSSY = {"loss": 10, "duplicate": 10, "delay": "20ms", "repeatMaxCount": 1000}
# After so many kills the books of a store are balanced, and the next store begins with the next configuration.
SPAN = 10
CONFIGURATIONS = [
    {"history": {"keep": 1_000_000}},
    # The limit is at work at the moment of a kill.
    {"history": {"keep": 250}},
    # The phone asks for all that it missed while it was offline.
    {"history": {"keep": 1_000_000}, "queue": {"apps": [APPS[1]], "repeatMaxCount": 1000}},
    # The same with pushes that are lost, late and there twice.
    {"history": {"keep": 1_000_000}, "queue": {"apps": [APPS[1]], **LOSSY}},
]
LONGEST_LOAD = 0.3


class Ordeal:
    """Kills one inbox again and again, and knows what was sent to it."""

    def __init__(self, inbox, draw):
        self.inbox, self.draw = inbox, draw
        self.rounds = []
        # As it was set last; None while nobody knows whether that was kept.
        self.online = True
        self.start_takes = 0.1

    def kill_at_start(self):
        self.inbox.begin()
        time.sleep(self.draw.uniform(0, self.start_takes))
        self.inbox.kill()

    def kill_under_load(self, kill):
        began = time.monotonic()
        address = self.inbox.start()
        self.start_takes = time.monotonic() - began
        self.look_at_phone()
        sent = Round([[] for _ in range(CONNECTIONS)], self.online)
        self.rounds.append(sent)
        moment, seeds = self.draw.uniform(0, LONGEST_LOAD), [self.draw.random() for _ in sent.lines]
        with concurrent.futures.ThreadPoolExecutor(CONNECTIONS + 1) as threads:
            work = [
                threads.submit(send, address, line, f"{kill:08}-{number:04}", random.Random(seed))
                for number, (line, seed) in enumerate(zip(sent.lines, seeds))]
            if self.draw.random() < 0.4:
                sent.online = False
                work.append(threads.submit(self.turn_phone, self.draw.uniform(0, moment)))
            try:
                time.sleep(moment)
            finally:
                self.inbox.kill()
        for each in work:
            each.result()

    def turn_phone(self, delay):
        time.sleep(delay)
        wanted, self.online = not self.online, None
        if self.inbox.set(f"online={'yes' if wanted else 'no'}"):
            self.online = wanted

    def look_at_phone(self):
        is_online = self.inbox.export("id:0")["device"]["online"]
        must(self.online in (None, is_online), "set online", f"answered, and is not kept: {is_online}")
        self.online = is_online

    def balance(self):
        """Counts the pushes by whether they were answered with 200."""
        address = self.inbox.start()
        must(self.inbox.set("online=yes"), "set online", "fails")
        if "loss" in self.inbox.configuration.get("queue", {}):
            address = self.inbox.heal()
            # The next push of each queue shows what is missing there.
            self.rounds.append(Round([send_few(address, "ffffffff-ffff", [(APPS[1], token) for token in TOKENS])], True))
            with self.inbox.database() as database:
                wait(lambda: database.execute("SELECT count(*) FROM queued").fetchone() == (0,))
        running = self.inbox.export()
        self.inbox.kill()
        killed = self.inbox.export()
        must(running["groups"] == killed["groups"], "export", "differs once the program is killed")
        with self.inbox.database() as database:
            return balance(self.rounds, self.inbox.configuration, database, running)


def kill_them(program, folder, kills, draw):
    """Counts the pushes by whether they were answered with 200."""
    counts = collections.Counter()
    for first in range(1, kills + 1, SPAN):
        store = first // SPAN
        configuration = CONFIGURATIONS[store % len(CONFIGURATIONS)]
        inbox = Inbox(program, os.path.join(folder, str(store)), configuration)
        ordeal = Ordeal(inbox, draw)
        try:
            for kill in range(first, min(first + SPAN, kills + 1)):
                # The first start makes the store, and is worth a kill of its own.
                if kill == first or draw.random() < 0.2:
                    ordeal.kill_at_start()
                else:
                    ordeal.kill_under_load(kill)
            counts += ordeal.balance()
        except Unbalanced as problem:
            raise Unbalanced(f"after kill {kill}, store {inbox.folder}: {problem}") from problem
        finally:
            inbox.kill()
        counts += Pair(program, os.path.join(folder, f"{store}-pair"), LOSSY, draw).suffer(SPAN // 2)
    return counts


def main(program, kills, seed):
    folder = tempfile.mkdtemp(prefix="pushinbox-crash-")
    print("1..1", flush=True)
    try:
        counts = kill_them(os.path.abspath(program), folder, kills, random.Random(seed))
        must(counts[True], "the pushes", "none was answered")
    except Unbalanced as problem:
        print(f"not ok 1 - each push answered 200 is there once\n# seed {seed}, {problem}")
        return 1
    print(f"ok 1 - {kills} kills, {counts[True]} pushes answered 200, all there once")
    print(f"# seed {seed}; {counts[False]} more were taken and not answered before a kill")
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1_000_000)
    sys.exit(main(sys.argv[1], int(sys.argv[2]), seed))

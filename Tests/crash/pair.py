"""A provider that relays its pushes, and a phone that receives them over a lossy link, killed at random moments."""

import collections
import concurrent.futures
import json
import os
import random
import time

from record import LISTED, must
from inbox import APPS, TOKENS, Inbox, send, send_few, wait

CONNECTIONS = 3
MAXIMUM_LOAD = 0.3  # seconds


class Pair:
    """Two inboxes, and the pushes sent to the first."""

    def __init__(self, program, folder, link, draw):
        os.makedirs(folder)
        relay = "unix:" + os.path.join(folder, "relay.sock")
        self.provider = Inbox(program, os.path.join(folder, "provider"), {}, "--offer", relay)
        self.phone = Inbox(
            program, os.path.join(folder, "phone"),
            {"history": {"keep": 1_000_000}, "queue": {"apps": [APPS[1]]}}, "--feed", relay)
        self.link, self.draw, self.pushes = link, draw, []

    def run(self, kills):
        """Kills the programs; returns the number of pushes by whether they were answered with 200."""
        try:
            self.address = self.provider.start()
            self.phone.start()
            self.begin()
            for kill in range(kills):
                self.kill_under_load(kill)
            return self.verify()
        finally:
            self.provider.kill()
            self.phone.kill()

    def begin(self):
        """Delivers a first push, behind which the phone notices gaps, and makes the link lossy."""
        must(wait(self.is_subscribed), "the phone", "does not subscribe")
        self.send_one("eeeeeeee-0000")
        must(self.phone.set(*[f"queue.{key}={value}" for key, value in self.link.items()]), "set queue", "fails")

    def is_subscribed(self):
        with self.provider.database() as database:
            return database.execute("SELECT 1 FROM phones").fetchone()

    def send_one(self, prefix):
        """Sends a push while the link is reliable, and waits until it is delivered."""
        push, = send_few(self.address, prefix, [(APPS[1], TOKENS[0])])
        self.pushes.append(push)
        with self.phone.database() as database:
            must(wait(lambda: database.execute(
                "SELECT 1 FROM pushes WHERE apns_id = ? AND place = ?", (push.id, LISTED)).fetchall()),
                push.id, "not received over the feed")

    def kill_under_load(self, kill):
        lines = [[] for _ in range(CONNECTIONS)]
        moment, seeds = self.draw.uniform(0, MAXIMUM_LOAD), [self.draw.random() for _ in lines]
        # The load ends when the provider is killed.
        targets = self.draw.choice([[self.provider], [self.provider, self.phone], [self.phone, self.provider]])
        with concurrent.futures.ThreadPoolExecutor(CONNECTIONS) as threads:
            work = [
                threads.submit(send, self.address, line, f"{kill:08}-{number:04}", random.Random(seed))
                for number, (line, seed) in enumerate(zip(lines, seeds))]
            time.sleep(moment)
            for target in targets:
                target.kill()
        for each in work:
            each.result()
        self.pushes += [push for line in lines for push in line]
        for target in targets:
            address = target.start()
            if target is self.provider:
                self.address = address

    def verify(self):
        """Checks that pushes requested again are stored, beside the records of lost ones."""
        self.phone.repair_link()
        self.send_one("dddddddd-0000")
        answered = {push.id: push.app for push in self.pushes if push.answered}
        with self.phone.database() as database:
            def missing():
                there = collections.defaultdict(set)
                for id, place in database.execute("SELECT apns_id, place FROM pushes"):
                    there[id].add(place)
                return [
                    id for id, app in answered.items()
                    if not there[id] or app == APPS[1] and LISTED not in there[id]]
            must(wait(lambda: not missing()), missing()[:9], "answered with 200 and not on the phone")
            rows = database.execute(
                "SELECT apns_id, body, app, place, payload FROM pushes JOIN originals USING (id)").fetchall()
        ids = [id for id, _, _, place, _ in rows if place == LISTED]
        must(len(ids) == len(set(ids)), "the phone", "has a push twice")
        for id, body, *_ in rows:
            must(body == id, id, f"has the text {body}")
        for app in APPS:
            numbers = {
                json.loads(payload)["xiva"]["notificationPosition"]
                for _, _, its, place, payload in rows if its == app and (place == LISTED or app != APPS[1])}
            must(sorted(numbers) == list(range(1, len(numbers) + 1)), app, "a gap in its positions")
        unknown = {id for id, *_ in rows} - {push.id for push in self.pushes}
        must(not unknown, unknown, "stored and never sent")
        return collections.Counter(push.answered for push in self.pushes if push.answered or push.id in ids)

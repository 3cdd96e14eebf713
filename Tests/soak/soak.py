"""Loads a `pushinbox serve` with all kinds of requests for a while, and measures what grows.

soak.py PROGRAM SECONDS prints TAP. The load is bounded: batches with a pause as long as each of them. The
list (history.keep) and the rejected requests are full from the beginning, so that nothing should grow:
resident memory, open descriptors and the size of the database are compared between the second and the last
quarter of the time. Every push answered with 200 must be stored once, unless the limit has removed it, oldest first.
"""

import contextlib
import http.client
import itertools
import json
import math
import os
import random
import resource
import shutil
import signal
import socket
import sqlite3
import ssl
import struct
import subprocess
import sys
import tempfile
import time
import uuid

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "load"))
from load import (  # noqa: E402
    DATA, END_HEADERS, END_STREAM, GOAWAY, HEADERS, SETTINGS, frame, literal)

KEEP = 400
TIMEOUT = 60
TOKENS = [f"{number:064x}" for number in range(20)]
APPS = ["com.example.chat", "com.example.mail", "com.example.bank"]
ICQ = "com.example.icq"
MATCH = "com.example.match"
VAULT = "com.example.vault"
API_TOKEN = "0123456789abcdef"
# The maximum number of deleted channels that are remembered.
CHANNELS = 1_000
# The socket of the feed, from which the program reads push lines.
FEED = "feed.socket"
# Connections over TLS in each round: many, so that a little memory that each of them leaves is seen.
SECURE = 25
# The maximum number of rejected requests in the store, and of further ones between two trims.
PAST = 10_000 + 1_000
# The maximum growth from the second quarter to the last one, for any duration.
MEMORY_TOLERANCE = 8_000_000
STORE_TOLERANCE = 2_000_000
DESCRIPTOR_TOLERANCE = 2


class Inbox:
    def __init__(self, program, home):
        self.program, self.home = program, home
        self.store = os.path.join(home, "store")
        self.environment = {"HOME": home, "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TMPDIR": home}
        with open(os.path.join(home, "config.json5"), "w") as file:
            json.dump({
                "history": {"keep": KEEP},
                "apps": {ICQ: {"strings": {"TEXT": "%@"}}, VAULT: {"extension": {"run": ["/bin/cat"]}}},
                "device": {"activities": {"startBudget": 100_000, "updateBudget": 100_000}},
                "hooks": [{"on": "shown", "filter": "json:hooked", "run": ["/bin/cat"]}]}, file)
        with open(os.path.join(home, "token"), "w") as file:
            file.write(API_TOKEN)
        self.feed = socket.socket(socket.AF_UNIX)
        self.feed.bind(os.path.join(home, FEED))
        self.feed.settimeout(TIMEOUT)
        self.feed.listen()
        self.lines = open(os.path.join(home, "lines"), "w+")
        self.errors = open(os.path.join(home, "errors"), "w+")
        self.process = subprocess.Popen(
            self.call(
                "serve", "--print-endpoints", "--listen", "127.0.0.1:0", "--legacy", "127.0.0.1:0", "--feed",
                "unix:" + FEED, "--api-token-file", "token"),
            cwd=home, env=self.environment, stdout=self.lines, stderr=self.errors)
        self.run("ready", "--wait", "30s")
        self.lines.seek(0)
        endpoints = json.loads(self.lines.readline())
        self.port, self.legacy = (int(endpoints[name].rsplit(":", 1)[1]) for name in ("apns", "legacy"))
        self.authority = endpoints["ca"]

    def call(self, *words):
        return [
            self.program, *words, "--store", "store", "--config", "config.json5", "--socket", "control"]

    def run(self, *words):
        return subprocess.run(
            self.call(*words), cwd=self.home, env=self.environment, capture_output=True, text=True,
            timeout=TIMEOUT)

    def sizes(self):
        """Resident memory and store in bytes, and the number of descriptors."""
        with open(f"/proc/{self.process.pid}/statm") as file:
            resident = int(file.read().split()[1]) * resource.getpagesize()
        # The file grows when its log is written to it; what counts are the pages of both.
        path = os.path.join(self.store, "inbox.db")
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            stored = math.prod(database.execute(f"PRAGMA page_{name}").fetchone()[0] for name in ("count", "size"))
        descriptors = len(os.listdir(f"/proc/{self.process.pid}/fd"))
        # The event lines are not used.
        self.lines.truncate(0)
        return resident, stored, descriptors


class Load:
    """The kinds of requests, and the record of their answers."""

    def __init__(self, inbox, draw):
        self.inbox, self.draw = inbox, draw
        self.numbers = itertools.count(1)
        # The identifiers answered with 200, in the order of the answers.
        self.answered = []
        self.rejected = self.dropped = self.commands = self.calls = self.events = self.secured = 0
        self.reader = self.feed = None
        self.rounds = 0

    def connect(self, port=None):
        return socket.create_connection(("127.0.0.1", port or self.inbox.port), TIMEOUT)

    def secure(self, port=None, protocol="h2"):
        """A connection over TLS, without the session of an earlier one."""
        context = ssl.create_default_context(cafile=self.inbox.authority)
        context.set_alpn_protocols([protocol] if protocol else [])
        self.secured += 1
        return context.wrap_socket(self.connect(port), server_hostname="localhost")

    def identifier(self):
        return str(uuid.UUID(int=next(self.numbers)))

    def http(self):
        """A connection over HTTP/1.1."""
        connection = http.client.HTTPConnection("127.0.0.1", self.inbox.port, TIMEOUT)
        connection.connect()
        # A connection that the program closes is not opened again.
        connection.auto_open = 0
        return contextlib.closing(connection)

    @staticmethod
    def request(connection, method, path, value=None, fields=None):
        """Sends JSON, or a request without a body; returns the response with its body."""
        body = value if value is None or isinstance(value, str) else json.dumps(value)
        connection.request(method, path, body, {"Content-Type": "application/json", **(fields or {})})
        response = connection.getresponse()
        return response, response.read()

    def post(self, connection, path, value, fields=None):
        """Sends JSON; returns the status of the response."""
        return self.request(connection, "POST", path, value, fields)[0].status

    def http1(self):
        """Sends pushes over HTTP/1.1; every fifth has a token that is rejected."""
        with self.http() as connection:
            for number in range(20):
                id_ = self.identifier()
                body = {"aps": {"alert": id_, "thread-id": f"t{number % 4}"}}
                fields = {"apns-id": id_, "apns-topic": self.draw.choice(APPS)}
                token = "not-hex" if number % 5 == 4 else self.draw.choice(TOKENS)
                status = self.post(connection, "/3/device/" + token, body, fields)
                self.count(status, id_, 400 if number % 5 == 4 else 200)

    def count(self, status, id_, expected):
        assert status == expected, f"{id_}: {status} instead of {expected}"
        if status == 200:
            self.answered.append(id_)
        else:
            self.rejected += 1

    def fill(self):
        """Fills the deleted channels, the rejected requests and the list."""
        with self.http() as connection:
            for _ in range(CHANNELS + 100):
                self.delete(connection, self.create(connection))
        for _ in range(0, PAST, 500):
            self.http2(500, 0)
        for _ in range(0, 2 * KEEP, 40):
            self.http2()

    def http2(self, count=40, accepted_of_ten=8, connect=None):
        """Sends pushes over HTTP/2, all streams at once. Some have a token that is rejected."""
        with (connect or self.connect)() as connection:
            output = [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", frame(SETTINGS, 0, 0)]
            waiting = {}
            for stream in range(1, 2 * count, 2):
                id_ = self.identifier()
                expected = 200 if stream // 2 % 10 < accepted_of_ten else 400
                waiting[stream] = id_, expected
                token = self.draw.choice(TOKENS) if expected == 200 else "abc"
                fields = {
                    ":method": "POST", ":scheme": "http", ":path": "/3/device/" + token,
                    ":authority": "localhost", "apns-topic": self.draw.choice(APPS), "apns-id": id_}
                output.append(
                    frame(HEADERS, END_HEADERS, stream, b"".join(literal(*each) for each in fields.items())))
                output.append(frame(DATA, END_STREAM, stream, json.dumps({"aps": {"alert": id_}}).encode()))
            connection.sendall(b"".join(output))
            input_ = connection.makefile("rb")
            while waiting:
                head = input_.read(9)
                assert len(head) == 9, "the connection ended"
                payload = input_.read(int.from_bytes(head[:3], "big"))
                stream = int.from_bytes(head[5:], "big")
                assert head[3] != GOAWAY, f"GOAWAY {payload}"
                if head[3] == HEADERS:
                    self.count(200 if payload[0] == 0x88 else 400, *waiting.pop(stream))

    def fcm(self):
        """Sends messages of FCM. They have no apns-id, so they are identified by their text."""
        with self.http() as connection:
            for _ in range(5):
                id_ = self.identifier()
                message = {"token": TOKENS[0], "notification": {"title": "FCM", "body": id_}}
                status = self.post(connection, "/v1/projects/soak/messages:send", {"message": message})
                self.count(status, id_, 200)

    def expo(self):
        """Sends messages of Expo and requests their receipts."""
        with self.http() as connection:
            ids = [self.identifier() for _ in range(5)]
            messages = [{"to": "ExponentPushToken[soak]", "body": id_} for id_ in ids]
            response, body = self.request(connection, "POST", "/--/api/v2/push/send", messages)
            tickets = json.loads(body)["data"] if response.status == 200 else []
            assert [each["status"] for each in tickets] == ["ok"] * 5, f"Expo answers {response.status} {body!r}"
            self.answered += ids
            receipts = {"ids": [each["id"] for each in tickets]}
            assert self.post(connection, "/--/api/v2/push/getReceipts", receipts) == 200, "receipts"

    def activity(self):
        """A Live Activity from its start to its end, with an alert in each push."""
        fields = {"apns-topic": MATCH + ".push-type.liveactivity", "apns-push-type": "liveactivity"}
        with self.http() as connection:
            for event in "start", "update", "end":
                id_ = self.identifier()
                body = self.activity_payload(event, id_)
                self.count(self.post(connection, "/3/device/" + TOKENS[4], body, fields), id_, 200)

    @staticmethod
    def activity_payload(event, id_, channel=None):
        aps = {
            "event": event, "timestamp": int(time.time()), "content-state": {"home": 1}, "alert": id_}
        if event == "start":
            aps |= {"attributes-type": "Match", "attributes": {"name": id_}}
        if event == "end":
            aps["dismissal-date"] = 1
        if channel:
            aps["input-push-channel"] = channel
        return {"aps": aps}

    def create(self, connection):
        """Creates a channel; returns its identifier."""
        response, body = self.request(
            connection, "POST", f"/1/apps/{MATCH}/channels",
            {"message-storage-policy": 1, "push-type": "LiveActivity"})
        assert response.status == 201, f"a new channel: {response.status} {body!r}"
        return response.headers["apns-channel-id"]

    def delete(self, connection, channel):
        response, _ = self.request(
            connection, "DELETE", f"/1/apps/{MATCH}/channels", None, {"apns-channel-id": channel})
        assert response.status == 204, "a channel was not deleted"

    def channel(self):
        """A channel with a Live Activity that follows it, a broadcast, its end and the deletion."""
        push = {"apns-topic": MATCH + ".push-type.liveactivity", "apns-push-type": "liveactivity"}
        with self.http() as connection:
            channel = self.create(connection)
            id_ = self.identifier()
            body = self.activity_payload("start", id_, channel)
            self.count(self.post(connection, "/3/device/" + TOKENS[5], body, push), id_, 200)
            broadcast = {
                "apns-channel-id": channel, "apns-push-type": "liveactivity",
                "apns-expiration": int(time.time()) + 3600}
            for event in "update", "end":
                id_ = self.identifier()
                body = self.activity_payload(event, id_)
                status = self.post(connection, "/4/broadcasts/apps/" + MATCH, body, broadcast)
                self.count(status, id_, 200)
            _, body = self.request(connection, "GET", f"/1/apps/{MATCH}/all-channels")
            assert json.loads(body) == {"channels": [channel]}, f"the channels are {body!r}"
            self.delete(connection, channel)

    def extension(self):
        """Pushes that a service extension may change."""
        with self.http() as connection:
            for _ in range(2):
                id_ = self.identifier()
                body = {"aps": {"alert": id_, "mutable-content": 1}}
                status = self.post(connection, "/3/device/" + TOKENS[6], body, {"apns-topic": VAULT})
                self.count(status, id_, 200)
        # Do Not Disturb may be on.
        done = self.inbox.run("wait", f"body:{id_}", "--timeout", f"{TIMEOUT}s")
        assert done.returncode == 0, f"wait: {done.stderr}"

    def api(self):
        """Requests to the API for tests, one with a wrong token, and a stream of events that is left."""
        own = {"Authorization": "Bearer " + API_TOKEN}
        scenario = json.dumps({"aps": {"alert": "Hi"}}) + "\n" + json.dumps({"expect": {"unread": 1}})
        calls = [
            ("GET", "/pushes?filter=app:com.example.chat", None, 200), ("GET", "/settings", None, 200),
            ("GET", "/rejected?filter=last", None, 200), ("POST", "/settings", {"lock": "unlocked"}, 200),
            ("POST", "/settings", {"lock": "ajar"}, 400), ("POST", "/read", {"filter": "app:com.example.mail"}, 200),
            ("GET", "/wait?filter=app:com.example.chat&timeout=10s", None, 200), ("POST", "/run", scenario, 200),
            ("GET", "/pushes/none", None, 404)]
        with self.http() as connection:
            for method, path, value, expected in calls:
                response, body = self.request(connection, method, "/api/v1" + path, value, own)
                assert response.status == expected, f"{method} {path}: {response.status} {body[:200]!r}"
                self.calls += 1
            response, _ = self.request(connection, "GET", "/api/v1/pushes", None, {"Authorization": "Bearer wrong"})
            assert response.status == 401, "a wrong token"
            connection.request("GET", "/api/v1/events", headers=own)
            # The body has no end; the connection is closed in it.
            assert connection.getresponse().status == 200, "events"

    def tls(self):
        """Pushes over HTTP/2 in TLS, a few over each connection, and handshakes that end early."""
        for _ in range(SECURE):
            self.http2(count=2, connect=self.secure)
        self.secure().close()
        with self.connect() as connection:
            try:
                # A client that does not trust the authority ends the handshake.
                ssl.create_default_context().wrap_socket(connection, server_hostname="localhost").close()
            except ssl.SSLError:
                self.dropped += 1

    def legacy(self):
        """Pushes over the binary interface, in clear and in TLS; the last has a token that is rejected.

        The program answers only that one: those before it were accepted.
        """
        for connect in self.connect, lambda port: self.secure(port, None):
            with connect(self.inbox.legacy) as connection:
                ids = [self.identifier() for _ in range(5)]
                for number, id_ in enumerate(ids):
                    body = json.dumps({"aps": {"alert": id_}}).encode()
                    token = bytes.fromhex(TOKENS[1])
                    connection.sendall(struct.pack("!BIIH32sH", 1, number, 0x7FFFFFFF, 32, token, len(body)) + body)
                connection.sendall(struct.pack("!BIIH3sH", 1, 99, 0x7FFFFFFF, 3, b"abc", 2) + b"{}")
                answer = connection.makefile("rb").read(6)
                assert answer == struct.pack("!BBI", 8, 5, 99), f"the binary interface answers {answer!r}"
                self.answered += ids
                self.rejected += 1

    def icq(self):
        """Messages to an ICQ client that was left. Another client receives those of the last round, since at most
        1,000 may wait."""
        with self.http() as connection:
            session = {
                "uin": "222222", "mobile": True, "notifyMode": "applePushNotification", "iPhoneBundleId": ICQ,
                "iPhoneDevToken": TOKENS[2], "iPhoneLocKey": "TEXT", "iPhoneLocArgs": "message"}
            other = {"uin": session["uin"], "client": "desktop"}
            for login in other, {**other, "logout": True}, session:
                assert self.post(connection, "/icq/session", login) == 200, f"ICQ session {login}"
            for _ in range(5):
                id_ = self.identifier()
                event = {"kind": "message", "from": "111111", "to": "222222", "text": id_}
                self.count(self.post(connection, "/icq/event", event), id_, 200)

    def lines(self):
        """Push lines of a feed, which is connected again from time to time; one line is none."""
        if self.feed and self.rounds % 4 == 0:
            self.feed.close()
            self.feed = None
        self.feed = self.feed or self.inbox.feed.accept()[0]
        ids = [self.identifier() for _ in range(10)]
        lines = [{"bundleId": APPS[0], "payload": {"aps": {"alert": id_}}} for id_ in ids]
        self.feed.sendall("".join(json.dumps(line) + "\n" for line in ["none", *lines]).encode())
        # Lines have no answer: the last one is in the list when `wait` finds it.
        done = self.inbox.run("wait", f"body:{ids[-1]}", "--timeout", f"{TIMEOUT}s")
        assert done.returncode == 0, f"wait: {done.stderr}"
        self.answered += ids
        self.rejected += 1

    def hook(self):
        """A push for which a program is run."""
        with self.http() as connection:
            id_ = self.identifier()
            body = {"aps": {"alert": id_}, "hooked": True}
            self.count(self.post(connection, "/3/device/" + TOKENS[3], body), id_, 200)

    def drop(self):
        """Opens connections and closes them before or inside a request."""
        for text in (
                b"", b"POST /3/dev",
                b"POST /3/device/abcd HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{",
                b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(SETTINGS, 0, 0) + b"\0",
                b"\x16\x03\x01\x02\0\x01\0"):
            with self.connect() as connection:
                connection.sendall(text)
            self.dropped += 1

    def command(self):
        """Runs a command over the control socket."""
        words = self.draw.choice([
            ["ls", "is:unread"], ["ls", "--json", "app:com.example.chat"], ["ls", "is:rejected"],
            ["why", "last"], ["queue"], ["read", "app:com.example.mail"], ["set", "lock=locked"],
            ["set", "lock=unlocked"], ["set", "dnd=30m"], ["set", "dnd=off"]])
        done = self.inbox.run(*words)
        assert done.returncode == 0, f"{words}: {done.stderr}"
        self.commands += 1

    def listen(self):
        """Starts a reader of events, or stops the running one."""
        if self.reader:
            self.stop_listening()
        else:
            self.reader = subprocess.Popen(
                self.inbox.call("events", "--json"), cwd=self.inbox.home, env=self.inbox.environment,
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            self.events += 1

    def stop_listening(self):
        if self.reader:
            # It has unread lines: a reader that does not read must not block the program.
            self.reader.kill()
            self.reader.wait()
            self.reader.stdout.close()
            self.reader = None

    def metrics(self):
        with self.http() as connection:
            for path in "/ready", "/metrics":
                response, _ = self.request(connection, "GET", path)
                assert response.status == 200, path

    def run(self, seconds):
        """Loads the inbox; returns samples of its sizes, at least two in each quarter."""
        kinds = [
            self.http1, self.http1, self.http2, self.http2, self.tls, self.fcm, self.legacy, self.icq, self.lines,
            self.hook, self.expo, self.activity, self.channel, self.extension, self.api, self.drop, self.command,
            self.listen, self.metrics]
        # What is made once, at the first use of each kind, is no growth.
        for kind in kinds:
            kind()
        began = time.monotonic()
        samples = []
        while time.monotonic() - began < seconds or len(samples) < 8:
            start = time.monotonic()
            for kind in kinds:
                kind()
            self.rounds += 1
            samples.append(self.inbox.sizes())
            # The program and this script use at most half of a core together.
            time.sleep(max(time.monotonic() - start, 0.05))
        self.stop_listening()
        return samples


def quarter(samples, number, column):
    """Returns the smallest value of a column in a quarter of the samples, so that short peaks do not count."""
    count = len(samples)
    return min(each[column] for each in samples[number * count // 4:(number + 1) * count // 4])


def check(inbox, load, samples):
    """Yields each statement, whether it holds, and the measured value."""
    errors = open(os.path.join(inbox.home, "errors")).read()
    # A busy disk may take seconds to answer.
    expected = [f"unix:{FEED}: the other end closed", "pushinbox: the disk of the store "]
    others = [line for line in errors.splitlines() if not any(text in line for text in expected)]
    yield "the program reports nothing but where it listens, slow disks and that the feed ended", len(others) == 1, others[-3:]
    for column, (title, tolerance) in enumerate(
            [("resident memory", MEMORY_TOLERANCE), ("the database", STORE_TOLERANCE),
             ("number of descriptors", DESCRIPTOR_TOLERANCE)]):
        early, late = quarter(samples, 1, column), quarter(samples, 3, column)
        found = f"{early} to {late}, tolerance {tolerance}"
        yield f"{title} does not grow", late - early <= tolerance, found
    log = os.path.getsize(os.path.join(inbox.store, "inbox.db-wal"))
    yield "the write-ahead log is bounded", log < 40_000_000, f"{log} bytes"
    with contextlib.closing(sqlite3.connect(os.path.join(inbox.store, "inbox.db"))) as database:
        verdict = [line for line, in database.execute("PRAGMA integrity_check")]
        rows = database.execute("SELECT apns_id, body, place FROM pushes ORDER BY id").fetchall()
    yield "SQLite reports no damage", verdict == ["ok"], verdict[:3]
    # The text of a push is its identifier, with or without an apns-id of ours.
    there = [body for _, body, _ in rows]
    yield "no push is stored twice", len(there) == len(set(there)), f"{len(there)} rows"
    listed = [body for _, body, place in rows if place == 0]
    yield "the list is full", len(listed) == KEEP, f"{len(listed)} of {KEEP}"
    # The connections send one after the other, so that answers come in the order of arrival, except within a batch.
    newest = load.answered[-KEEP + 100:]
    lost = set(newest) - set(there)
    found = f"{len(lost)} of {len(newest)} are missing"
    yield "every push answered with 200 is stored until the limit removes it", not lost, found
    yield "no push is stored that was not answered with 200", set(there) <= set(load.answered), len(there)
    inbox.process.send_signal(signal.SIGTERM)
    yield "the program exits on SIGTERM", inbox.process.wait(TIMEOUT) == 143, inbox.process.returncode


def main(program, seconds):
    if not os.path.exists("/proc/self/statm"):
        print("1..0 # SKIP the system does not report the memory of processes")
        return 0
    home = tempfile.mkdtemp(prefix="pushinbox-soak-")
    inbox = Inbox(program, home)
    load = Load(inbox, random.Random(1))
    number, is_good = 0, True
    try:
        load.fill()
        samples = load.run(seconds)
        print(
            f"# {len(load.answered)} pushes got a 200, {load.rejected} were rejected, {load.dropped} "
            f"connections were closed early, {load.commands} commands, {load.calls} calls of the API, {load.events} readers of events, "
            f"{len(samples)} samples, {load.secured} connections over TLS", flush=True)
        for number, (title, is_so, found) in enumerate(check(inbox, load, samples), 1):
            print(f"{'ok' if is_so else 'not ok'} {number} - {title}\n# {found}", flush=True)
            is_good = is_good and is_so
    except (AssertionError, OSError, subprocess.SubprocessError) as problem:
        number += 1
        print(f"not ok {number} - the load completes\n# {type(problem).__name__}: {problem}", flush=True)
        is_good = False
    finally:
        load.stop_listening()
        inbox.feed.close()
        inbox.process.kill()
        inbox.process.wait()
    print(f"1..{number}", flush=True)
    if is_good:
        shutil.rmtree(home)
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1]), float(sys.argv[2])))

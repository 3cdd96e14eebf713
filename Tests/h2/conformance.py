"""Runs the tables of cases.py and http1.py against a server, and prints TAP.

conformance.py PROGRAM starts `PROGRAM serve` and runs all rows, in clear and in TLS.
conformance.py --at PORT runs the rows of HTTP/2 against another server in clear on this machine, to check the
table. That server must answer GET and POST of /ready and of /3/device/TOKEN with 200, /ready with a body of 6
bytes; other fields of its responses are not checked.
"""

import argparse
import json
import re
import ssl
import subprocess
import sys
import tempfile
import threading

import cases
import http1
import wire
from client import DEADLINE, Client, Endpoint, Failure

ALIVE = 0x3FFF_FFFF


class Inbox:
    """`pushinbox serve` on a port of its own, with folders of its own."""

    def __init__(self, program, home):
        environment = {"HOME": home, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
        for name in "DATA", "STATE", "CONFIG", "RUNTIME", "CACHE":
            environment[f"XDG_{name}_{'DIR' if name == 'RUNTIME' else 'HOME'}"] = home
        self.process = subprocess.Popen(
            [program, "serve", "--ephemeral", "--listen", "127.0.0.1:0", "--print-endpoints"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment,
            cwd=home)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"Bail out! {program} serve ended with status {self.process.wait()}.")
        endpoints = json.loads(line)
        self.port = int(endpoints["apns"].rsplit(":", 1)[1])
        self.authority = endpoints["ca"]
        # The program blocks its senders while its event lines are not read.
        self.reader = threading.Thread(target=self.process.stdout.read, daemon=True)
        self.reader.start()

    def end(self):
        """Stops the program; returns its exit status: 143 after SIGTERM, unless it has exited before."""
        if self.process.poll() is not None:
            return self.process.returncode
        self.process.terminate()
        try:
            return self.process.wait(2 * DEADLINE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


class Player:
    """Runs a row on a connection of its own."""

    def __init__(self, endpoint, row, checks_fields):
        self.row, self.checks_fields = row, checks_fields
        self.client = Client(endpoint, row.settings, row.begins)

    def play(self, expected):
        for step in self.row.sent:
            if isinstance(step, bytes):
                self.client.send(step)
            elif step == "fill":
                self.fill()
            else:
                self.verify(step)
        self.verify(expected)
        if self.row.goes_on and not re.match("GOAWAY|closed", expected):
            self.client.send(wire.headers(ALIVE, cases.GET))
            self.client.wait(lambda: self.client.stream(ALIVE).fields, "the answer of a last request")
            self.must(self.client.stream(ALIVE).status == "200", "the last request got another status")
            self.must(self.client.goaway is None, f"GOAWAY {self.client.goaway}")

    def fill(self):
        count = self.client.settings[wire.MAX_CONCURRENT_STREAMS]
        for stream in range(1, 2 * count, 2):
            self.client.send(wire.headers(stream, cases.GET))
        self.must(self.client.ping(), "the connection is closed")
        self.must(not self.client.resets, "a stream within the limit was reset")

    @staticmethod
    def must(is_so, because):
        if not is_so:
            raise Failure(because)

    def verify(self, expected):
        word, *words = expected.split(" ")
        if word == "GOAWAY":
            self.verify_goaway(words)
        elif word == "closed":
            self.must(not self.client.ping(), "the connection stays open")
            self.must(not any(stream.fields for stream in self.client.streams.values()),
                "there is a response")
        elif word == "RST_STREAM":
            number, codes = int(words[0]), words[1].split("|")
            self.verify_open({number})
            code = self.client.resets.get(number)
            self.must(code in codes, f"stream {number} was reset with {code}")
            self.must(number not in self.client.streams or not self.client.stream(number).fields,
                      "a reset stream has a response")
        elif word == "nothing":
            before = self.responses()
            self.verify_open()
            self.must(self.responses() == before, "there is a response")
        elif word == "SETTINGS":
            self.verify_open()
            self.must(self.client.acks == int(words[0]),
                f"{self.client.acks} SETTINGS frames were acknowledged")
        elif word == "PING":
            payload = expected.removeprefix("PING ").encode()
            self.verify_open()
            self.must(self.client.pongs.count(payload) == 1, f"acks of PING: {self.client.pongs}")
        else:
            self.verify_response(int(word.removesuffix(":")), words)

    def verify_goaway(self, words):
        is_open = self.client.ping()
        self.must(self.client.goaway is not None, f"no GOAWAY was received, and the connection is {'open' * is_open}")
        self.must(not is_open, "the connection stays open after GOAWAY")
        code, last = self.client.goaway
        self.must(code in words[0].split("|"), f"GOAWAY has the code {code}")
        if len(words) > 1:
            self.must(words[1] == f"last={last}", f"GOAWAY names stream {last}")

    def verify_open(self, resets=()):
        self.must(self.client.ping(), f"the connection was closed, GOAWAY {self.client.goaway}")
        self.must(self.client.goaway is None, f"GOAWAY {self.client.goaway}")
        others = set(self.client.resets) - set(resets) - self.earlier_resets()
        self.must(not others, f"streams {others} were reset")

    def earlier_resets(self):
        """The streams that rows expect to be reset before their last step."""
        return {int(step.split(" ")[1]) for step in self.row.sent if str(step).startswith("RST_STREAM")}

    def responses(self):
        return {number: (stream.fields, stream.body) for number, stream in self.client.streams.items()}

    def verify_response(self, number, words):
        stream = self.client.stream(number)
        if words[0] in ("HEADERS", "DATA"):
            size = int(words[1]) if words[1:] else 0
            self.client.wait(
                lambda: stream.fields and len(stream.body) >= size or stream.reset, f"the response {words}")
            self.verify_open()
            self.must(len(stream.body) == size and not stream.is_ended, f"{len(stream.body)} bytes were received")
            return
        self.client.wait(
            lambda: stream.is_ended or stream.reset or self.client.goaway, f"the response of {number}")
        self.must(stream.is_ended, f"stream {number}: reset {stream.reset}, GOAWAY {self.client.goaway}")
        self.must(stream.status in words[0].split("|"), f"stream {number} got {stream.status}")
        if self.row.goes_on:
            # A server may stop a request that it has answered (RFC 9113 §8.1).
            self.verify_open({number} if stream.reset == "NO_ERROR" else ())
        if not self.checks_fields:
            return
        values = dict(stream.fields) | {"body": str(len(stream.body))}
        for word in words[1:]:
            name, value = word.split("=")
            self.must(values.get(name) == value, f"{name} is {values.get(name)}")


def play(endpoint, row, expected, checks_fields):
    """Returns None, or the problem."""
    player = None
    try:
        player = Player(endpoint, row, checks_fields)
        player.play(expected)
    except (Failure, OSError, LookupError, ValueError) as problem:
        frames = "; ".join(player.client.log) if player else "none"
        return f"{type(problem).__name__}: {problem}. Frames of the server: {frames}"
    finally:
        if player:
            player.client.close()


class Report:
    def __init__(self):
        self.number = self.failed = 0

    def add(self, name, problem):
        self.number += 1
        self.failed += problem is not None
        print(f"{'ok' if problem is None else 'not ok'} {self.number} - {name}", flush=True)
        if problem is not None:
            print(f"# {problem}", flush=True)

    def end(self):
        print(f"1..{self.number}", flush=True)
        return 1 if self.failed else 0


def play_http2(report, endpoint, transport, checks_fields=True):
    for row in cases.ROWS:
        expected, reason = row.deviation or (row.expected, None)
        name = f"{transport}: {row.name} (RFC {row.section}, {row.group})"
        report.add(name, play(endpoint, row, expected, checks_fields))
        if reason:
            print(f"# deviation: {expected} instead of {row.expected}. {reason}.", flush=True)


def play_program(program):
    report = Report()
    with tempfile.TemporaryDirectory() as home:
        inbox = Inbox(program, home)
        try:
            clear = Endpoint(inbox.port)
            secured = Endpoint(inbox.port, ssl.create_default_context(cafile=inbox.authority))
            for transport, endpoint in ("clear", clear), ("TLS", secured):
                play_http2(report, endpoint, transport)
                http1.play(report, endpoint, transport)
        finally:
            status = inbox.end()
        report.add("the program survives all rows", None if status == 143 else f"its exit status is {status}")
    return report.end()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", nargs="?")
    parser.add_argument("--at", type=int)
    arguments = parser.parse_args()
    if arguments.at:
        report = Report()
        play_http2(report, Endpoint(arguments.at), "clear", checks_fields=False)
        return report.end()
    return play_program(arguments.program)


if __name__ == "__main__":
    sys.exit(main())

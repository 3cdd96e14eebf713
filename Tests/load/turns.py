"""Has a sender keep 900 requests in flight at a `pushinbox serve` of its own, while another pushes one by one.

turns.py PROGRAM prints TAP. Connections take turns: while a push waits for its answer, the busy sender gets at most a
third as many answers as it has requests in flight, in the median of 50 pushes. In the order of arrival it would get
all of them. Whether the other pushes without a pause makes no difference: a batch that has begun is short.
"""

import multiprocessing
import os
import socket
import statistics
import struct
import sys
import tempfile
import time
import uuid

from floods import PATIENCE, PREFACE, head
from load import END_HEADERS, END_STREAM, HEADERS, RST_STREAM, SETTINGS, WINDOW_UPDATE, Inbox, frame, push
from unread import request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "crash"))
from inbox import wait  # noqa: E402

IN_FLIGHT = 900
PUSHES = 50
# In seconds: longer than a batch takes.
PAUSE = 0.05
READY = "/ready"


def http1_push(body=b'{"aps":{"alert":"load"}}'):
    head = f"POST /3/device/{'ab' * 32} HTTP/1.1\r\nHost: localhost\r\napns-topic: com.example.own\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def http2_ready(stream):
    return frame(HEADERS, END_HEADERS | END_STREAM, stream, head(method="GET", path=READY))


class HTTP1:
    opening = b""

    def __init__(self, text):
        self.text = text
        self.rest = b""

    def requests(self, count):
        return self.text * count

    def answers(self, text):
        """Returns how many answers begin in what was received."""
        start = b"HTTP/1.1 "
        text = self.rest + text
        # The beginning of one may be at the end.
        self.rest = text[1 - len(start):]
        return text.count(start)


class HTTP2:
    # The client's windows are open, and stay so for more than an attack.
    opening = PREFACE + frame(SETTINGS, 0, 0) + frame(WINDOW_UPDATE, 0, 0, struct.pack(">I", 1 << 30))

    def __init__(self, make):
        self.make = make
        self.rest = bytearray()
        self.count = 0

    def requests(self, count):
        first = self.count
        self.count += count
        return b"".join(self.make(2 * number + 1) for number in range(first, self.count))

    def answers(self, text):
        self.rest += text
        count = 0
        while len(self.rest) >= 9 and len(self.rest) >= (size := 9 + int.from_bytes(self.rest[:3], "big")):
            count += self.rest[3] in (HEADERS, RST_STREAM)
            del self.rest[:size]
        return count


class BusySender:
    """A sender in a process of its own, with a count of its answers that it shares."""

    def __init__(self, port, protocol):
        context = multiprocessing.get_context("fork")
        self.port, self.protocol, self.answers = port, protocol, context.Value("q", 0)
        self.process = context.Process(target=self.run, daemon=True)
        self.process.start()

    def run(self):
        # It shares the cores with the program and the other sender.
        os.nice(5)
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as connection:
            connection.sendall(self.protocol.opening + self.protocol.requests(IN_FLIGHT))
            while text := connection.recv(65_536):
                count = self.protocol.answers(text)
                self.answers.value += count
                connection.sendall(self.protocol.requests(count))

    def end(self):
        self.process.kill()
        self.process.join()


def push_one(connection):
    connection.sendall(http1_push())
    text = b""
    while b"\r\n\r\n" not in text:
        more = connection.recv(65_536)
        assert more, "the program closed the connection"
        text += more
    return text.startswith(b"HTTP/1.1 200 ")


def suffer(program, pause, *protocols):
    """Returns what is wrong, and a diagnostic. There is a busy sender for each of the protocols.

    The other sender waits for `pause` seconds before each push.
    """
    with tempfile.TemporaryDirectory() as home:
        inbox = Inbox(program, home)
        busy = [BusySender(inbox.port, protocol) for protocol in protocols]

        def answers():
            return sum(each.answers.value for each in busy)

        try:
            if not wait(lambda: answers() > 2 * IN_FLIGHT):
                return ["the busy sender gets no answers"], ""
            waits, wrong = [], []
            with socket.create_connection(("127.0.0.1", inbox.port), PATIENCE) as connection:
                for _ in range(PUSHES):
                    time.sleep(pause)
                    before = answers()
                    if not push_one(connection):
                        wrong.append("a push was rejected")
                    waits.append(answers() - before)
            median = statistics.median(waits)
            if median > IN_FLIGHT / 3:
                wrong.append("the other sender waits for too many")
            return wrong, f"{median:.0f} answers to the busy sender for each push of the other, {max(waits)} at most"
        finally:
            for each in busy:
                each.end()
            inbox.end()


# Read, it has 16 times its size: a thousand of them fill the queue of the program.
MANY_ELEMENTS = http1_push(b'{"aps":{"alert":"x"},"d":[' + b"1," * 1_900 + b"1]}")
ROWS = [
    ("pushes over HTTP/1.1", 0, HTTP1(http1_push())),
    ("pushes over HTTP/2", 0, HTTP2(lambda stream: push(stream, str(uuid.UUID(int=stream))))),
    ("pushes over HTTP/1.1, and the other pauses", PAUSE, HTTP1(http1_push())),
    ("rejected requests over HTTP/1.1", 0, HTTP1(request("/none"))),
    ("GET /ready over HTTP/1.1", 0, HTTP1(request(READY))),
    ("GET /ready over HTTP/2", 0, HTTP2(http2_ready)),
    ("pushes of many elements over each of two connections", 0, HTTP1(MANY_ELEMENTS), HTTP1(MANY_ELEMENTS)),
]


def main(program):
    print(f"1..{len(ROWS)}", flush=True)
    is_good = True
    for number, (title, pause, *protocols) in enumerate(ROWS, 1):
        try:
            wrong, remark = suffer(program, pause, *protocols)
        except (OSError, AssertionError) as problem:
            wrong, remark = [f"{type(problem).__name__}: {problem}"], ""
        is_good = is_good and not wrong
        print(
            f"{'not ok' if wrong else 'ok'} {number} - {IN_FLIGHT} {title}\n# {'; '.join([*wrong, remark])}", flush=True)
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

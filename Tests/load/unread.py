"""Has 1,023 clients send requests to a `pushinbox serve` of its own and read no response.

unread.py PROGRAM prints TAP. The resident memory of the program stays below 150 MB, over HTTP/1.1 and HTTP/2, in clear
and in TLS, and it answers others meanwhile. Linux only: the memory is read from /proc.
"""

import os
import re
import resource
import socket
import ssl
import sys
import tempfile

from load import Inbox, SETTINGS, HEADERS, END_HEADERS, END_STREAM, frame, literal

CLIENTS = 1_023
MOST = 150_000_000
METRICS = "/metrics"
# The list of all channels of an app, which has about 270 KB.
LIST = "/1/apps/com.example.own/all-channels"
CHANNELS = 10_000
# Rounds without a change, each with an answer to another client, after which nothing moves any more.
QUIET_ROUNDS = 40


def request(path):
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


def http1(path, count):
    return request(path) * count


def http2(path, count):
    """Streams whose responses may have no body (SETTINGS_INITIAL_WINDOW_SIZE is 0)."""
    fields = {":method": "GET", ":scheme": "http", ":path": path, ":authority": "localhost"}
    block = b"".join(literal(name, value) for name, value in fields.items())
    streams = (frame(HEADERS, END_HEADERS | END_STREAM, 2 * number + 1, block) for number in range(min(count, 1000)))
    settings = frame(SETTINGS, 0, 0, bytes([0, 4, 0, 0, 0, 0]))
    return b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + settings + b"".join(streams)


class Client:
    """Sends as far as it can without a wait."""

    def __init__(self, port, data, context):
        plain = socket.socket()
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        plain.settimeout(60)
        plain.connect(("127.0.0.1", port))
        self.socket = context.wrap_socket(plain) if context else plain
        self.socket.setblocking(False)
        self.rest = memoryview(data)

    def send(self):
        try:
            while self.rest:
                self.rest = self.rest[self.socket.send(self.rest[:16_384]):]
        except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
            pass
        except OSError:
            # The program has closed the connection over its unread responses.
            self.rest = b""
        return len(self.rest)


class Reader:
    """A client that reads."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), 60)
        self.rounds = 0

    def requests(self):
        """Returns the number of requests of other clients that the program has parsed."""
        self.socket.sendall(request(METRICS))
        text = b""
        while b"notifications_listed 0\n" not in text:
            more = self.socket.recv(65_536)
            assert more, "the program closed the connection"
            text += more
        self.rounds += 1
        return int(re.search(rb"\npushinbox_requests_total (\d+)", text)[1]) - self.rounds


def memory(process):
    """The most memory that a process had, in bytes."""
    with open(f"/proc/{process}/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM:"))


def create_channels(port, count):
    """Creates channels over one connection; the requests of a batch are pipelined."""
    body = b'{"message-storage-policy":0,"push-type":"LiveActivity"}'
    head = f"POST /1/apps/com.example.own/channels HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), 60) as connection:
        answers = connection.makefile("rb")
        for _ in range(count // 100):
            connection.sendall((head.encode() + body) * 100)
            for _ in range(100):
                assert answers.readline().startswith(b"HTTP/1.1 201 "), "a channel was not created"
                while (field := answers.readline()) != b"\r\n":
                    assert field, "the program closed the connection"


def peak(program, data, context, channels):
    with tempfile.TemporaryDirectory() as home:
        inbox = Inbox(program, home)
        try:
            create_channels(inbox.port, channels)
            reader = Reader(inbox.port)
            clients = []
            for number in range(CLIENTS):
                clients.append(Client(inbox.port, data, context))
                # With too many connections the one without a request for the longest time is closed, which must not
                # be this one if the handshakes of the others take long.
                if number % 50 == 0:
                    reader.requests()
            last, quiet = None, 0
            while quiet < QUIET_ROUNDS:
                now = sum(client.send() for client in clients), reader.requests()
                quiet = quiet + 1 if now == last else 0
                last = now
            return memory(inbox.process.pid)
        finally:
            inbox.end()


def main(program):
    if not os.path.exists("/proc/self/status"):
        print("1..0 # SKIP the system does not report the memory of processes")
        return 0
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if most < CLIENTS + 300:
        print(f"1..0 # SKIP a process may have {most} descriptors only")
        return 0
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    is_good = True
    cases = [
        (version, layer, name, data(path, count), channels)
        for name, path, count, channels in (
            ("metrics", METRICS, 7000, 0), ("lists of channels", LIST, 100, CHANNELS))
        for version, data in (("HTTP/1.1", http1), ("HTTP/2", http2))
        for layer in ("clear", "TLS")]
    for number, (version, layer, name, data, channels) in enumerate(cases, 1):
        found = peak(program, data, context if layer == "TLS" else None, channels)
        is_so = found < MOST
        is_good = is_good and is_so
        print(
            f"{'ok' if is_so else 'not ok'} {number} - {CLIENTS} clients that do not read {name}, {version} in {layer}: "
            f"{found / 1e6:.0f} MB", flush=True)
    print(f"1..{len(cases)}", flush=True)
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

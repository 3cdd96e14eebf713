"""Attacks a `pushinbox serve` of its own in one way after the other, while another sender pushes to it.

floods.py PROGRAM prints TAP, a row for each attack. While it goes on every push of the other sender gets a 200 and
is in the inbox, once, the resident memory of the program stays below 150 MB, and afterwards its connections are
gone. Streams that are reset and headers without an end are answered with a GOAWAY of their connection. Then 1,000
connections push at once, and 10,000 streams are open at once.

The rate of the other sender during the attack, in percent of its rate at an inbox that nobody attacks, is a
diagnostic: attacker, sender and program share the machine. The two are measured in turns, while the attack goes on
and while it pauses, so that other work of the machine slows both. FLOODS=all has each attacker send 10,000 frames a
second for longer, and the rate stay above 80 %. Linux only: memory is read from /proc.
"""

import asyncio
import collections
import contextlib
import multiprocessing
import os
import resource
import select
import socket
import struct
import subprocess
import sys
import tempfile
import time
import uuid

from load import (
    ACK, DATA, END_HEADERS, END_STREAM, GOAWAY, HEADERS, PING, SETTINGS, WINDOW_UPDATE, Inbox, Sender, frame, literal,
    push)
from unread import memory

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "crash"))
from inbox import wait  # noqa: E402

RST_STREAM, CONTINUATION = 3, 9
CANCEL = struct.pack(">I", 8)
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
MOST_MEMORY = 150_000_000
PATIENCE = 60
# What a flood may end with: PROTOCOL_ERROR, INTERNAL_ERROR, STREAM_CLOSED, FRAME_SIZE_ERROR, ENHANCE_YOUR_CALM.
ENDINGS = {1, 2, 5, 6, 11}
# Frames of an attacker between two looks at what came back.
BURST = 500
# An attack is over after so many connections or bytes, whichever comes first.
CONNECTIONS, BYTES = 2_000, 1 << 30
# The connections of an attack that holds as many as it can, and opens others for those that are closed.
HELD = 700
# Connections without requests. One is left for the other sender's, and some for those that end.
IDLE = 1_000
IS_LONG = os.environ.get("FLOODS") == "all"
# Seconds between two bursts.
PAUSE = BURST / 10_000 if IS_LONG else 0
# The rounds of the other sender, of so many pushes each.
ROUNDS, ROUND = (60, 200) if IS_LONG else (12, 100)


def head(*, method="POST", path="/3/device/" + "ab" * 32, **fields):
    names = {":method": method, ":scheme": "http", ":path": path, ":authority": "localhost", **fields}
    return b"".join(literal(name, value) for name, value in names.items())


class Attack:
    """An attacker in a process of its own, with counters that it shares."""

    def __init__(self, work, port):
        context = multiprocessing.get_context("fork")
        # Bursts, connections and GOAWAY frames by their code, the last place for other ends.
        self.bursts, self.connections = context.Value("q", 0), context.Value("q", 0)
        self.codes, self.is_over, self.is_paused = context.Array("q", 17), context.Event(), context.Event()
        self.most = CONNECTIONS
        self.process = context.Process(target=self.run, args=(work, port), daemon=True)

    def run(self, work, port):
        # One attacker and two threads of the program share the cores with the other sender.
        os.nice(5)
        self.port, self.sent = port, 0
        try:
            work(self)
        except KeyboardInterrupt:
            pass

    def goes_on(self):
        while self.is_paused.is_set() and not self.is_over.is_set():
            time.sleep(0.001)
        return not self.is_over.is_set() and self.connections.value < self.most and self.sent < BYTES

    def connect(self, *settings):
        self.connections.value += 1
        connection = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        connection.sendall(PREFACE + frame(SETTINGS, 0, 0, b"".join(struct.pack(">HI", *each) for each in settings)))
        return connection

    def flood(self, make_burst, opening=b"", reads=True):
        """Sends bursts over one connection after the other, each until it ends."""
        while self.goes_on():
            number, input_ = 0, bytearray()
            with self.connect() as connection, contextlib.suppress(ConnectionError):
                connection.sendall(opening)
                while self.goes_on():
                    burst = make_burst(number)
                    number += 1
                    connection.setblocking(False)
                    rest = memoryview(burst)
                    while rest and self.goes_on():
                        readable, writable, _ = select.select([connection], [connection], [], 1)
                        if readable and not self.read(connection, input_):
                            raise ConnectionResetError
                        if writable:
                            rest = rest[connection.send(rest[:65_536]):]
                    self.sent += len(burst)
                    self.bursts.value += 1
                    time.sleep(PAUSE)
            self.record(input_)

    @staticmethod
    def read(connection, input_):
        try:
            text = connection.recv(65_536)
        except BlockingIOError:
            return True
        input_ += text
        return bool(text)

    def record(self, input_):
        """Counts how a connection ended: the code of the last GOAWAY, or none."""
        code = 16
        while len(input_) >= 9:
            size = 9 + int.from_bytes(input_[:3], "big")
            if input_[3] == GOAWAY:
                code = min(15, int.from_bytes(input_[13:17], "big"))
            del input_[:size]
        self.codes[code] += 1


def streams(number):
    """The numbers of the streams of a burst."""
    first = 1 + 2 * BURST * number
    return range(first, first + 2 * BURST, 2)


REQUEST_HEAD = head()
PING_FRAME = frame(PING, 0, 0, b"12345678")


def metrics(stream):
    return frame(HEADERS, END_HEADERS | END_STREAM, stream, head(method="GET", path="/metrics"))


def resets(attack):
    attack.flood(lambda number: b"".join(
        frame(HEADERS, END_HEADERS, stream, REQUEST_HEAD) + frame(RST_STREAM, 0, stream, CANCEL)
        for stream in streams(number)))


def provoked_resets(attack):
    attack.flood(lambda number: b"".join(
        frame(HEADERS, END_HEADERS, stream, REQUEST_HEAD) + frame(WINDOW_UPDATE, 0, stream, bytes(4))
        for stream in streams(number)))


def pings(attack):
    attack.flood(lambda _: PING_FRAME * BURST)


def settings(attack):
    attack.flood(lambda _: frame(SETTINGS, 0, 0, struct.pack(">HI", 4, 65_535)) * BURST)


def continuations(attack):
    attack.flood(
        lambda _: frame(CONTINUATION, 0, 1, literal("x", "y" * 100)) * BURST,
        opening=frame(HEADERS, 0, 1, REQUEST_HEAD))


def empty_continuations(attack):
    attack.flood(lambda _: frame(CONTINUATION, 0, 1) * BURST, opening=frame(HEADERS, 0, 1, REQUEST_HEAD))


def empty_data(attack):
    attack.flood(lambda _: frame(DATA, 0, 1) * BURST, opening=frame(HEADERS, END_HEADERS, 1, REQUEST_HEAD))


def open_streams(attack):
    """Streams that never end, more than SETTINGS_MAX_CONCURRENT_STREAMS."""
    attack.flood(lambda number: b"".join(
        frame(HEADERS, END_HEADERS, stream, REQUEST_HEAD) for stream in streams(number)))


def sends(text):
    return lambda connection: connection.send(text)


def reads_a_byte(connection):
    if not connection.recv(1):
        raise ConnectionResetError


def hold(attack, make, act=sends(b"z"), count=HELD):
    """Opens so many connections, and has each send or read a little now and then."""
    held = []
    turn = 0
    is_full = False
    attack.most = 100 * HELD
    while attack.goes_on():
        is_full = is_full or len(held) == count
        if len(held) < count:
            with contextlib.suppress(ConnectionError):
                held.append(make(attack, turn))
        else:
            connection = held[turn % len(held)]
            try:
                connection.setblocking(False)
                act(connection)
            except BlockingIOError:
                pass
            except OSError:
                connection.close()
                held.remove(connection)
            if turn % 100 == 0:
                time.sleep(0.01)
        turn += 1
        # The attack begins when all are open.
        attack.bursts.value += is_full
    for connection in held:
        connection.close()


def slow_heads(attack):
    def make(attack, _):
        connection = socket.create_connection(("127.0.0.1", attack.port), PATIENCE)
        connection.sendall(b"POST /3/device/abcd HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        return connection
    hold(attack, make)


def slow_bodies(attack):
    def make(attack, _):
        connection = socket.create_connection(("127.0.0.1", attack.port), PATIENCE)
        connection.sendall(
            b"POST /3/device/abcd HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n" + b"x" * 20_000)
        return connection
    hold(attack, make)


def stalled_windows(attack):
    """Responses with a body for which the client gives no window."""
    def make(attack, _):
        connection = attack.connect((4, 0))
        connection.sendall(b"".join(metrics(stream) for stream in range(1, 41, 2)))
        return connection
    hold(attack, make, act=sends(PING_FRAME))


def slow_readers(attack):
    """Responses that the client reads byte by byte."""
    def make(attack, _):
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        connection.settimeout(PATIENCE)
        connection.connect(("127.0.0.1", attack.port))
        attack.connections.value += 1
        connection.sendall(
            PREFACE + frame(SETTINGS, 0, 0) + frame(WINDOW_UPDATE, 0, 0, struct.pack(">I", 1 << 30))
            + b"".join(metrics(stream) for stream in range(1, 101, 2)))
        # The requests are answered before the attack begins.
        connection.recv(1)
        return connection
    hold(attack, make, act=reads_a_byte)


def idle_connections(attack):
    hold(attack, lambda attack, _: attack.connect(), act=sends(PING_FRAME), count=IDLE)


def waiting_streams(attack):
    """10,000 streams over 10 connections whose bodies do not come."""
    def make(attack, _):
        connection = attack.connect()
        connection.sendall(b"".join(frame(HEADERS, END_HEADERS, stream, REQUEST_HEAD) for stream in range(1, 2_001, 2)))
        return connection
    hold(attack, make, act=sends(PING_FRAME), count=10)


# Each with whether the program ends its connections with a GOAWAY.
ATTACKS = [
    ("streams that are reset at once (rapid reset)", resets, True),
    ("streams whose reset is provoked (MadeYouReset)", provoked_resets, True),
    ("PING frames", pings, False),
    ("SETTINGS frames", settings, False),
    ("CONTINUATION frames", continuations, True),
    ("empty CONTINUATION frames", empty_continuations, True),
    ("empty DATA frames", empty_data, False),
    ("streams that never end", open_streams, False),
    (f"{HELD} connections with slow heads", slow_heads, False),
    (f"{HELD} connections with slow bodies", slow_bodies, False),
    (f"{HELD} connections with stalled windows", stalled_windows, False),
    (f"{HELD} connections that read a byte now and then", slow_readers, False),
    (f"{IDLE:,} connections without requests", idle_connections, False),
    ("10,000 streams that wait for their bodies", waiting_streams, False),
]


def send_round(port, number, results):
    """Sends the pushes of a round; returns how many seconds that took."""
    waiting = collections.deque(
        str(uuid.UUID(int=(number << 32) + each)) for each in range(ROUND))
    began = time.monotonic()
    asyncio.run(asyncio.wait_for(Sender(port, waiting, results).run(), PATIENCE))
    return time.monotonic() - began


def open_connections(inbox):
    """The connections that the program has, by its own count, without the one that asks."""
    with socket.create_connection(("127.0.0.1", inbox.port), PATIENCE) as connection:
        connection.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        text = connection.makefile("rb").read().decode()
    line = next(line for line in text.splitlines() if line.startswith("pushinbox_connections"))
    return int(line.split()[1]) - 1


def suffer(program, work, ends):
    """Attacks an inbox; returns what is wrong, and diagnostics."""
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryDirectory() as quiet_home:
        inbox, quiet = Inbox(program, home), Inbox(program, quiet_home)
        attack = Attack(work, inbox.port)
        try:
            results = {}
            alone = attacked = 0
            attack.process.start()
            for number in range(ROUNDS):
                # The attack goes on between any two rounds.
                attack.is_paused.clear()
                before = attack.bursts.value
                if not wait(lambda: attack.bursts.value > before):
                    return ["the attack does not go on"], ""
                attacked += send_round(inbox.port, number, results)
                attack.is_paused.set()
                alone += send_round(quiet.port, number, {})
            found = memory(inbox.process.pid)
            attack.is_over.set()
            attack.process.join(PATIENCE)
            there = inbox.listed("com.example.own")
            wrong = []
            if len(results) != ROUNDS * ROUND or set(results.values()) != {200}:
                wrong.append(f"not all pushes got a 200: {collections.Counter(results.values())}")
            if set(there) != set(results) or max(there.values()) > 1:
                wrong.append(f"{len(there)} of {len(results)} pushes are in the inbox")
            if found > MOST_MEMORY:
                wrong.append(f"{found / 1e6:.0f} MB of memory")
            codes = {code: count for code, count in enumerate(attack.codes) if count}
            if ends and not set(codes) & ENDINGS:
                wrong.append(f"no connection ended with a GOAWAY: {codes}")
            if not wait(lambda: open_connections(inbox) == 0):
                wrong.append(f"{open_connections(inbox)} connections are left")
            if IS_LONG and alone / attacked < 0.8:
                wrong.append(f"the other sender has {alone / attacked:.0%} of its rate")
            return wrong, (
                f"{attack.bursts.value} bursts, {attack.connections.value} connections, ends {codes}, "
                f"{found / 1e6:.0f} MB, rate {alone / attacked:.0%} of {ROUNDS * ROUND / alone:.0f}/s")
        finally:
            attack.is_over.set()
            if attack.process.is_alive():
                attack.process.kill()
            inbox.end()
            quiet.end()


async def push_over(port, ids, results):
    await asyncio.wait_for(Sender(port, collections.deque(ids), results).run(), PATIENCE)


async def hold_streams(port, ids, results, opened):
    """Opens a stream for each push, and sends the bodies when all connections have opened theirs."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(PREFACE + frame(SETTINGS, 0, 0))
    writer.write(frame(WINDOW_UPDATE, 0, 0, struct.pack(">I", 1 << 30)))
    open_ = {}
    for number, id_ in enumerate(ids):
        stream = 2 * number + 1
        open_[stream] = id_
        request = push(stream, id_)
        writer.write(request[:9 + int.from_bytes(request[:3], "big")])
    writer.write(frame(PING, 0, 0, b"allopen!"))
    bodies = frame(DATA, END_STREAM, 0, b'{"aps":{"alert":"load"}}')
    while open_:
        start = await reader.readexactly(9)
        kind, flags, stream = struct.unpack(">BBI", start[3:])
        payload = await reader.readexactly(int.from_bytes(start[:3], "big"))
        if kind == PING and flags & ACK:
            # All streams of this connection are open; wait for those of the others.
            await opened.wait()
            writer.write(b"".join(bodies[:5] + struct.pack(">I", each) + bodies[9:] for each in open_))
        elif kind == SETTINGS and not flags & ACK:
            writer.write(frame(SETTINGS, ACK, 0))
        elif kind == HEADERS:
            results[open_.pop(stream)] = 200 if payload[0] == 0x88 else 400
        elif kind == RST_STREAM:
            results[open_.pop(stream)] = f"reset {int.from_bytes(payload, 'big')}"
        await writer.drain()
    writer.close()


def name(number):
    return str(uuid.UUID(int=number))


async def many_connections(port, results):
    """1,000 connections with three pushes each."""
    await asyncio.gather(*(
        push_over(port, [name(3 * number + each) for each in range(3)], results) for number in range(1_000)))
    return 3_000


async def many_streams(port, results):
    """10,000 streams over 10 connections, all open before the first has its body."""
    opened = asyncio.Barrier(10)
    await asyncio.wait_for(asyncio.gather(*(
        hold_streams(port, [name(1_000 * number + each) for each in range(1_000)], results, opened)
        for number in range(10))), PATIENCE)
    return 10_000


def carry(program, load):
    """Loads an inbox; returns what is wrong, and diagnostics."""
    with tempfile.TemporaryDirectory() as home:
        inbox = Inbox(program, home)
        try:
            results = {}
            count = asyncio.run(load(inbox.port, results))
            there, found, wrong = inbox.listed("com.example.own"), memory(inbox.process.pid), []
            if len(results) != count or set(results.values()) != {200}:
                wrong.append(f"not all pushes got a 200: {collections.Counter(results.values())}")
            if set(there) != set(results) or max(there.values()) > 1:
                wrong.append(f"{len(there)} of {len(results)} pushes are in the inbox")
            if found > MOST_MEMORY:
                wrong.append(f"{found / 1e6:.0f} MB of memory")
            return wrong, f"{count} pushes, {found / 1e6:.0f} MB"
        finally:
            inbox.end()


# Each with its load.
LOADS = [("1,000 connections push at once", many_connections), ("10,000 streams are open at once", many_streams)]


def main(program, words):
    if not os.path.exists("/proc/self/status"):
        print("1..0 # SKIP the system does not report the memory of processes")
        return 0
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    rows = [
        (title, lambda work=work, ends=ends: suffer(program, work, ends)) for title, work, ends in ATTACKS]
    rows += [(title, lambda load=load: carry(program, load)) for title, load in LOADS]
    rows = [row for row in rows if all(word in row[0] for word in words)]
    print(f"1..{len(rows)}", flush=True)
    is_good = True
    for number, (title, row) in enumerate(rows, 1):
        began = time.monotonic()
        try:
            wrong, remark = row()
        except (OSError, EOFError, asyncio.TimeoutError, subprocess.SubprocessError) as problem:
            wrong, remark = [f"{type(problem).__name__}: {problem}"], ""
        is_good = is_good and not wrong
        print(
            f"{'not ok' if wrong else 'ok'} {number} - {title}\n"
            f"# {time.monotonic() - began:.1f} s, {'; '.join([*wrong, remark])}", flush=True)
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))

"""Pushes to a `pushinbox serve` of its own that has faults on, and compares what was answered with what is there.

load.py PROGRAM prints TAP. Each push has an apns-id of its own. One that got a 200 is in the inbox exactly once; a
refused one is not; one whose connection was cut before the answer may be; and one behind the last stream that a
GOAWAY names is sent again, as RFC 9113 §6.8 has it.
"""

import asyncio
import collections
import json
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import uuid

COUNT = 5_000
CONNECTIONS = 4
STREAMS = 1_000
FAULTS = [
    "next=2 every=400 answer=Shutdown goaway=yes", "percent=10 seed=42 answer=TooManyRequests",
    "every=7 delay=20ms", "every=999 goaway=yes", "every=1499 drop=yes",
]
DATA, HEADERS, RST_STREAM, SETTINGS, PING, GOAWAY, WINDOW_UPDATE = 0, 1, 3, 4, 6, 7, 8
REFUSED_STREAM = 7
ACK = END_STREAM = 1
END_HEADERS = 4


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def literal(name, value):
    """A header field that is neither indexed nor compressed (RFC 7541 §6.2.2); both are shorter than 127 bytes."""
    return b"\0" + b"".join(bytes([len(text)]) + text.encode() for text in (name, value))


def push(stream, apns_id):
    fields = {
        ":method": "POST", ":scheme": "http", ":path": "/3/device/" + "ab" * 32, ":authority": "localhost",
        "apns-topic": "com.example.own", "apns-id": apns_id}
    block = b"".join(literal(name, value) for name, value in fields.items())
    return frame(HEADERS, END_HEADERS, stream, block) + frame(
        DATA, END_STREAM, stream, b'{"aps":{"alert":"load"}}')


class Sender:
    """Sends what is left of the identifiers over one connection after the other."""

    def __init__(self, port, waiting, results):
        self.port = port
        self.waiting = waiting
        # Identifier to status; None for an answer that never came.
        self.results = results
        # How many streams were refused unprocessed, and sent again.
        self.refused = 0

    async def run(self):
        while self.waiting:
            await self.connect()

    async def connect(self):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(SETTINGS, 0, 0))
        writer.write(frame(WINDOW_UPDATE, 0, 0, struct.pack(">I", 1 << 30)))
        open_streams, stream, is_leaving = {}, 1, False
        try:
            while open_streams or (self.waiting and not is_leaving):
                while self.waiting and not is_leaving and len(open_streams) < STREAMS:
                    open_streams[stream] = self.waiting.popleft()
                    writer.write(push(stream, open_streams[stream]))
                    stream += 2
                await writer.drain()
                head = await reader.readexactly(9)
                kind, flags, number = struct.unpack(">BBI", head[3:])
                payload = await reader.readexactly(int.from_bytes(head[:3], "big"))
                if kind == HEADERS:
                    # The first field is the status; 200 has a number of its own (RFC 7541, appendix A).
                    self.results[open_streams.pop(number)] = 200 if payload[0] == 0x88 else 400
                elif kind == RST_STREAM and int.from_bytes(payload, "big") == REFUSED_STREAM:
                    self.waiting.append(open_streams.pop(number))
                    self.refused += 1
                elif kind == GOAWAY:
                    is_leaving = True
                    last = int.from_bytes(payload[:4], "big")
                    for behind in [each for each in open_streams if each > last]:
                        self.waiting.append(open_streams.pop(behind))
                elif kind in (SETTINGS, PING) and not flags & ACK:
                    writer.write(frame(kind, ACK, 0, payload if kind == PING else b""))
        except (asyncio.IncompleteReadError, ConnectionError):
            self.results.update(dict.fromkeys(open_streams.values()))
        finally:
            writer.close()


async def send_all(port):
    waiting = collections.deque(str(uuid.UUID(int=number)) for number in range(COUNT))
    results = {}
    await asyncio.gather(*(Sender(port, waiting, results).run() for _ in range(CONNECTIONS)))
    return results


class Inbox:
    def __init__(self, program, home, settings="history: { keep: 100000 }"):
        self.program = program
        self.home = home
        configuration = self.write("config.json5", f"{{ {settings} }}")
        self.environment = {"HOME": home, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
        self.socket = f"{home}/control"
        # Not a pipe: while its lines are not read, the program stops reading from senders.
        with open(f"{home}/lines", "w+") as lines:
            self.process = subprocess.Popen(
                [program, "serve", "--quiet", "--store", f"{home}/store", "--config", configuration,
                 "--socket", self.socket, "--print-endpoints", "--listen", "127.0.0.1:0"],
                stdout=lines, stderr=subprocess.DEVNULL, env=self.environment)
            self.run("ready", "--wait", "30s")
            lines.seek(0)
            self.address = json.loads(lines.readline())["apns"]
        self.port = int(self.address.rsplit(":", 1)[1])

    def write(self, name, text):
        with open(f"{self.home}/{name}", "w") as file:
            file.write(text)
        return file.name

    def run(self, *words):
        command = [self.program, *words, "--socket", self.socket]
        return subprocess.run(
            command, env=self.environment, check=True, capture_output=True, text=True).stdout

    def listed(self, app):
        """The apns-ids in the inbox, each with how often it is there."""
        groups = json.loads(self.run("ls", "--json", f"app:{app}"))["groups"]
        return collections.Counter(
            each["apnsID"] for group in groups for each in group["notifications"])

    def end(self):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise


def h2load(inbox):
    """Returns the number of pushes of h2load with a 200."""
    body = inbox.write("body.json", '{"aps":{"alert":"h2load"}}')
    output = subprocess.run(
        ["h2load", "-n", str(COUNT), "-c", "10", "-m", str(STREAMS // 10), "-d", body,
         "-H", "apns-topic: com.example.h2load", f"http://{inbox.address}/3/device/abcd"],
        stdout=subprocess.PIPE, text=True, check=True).stdout
    return int(re.search(r"status codes: (\d+) 2xx", output).group(1))


def check(inbox):
    for fault in FAULTS:
        inbox.run("fault", "add", *fault.split())
    results = asyncio.run(send_all(inbox.port))
    there = inbox.listed("com.example.own")
    by_status = collections.Counter(results.values())
    taken = [each for each, status in results.items() if status == 200]
    refused = [each for each, status in results.items() if status == 400]
    print(
        f"# {len(taken)} got a 200, {len(refused)} were refused, {by_status[None]} were cut off; "
        f"{len(there)} are in the inbox", flush=True)
    yield "every push was answered or cut off", len(results) == COUNT
    yield "each kind of fault struck", min(by_status.get(each, 0) for each in (200, 400, None)) > 0
    yield "what got a 200 is in the inbox", all(there[each] for each in taken)
    yield "nothing is there twice", max(there.values()) == 1
    yield "nothing that was refused is there", not any(there[each] for each in refused)
    if not shutil.which("h2load"):
        print("# there is no h2load")
        return
    taken = h2load(inbox)
    there = inbox.listed("com.example.h2load").total()
    print(f"# {taken} of h2load's pushes got a 200; {there} are in the inbox", flush=True)
    yield "h2load finds no less than it was promised", 0 < taken <= there


def main(program):
    with tempfile.TemporaryDirectory() as home:
        inbox = Inbox(program, home)
        is_good = True
        number = 0
        try:
            for number, (name, is_so) in enumerate(check(inbox), 1):
                print(f"{'ok' if is_so else 'not ok'} {number} - {name}", flush=True)
                is_good = is_good and is_so
        finally:
            inbox.end()
        print(f"1..{number}", flush=True)
        return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

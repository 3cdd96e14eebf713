"""A client of HTTP/2 that sends bytes and reports what the server does.

The deadline only bounds a server that hangs. Answered PING frames or the end of the connection show that the server
sends nothing more.
"""

import socket
import ssl
import struct
import time

import wire

DEADLINE = 10
SIZE_LIMIT = 16_384


class Failure(Exception):
    """The server deviated from the row."""


class Ended(Failure):
    """The connection ended between two frames."""


class Endpoint:
    """The address of a server, and how to connect to it."""

    def __init__(self, port, context=None):
        self.port, self.context = port, context

    def connect(self, protocol):
        plain = socket.create_connection(("127.0.0.1", self.port), DEADLINE)
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if not self.context:
            return plain
        self.context.set_alpn_protocols([protocol])
        secured = self.context.wrap_socket(plain, server_hostname="localhost")
        if secured.selected_alpn_protocol() != protocol:
            raise Failure(f"ALPN selected {secured.selected_alpn_protocol()}")
        return secured


def receive(connection, until):
    """Returns the next bytes; none at the end of the connection."""
    left = until - time.monotonic()
    if left <= 0:
        raise Failure(f"nothing happened within {DEADLINE} seconds")
    connection.settimeout(left)
    try:
        return connection.recv(65_536)
    except TimeoutError:
        raise Failure(f"nothing happened within {DEADLINE} seconds") from None
    except (ConnectionError, ssl.SSLError):
        return b""


def send(connection, payload):
    """Sends bytes; a server that has closed the connection is found when it is read."""
    connection.settimeout(DEADLINE)
    try:
        connection.sendall(payload)
    except TimeoutError:
        raise Failure(f"the server read nothing for {DEADLINE} seconds") from None
    except (ConnectionError, ssl.SSLError):
        pass


class Stream:
    """The frames that the server sent on a stream."""

    def __init__(self):
        self.fields = []
        self.body = b""
        self.data_sizes = []
        self.is_ended = False
        self.reset = None

    @property
    def status(self):
        return dict(self.fields).get(":status")


class Client:
    """A connection."""

    def __init__(self, endpoint, settings=(), begins=True):
        self.socket = endpoint.connect("h2")
        self.buffer = b""
        self.decoder = wire.FieldDecoder()
        self.streams = {}
        self.resets = {}
        self.block = None
        self.goaway = None
        self.is_closed = False
        self.settings = None
        self.acks = 0
        self.pongs = []
        self.pings = 0
        self.log = []
        if begins:
            self.send(wire.PREFACE + wire.settings(*settings))
            self.wait(lambda: self.settings is not None and self.acks == 1, "SETTINGS and the ack of ours")
            self.send(wire.settings(flags=wire.ACK))
            self.acks = 0

    def close(self):
        self.socket.close()

    def send(self, payload):
        send(self.socket, payload)

    def stream(self, number):
        return self.streams.setdefault(number, Stream())

    def wait(self, is_there, what):
        """Reads frames until a condition holds."""
        until = time.monotonic() + DEADLINE
        while not is_there():
            if self.is_closed:
                raise Ended(f"the connection ended before {what}")
            self.read(until, what)

    def read(self, until, what):
        """Reads one frame, or the end."""
        while len(self.buffer) < 9 or len(self.buffer) < 9 + int.from_bytes(self.buffer[:3], "big"):
            try:
                more = receive(self.socket, until)
            except Failure as failure:
                raise Failure(f"{failure}, waiting for {what}") from None
            if not more:
                self.is_closed = True
                if self.buffer:
                    raise Failure(f"the connection ended inside a frame: {self.buffer[:40]!r}")
                return
            self.buffer += more
        length = int.from_bytes(self.buffer[:3], "big")
        kind, flags, number = struct.unpack(">BBI", self.buffer[3:9])
        payload, self.buffer = self.buffer[9:9 + length], self.buffer[9 + length:]
        name = wire.FRAME_NAMES[kind] if kind < len(wire.FRAME_NAMES) else f"frame of type {kind}"
        self.log.append(f"{name} {number} flags {flags:#x} length {length}")
        self.handle(kind, flags, number, payload)

    def handle(self, kind, flags, number, payload):
        if self.settings is None and kind != wire.SETTINGS:
            raise Failure("the first frame of the server is not SETTINGS")
        if len(payload) > SIZE_LIMIT:
            raise Failure(f"a frame has {len(payload)} bytes")
        if self.block is not None and (kind != wire.CONTINUATION or number != self.block):
            raise Failure("a field block of the server is interrupted")
        if kind == wire.SETTINGS:
            if flags & wire.ACK:
                self.acks += 1
            elif self.settings is None:
                self.settings = dict(struct.iter_unpack(">HI", payload))
        elif kind == wire.PING:
            if flags & wire.ACK:
                self.pongs.append(payload)
        elif kind == wire.GOAWAY:
            last, code = struct.unpack(">II", payload[:8])
            self.goaway = self.goaway or (name_of(code), last)
            self.log[-1] += f" {name_of(code)} {payload[8:]!r}"
        elif kind == wire.RST_STREAM:
            code = name_of(struct.unpack(">I", payload)[0])
            self.resets[number] = code
            self.stream(number).reset = code
            self.log[-1] += f" {code}"
        elif kind in (wire.HEADERS, wire.CONTINUATION):
            stream = self.stream(number)
            if stream.is_ended:
                raise Failure("HEADERS after the end of the response")
            if kind == wire.HEADERS:
                self.fragments, self.block_ends = b"", flags & wire.END_STREAM
            self.fragments += payload
            self.block = None if flags & wire.END_HEADERS else number
            if self.block is None:
                stream.fields += self.decoder.decode(self.fragments)
                stream.is_ended = bool(self.block_ends)
        elif kind == wire.DATA:
            stream = self.stream(number)
            if not stream.fields or stream.is_ended:
                raise Failure("DATA before HEADERS or after the end of the response")
            stream.body += payload
            stream.data_sizes.append(len(payload))
            stream.is_ended = bool(flags & wire.END_STREAM)

    def ping(self):
        """Exchanges two PING frames. The ack of the first may overtake other frames; when that of the second arrives,
        they have arrived too.

        Returns whether the connection is still open.
        """
        for _ in range(2):
            self.pings += 1
            payload = struct.pack(">Q", 0xC0FFEE_0000 + self.pings)
            self.send(wire.ping(payload))
            try:
                self.wait(lambda: payload in self.pongs, "the ack of a PING frame")
            except Ended:
                return False
        return True


def name_of(code):
    return wire.ERROR_NAMES[code] if code < len(wire.ERROR_NAMES) else f"{code:#x}"

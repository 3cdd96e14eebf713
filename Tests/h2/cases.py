"""The table of HTTP/2 cases.

A row sends bytes on a new connection, whose SETTINGS frames have been exchanged, and states what the server
must do:

    "GOAWAY CODE [last=N]"   ends the connection with this code, without an ack of a later PING frame
    "RST_STREAM N CODE"      resets stream N, and continues with the others
    "N: STATUS [NAME=VALUE]" answers stream N completely, and keeps the connection open
    "N: HEADERS"             has sent the header of the response of stream N, and no bytes of its body
    "N: DATA COUNT"          has sent that many bytes of the body of stream N, and no more
    "SETTINGS COUNT"         has acknowledged that many further SETTINGS frames
    "PING TEXT"              has acknowledged a PING frame that has these 8 bytes
    "nothing"                sends nothing but the ack of a PING frame
    "closed"                 closes the connection, after GOAWAY or without it

A text in the list of sent bytes is an event to wait for; `fill` opens as many streams as the server allows. If the
connection stays open, a last request on another stream must be answered. Alternative codes are separated by `|`.
"""

import dataclasses

from wire import *

TOKEN = b"ab" * 32
APNS_ID = "0A0B0C0D-0000-4000-8000-0123456789AB"
PAYLOAD = b'{"aps":{"alert":"conformance"}}'
LAST = 2001

# Why the behaviour of nghttp2 and of this program is permitted.
ESCALATED = "RFC 9113 §5.4.1 lets an endpoint treat a stream error as a connection error; {} does"
NGHTTP2 = ESCALATED.format("nghttp2")


@dataclasses.dataclass
class Row:
    group: str
    section: str
    name: str
    sent: list
    expected: str
    # The actual behaviour if it deviates, and the reason.
    deviation: tuple = None
    settings: tuple = ()
    # Whether PREFACE and SETTINGS come before what is sent.
    begins: bool = True
    # Whether a last request is answered. It is not sent if no more streams may be opened.
    goes_on: bool = True


ROWS = []


def group(name):
    def row(section, title, sent, expected, **options):
        ROWS.append(Row(name, section, title, sent, expected, **options))

    return row


def request(method=b"GET", path=b"/ready", **others):
    return fields([
        (b":method", method), (b":scheme", b"http"), (b":path", path), (b":authority", b"localhost"),
        *((name.replace("_", "-").encode(), value) for name, value in others.items())])


GET = request()
PUSH = request(b"POST", b"/3/device/" + TOKEN, apns_topic=b"com.example.h2", apns_id=APNS_ID.encode())
ANSWERED = f"1: 200 apns-id={APNS_ID}"
# The response of GET has a body, which cannot be sent: the stream stays half-closed (remote).
HELD = ((INITIAL_WINDOW_SIZE, 0),)
SHUT = dict(settings=HELD)


def get(stream=1, extra=b""):
    return headers(stream, GET + extra)


def push(stream=1, extra=b""):
    """The header of a push; its body is still to come."""
    return headers(stream, PUSH + extra, END_HEADERS)


# --- What every server accepts -----------------------------------------------------------------

row = group("generic 1")
row("9113 §3.4", "a connection preface is answered with SETTINGS, and SETTINGS with its ack",
    [PREFACE + settings()], "SETTINGS 1", begins=False)

row = group("generic 2")
row("9113 §5.1", "PRIORITY on an idle stream is accepted", [priority(1)], "nothing")
row("9113 §5.1", "WINDOW_UPDATE on a half-closed stream releases its response",
    [get(), "1: HEADERS", window(1, 100)], "1: 200", **SHUT)
row("9113 §5.1", "PRIORITY on a half-closed stream is accepted",
    [get(), "1: HEADERS", priority(1), "nothing", window(1, 100)], "1: 200", **SHUT)
row("9113 §5.1", "RST_STREAM on a half-closed stream cancels its response",
    [get(), "1: HEADERS", reset(1), window(1, 100)], "nothing", **SHUT)
row("9113 §5.1", "PRIORITY on a closed stream is accepted", [get(), "1: 200", priority(1)], "nothing")

row = group("generic 3.1")
row("9113 §6.1", "DATA makes the body of a request", [push(), data(1, PAYLOAD)], ANSWERED)
row("9113 §6.1", "several DATA frames make one body",
    [push(), data(1, PAYLOAD[:9], 0), data(1, PAYLOAD[9:20], 0), data(1, PAYLOAD[20:])], ANSWERED)
row("9113 §6.1", "the padding of DATA is no part of the body",
    [push(), data(1, padded(PAYLOAD, 20), PADDED | END_STREAM)], ANSWERED)

row = group("generic 3.2")
row("9113 §6.2", "HEADERS opens a stream", [get()], "1: 200")
row("9113 §6.2", "the padding of HEADERS is no part of the field block",
    [headers(1, padded(GET, 20), END_HEADERS | END_STREAM | PADDED)], "1: 200")
row("9113 §6.2", "HEADERS with a priority opens a stream",
    [headers(1, dependency(0, 256) + GET, END_HEADERS | END_STREAM | PRIORITIZED)], "1: 200")

row = group("generic 3.3")
row("9113 §6.3", "PRIORITY with the least weight is accepted", [priority(1, 0, 1) + get()], "1: 200")
row("9113 §6.3", "PRIORITY with the largest weight is accepted", [priority(1, 0, 256) + get()], "1: 200")
row("9113 §6.3", "PRIORITY with a dependency is accepted", [priority(1, 5) + get()], "1: 200")
row("9113 §6.3", "PRIORITY with an exclusive dependency is accepted",
    [priority(1, 5, 16, True) + get()], "1: 200")
row("9113 §5.1.1", "PRIORITY on an idle stream leaves lower numbers unused", [priority(7) + get(5)], "5: 200")

row = group("generic 3.4")
row("9113 §6.4", "RST_STREAM on an open stream is accepted", [push(), reset(1)], "nothing")

row = group("generic 3.5")
row("9113 §6.5.3", "SETTINGS are acknowledged", [settings((MAX_CONCURRENT_STREAMS, 7))], "SETTINGS 1")

row = group("generic 3.7")
row("9113 §6.7", "PING is acknowledged", [ping(b"abcdefgh")], "PING abcdefgh")

row = group("generic 3.8")
row("9113 §6.8", "GOAWAY of the client lets its open requests be answered",
    [push() + goaway() + data(1, PAYLOAD)], ANSWERED, goes_on=False)

row = group("generic 3.9")
row("9113 §6.9", "WINDOW_UPDATE of the connection is accepted", [window(0, 1)], "nothing")
row("9113 §6.9", "WINDOW_UPDATE of an open stream is accepted",
    [push() + window(1, 1) + data(1, PAYLOAD)], ANSWERED)

row = group("generic 3.10")
row("9113 §6.10", "CONTINUATION completes a field block",
    [headers(1, GET[:20], END_STREAM) + continuation(1, GET[20:])], "1: 200")
row("9113 §6.10", "several CONTINUATION frames complete a field block",
    [headers(1, GET[:20], END_STREAM) + continuation(1, GET[20:30], 0) + continuation(1, GET[30:])], "1: 200")

row = group("generic 4")
row("9113 §8.1", "GET is answered with a body", [get()], "1: 200 body=6")
row("9113 §8.1", "HEAD is answered without a body", [headers(1, request(b"HEAD"))], "1: 200 body=0")
row("9113 §8.1", "POST is answered", [push(), data(1, PAYLOAD)], ANSWERED)
row("9113 §8.1", "POST with trailers is answered",
    [push(), data(1, PAYLOAD, 0), headers(1, fields([(b"x-trailer", b"1")]))], ANSWERED)

row = group("generic 5")
# A push without its apns-id, which the representation of the row gives.
BARE = request(b"POST", b"/3/device/" + TOKEN, apns_topic=b"com.example.h2")
NAME, VALUE = b"apns-id", APNS_ID.encode()


def coded(title, section, field):
    row(section, title, [headers(1, BARE + field, END_HEADERS) + data(1, PAYLOAD)], ANSWERED)


# :method POST has index 3, :scheme http 6, :path 4, :authority 1.
row("7541 §6.1", "indexed fields are decoded",
    [headers(1, indexed(2) + indexed(6) + literal(4, b"/ready") + literal(1, b"localhost"))], "1: 200")
for words, kind, number in (
        ("with incremental indexing", INDEXING, "1"), ("without indexing", WITHOUT, "2"),
        ("never indexed", NEVER, "3")):
    for huffman_words, is_huffman in ("", False), (", coded by Huffman", True):
        row(f"7541 §6.2.{number}", f"a literal {words}{huffman_words} with an indexed name is decoded",
            [headers(1, indexed(2) + indexed(6) + literal(4, b"/ready", kind, is_huffman)
                     + literal(1, b"localhost", kind, is_huffman))], "1: 200")
        coded(f"a literal {words}{huffman_words} with a new name is decoded", f"7541 §6.2.{number}",
              literal(NAME, VALUE, kind, is_huffman))
row("7541 §6.3", "a dynamic table size update is accepted",
    [headers(1, table_size(256) + GET)], "1: 200")
row("7541 §4.2", "two dynamic table size updates in front of a block are accepted",
    [headers(1, table_size(0) + table_size(4096) + GET)], "1: 200")

# --- HPACK -------------------------------------------------------------------------------------

COMPRESSION = "GOAWAY COMPRESSION_ERROR"
row = group("hpack 2.3.3")
row("7541 §2.3.3", "an index beyond both tables is a decoding error", [get(1, indexed(70))], COMPRESSION)
row("7541 §2.3.3", "a literal whose name is beyond both tables is a decoding error",
    [get(1, literal(70, b"x"))], COMPRESSION)

row = group("hpack 4.2")
row("7541 §4.2", "a dynamic table size update behind a field is a decoding error",
    [get(1, table_size(1))], COMPRESSION)

row = group("hpack 5.2")
# `a` has 5 bits: 3 of padding, and 8 more.
row("7541 §5.2", "Huffman padding of more than 7 bits is a decoding error",
    [get(1, b"\0\1x" + b"\x82" + huffman(b"a") + b"\xff")], COMPRESSION)
row("7541 §5.2", "Huffman padding of zeros is a decoding error",
    [get(1, b"\0\1x" + b"\x81" + bits_to_bytes(CODES[97] + "000"))], COMPRESSION)
row("7541 §5.2", "the EOS symbol in a Huffman string is a decoding error",
    [get(1, b"\0\1x" + b"\x85" + bits_to_bytes(CODES[97] + EOS + CODES[97]))], COMPRESSION)

row = group("hpack 6.1")
row("7541 §6.1", "index 0 is a decoding error", [get(1, indexed(0))], COMPRESSION)

row = group("hpack 6.3")
row("7541 §6.3", "a dynamic table size update beyond SETTINGS_HEADER_TABLE_SIZE is a decoding error",
    [headers(1, table_size(4097) + GET)], COMPRESSION)

# --- HTTP/2 ------------------------------------------------------------------------------------

PROTOCOL = "GOAWAY PROTOCOL_ERROR"
FRAME_SIZE = "GOAWAY FRAME_SIZE_ERROR"
CLOSED = "GOAWAY STREAM_CLOSED"

row = group("http2 3.4")
row("9113 §3.4", "the first frame of the server is SETTINGS",
    [PREFACE + settings() + get()], "1: 200", begins=False)
row("9113 §3.4", "a wrong connection preface closes the connection without a response",
    [b"INVALID CONNECTION PREFACE\r\n\r\n" + settings()], "closed", begins=False)

row = group("http2 4.1")
row("9113 §4.1", "a frame of an unknown type is ignored", [frame(0xFF, 0, 0, b"unknown!")], "nothing")
row("9113 §4.1", "undefined flags are ignored", [ping(b"flagged!", 0xFE)], "PING flagged!")
row("9113 §4.1", "the reserved bit is ignored", [frame(PING, 0, 0x8000_0000, b"reserved")], "PING reserved")

row = group("http2 4.2")
row("9113 §4.2", "DATA of 16,384 bytes is accepted",
    [push(), data(1, PAYLOAD + b" " * (16_384 - len(PAYLOAD)))], "1: 200|413")
row("9113 §4.2", "DATA larger than SETTINGS_MAX_FRAME_SIZE resets the stream with FRAME_SIZE_ERROR",
    [push(), data(1, PAYLOAD + b" " * (16_385 - len(PAYLOAD)))], "RST_STREAM 1 FRAME_SIZE_ERROR",
    deviation=(FRAME_SIZE, NGHTTP2))
row("9113 §4.2", "HEADERS larger than SETTINGS_MAX_FRAME_SIZE ends the connection with FRAME_SIZE_ERROR",
    [get(1, fields([(b"x-large", b"x" * 16_384)]))], FRAME_SIZE)

row = group("http2 4.3")
row("9113 §4.3", "a truncated field block ends the connection with COMPRESSION_ERROR",
    [headers(1, GET + b"\x40\x05x")], COMPRESSION)
OPEN_BLOCK, REST = headers(1, GET[:20], END_STREAM), continuation(1, GET[20:])
row("9113 §4.3", "PRIORITY between HEADERS and CONTINUATION ends the connection",
    [OPEN_BLOCK + priority(1) + REST], PROTOCOL)
row("9113 §4.3", "HEADERS of another stream between HEADERS and CONTINUATION end the connection",
    [OPEN_BLOCK + get(3) + REST], PROTOCOL)

row = group("http2 5.1")
row("9113 §5.1", "DATA on an idle stream ends the connection", [data(1, PAYLOAD)], PROTOCOL)
row("9113 §5.1", "RST_STREAM on an idle stream ends the connection", [reset(1)], PROTOCOL)
row("9113 §5.1", "WINDOW_UPDATE on an idle stream ends the connection", [window(1, 100)], PROTOCOL)
row("9113 §5.1", "CONTINUATION on an idle stream ends the connection", [continuation(1, GET)], PROTOCOL)
HALF = [get(), "1: HEADERS"]
row("9113 §5.1", "DATA on a half-closed stream resets it with STREAM_CLOSED",
    HALF + [data(1, b"late")], "RST_STREAM 1 STREAM_CLOSED", deviation=(CLOSED, NGHTTP2), **SHUT)
row("9113 §5.1", "HEADERS on a half-closed stream reset it with STREAM_CLOSED",
    HALF + [get()], "RST_STREAM 1 STREAM_CLOSED", deviation=(CLOSED, NGHTTP2), **SHUT)
row("9113 §6.10", "CONTINUATION on a half-closed stream ends the connection",
    HALF + [continuation(1, GET)], PROTOCOL, **SHUT)
OURS = ESCALATED.format("this program, which retains numbers of closed streams only,")
row("9113 §5.1", "DATA after RST_STREAM resets the stream with STREAM_CLOSED",
    [push() + reset(1) + data(1, PAYLOAD)], "RST_STREAM 1 STREAM_CLOSED", deviation=(CLOSED, OURS))
row("9113 §5.1", "HEADERS after RST_STREAM reset the stream with STREAM_CLOSED",
    [push() + reset(1) + get()], "RST_STREAM 1 STREAM_CLOSED", deviation=(CLOSED, OURS))
row("9113 §6.10", "CONTINUATION after RST_STREAM ends the connection",
    [push() + reset(1) + continuation(1, GET)], PROTOCOL)
DONE = [get(), "1: 200"]
row("9113 §5.1", "DATA on a closed stream ends the connection with STREAM_CLOSED",
    DONE + [data(1, b"late")], CLOSED)
row("9113 §5.1", "HEADERS on a closed stream end the connection with STREAM_CLOSED", DONE + [get()], CLOSED)
row("9113 §6.10", "CONTINUATION on a closed stream ends the connection",
    DONE + [continuation(1, GET)], PROTOCOL)

row = group("http2 5.1.1")
row("9113 §5.1.1", "an even stream number of a client ends the connection", [get(2)], PROTOCOL)
row("9113 §5.1.1", "a stream number below an earlier one ends the connection",
    [get(5), "5: 200", get(3)], PROTOCOL)

row = group("http2 5.1.2")
row("9113 §5.1.2", "a stream beyond SETTINGS_MAX_CONCURRENT_STREAMS is refused",
    ["fill", get(LAST)], f"RST_STREAM {LAST} PROTOCOL_ERROR|REFUSED_STREAM", goes_on=False,
    deviation=(PROTOCOL, NGHTTP2), **SHUT)

row = group("http2 5.3.1")
row("7540 §5.3.1", "HEADERS that depend on their own stream reset it",
    [headers(1, dependency(1) + GET, END_HEADERS | END_STREAM | PRIORITIZED)], "RST_STREAM 1 PROTOCOL_ERROR",
    deviation=(PROTOCOL, NGHTTP2))
row("7540 §5.3.1", "PRIORITY that depends on its own stream resets it",
    [push() + priority(1, 1)], "RST_STREAM 1 PROTOCOL_ERROR", deviation=(PROTOCOL, NGHTTP2))

row = group("http2 5.4.1")
BAD_PING = frame(PING, 0, 0, b"short")
row("9113 §5.4.1", "a connection error closes the connection", [BAD_PING], "closed")
row("9113 §5.4.1", "a connection error is reported by GOAWAY with the last stream that was handled",
    DONE + [BAD_PING], FRAME_SIZE + " last=1")

row = group("http2 5.5")
row("9113 §5.5", "an extension frame on an idle stream is ignored",
    [frame(0xFE, 0, 1, b"unknown!")], "nothing")
row("9113 §5.5", "an extension frame inside a field block ends the connection",
    [OPEN_BLOCK + frame(0xFE, 0, 1, b"unknown!") + REST], PROTOCOL)

row = group("http2 6.1")
row("9113 §6.1", "DATA on stream 0 ends the connection", [push() + data(0, PAYLOAD)], PROTOCOL)
row("9113 §6.1", "DATA behind the end of a request resets the stream with STREAM_CLOSED",
    [push() + data(1, PAYLOAD) + data(1, PAYLOAD)], "RST_STREAM 1 STREAM_CLOSED", deviation=(CLOSED, NGHTTP2))
row("9113 §6.1", "DATA whose padding is longer than the frame ends the connection",
    [push() + data(1, bytes([50]) + PAYLOAD, PADDED | END_STREAM)], PROTOCOL)

row = group("http2 6.2")
row("9113 §6.2", "PRIORITY of another stream inside a field block ends the connection",
    [OPEN_BLOCK + priority(3) + REST], PROTOCOL)
row("9113 §6.2", "HEADERS of a later stream inside a field block end the connection",
    [OPEN_BLOCK + headers(3, GET) + REST], PROTOCOL)
row("9113 §6.2", "HEADERS on stream 0 end the connection", [get(0)], PROTOCOL)
row("9113 §6.2", "HEADERS whose padding is longer than the frame end the connection",
    [headers(1, bytes([len(GET) + 1]) + GET, END_HEADERS | END_STREAM | PADDED)], PROTOCOL)

row = group("http2 6.3")
row("9113 §6.3", "PRIORITY on stream 0 ends the connection", [priority(0)], PROTOCOL)
row("9113 §6.3", "PRIORITY of another length than 5 resets the stream with FRAME_SIZE_ERROR",
    [push() + frame(PRIORITY, 0, 1, bytes(4))], "RST_STREAM 1 FRAME_SIZE_ERROR",
    deviation=(FRAME_SIZE, NGHTTP2))

row = group("http2 6.4")
row("9113 §6.4", "RST_STREAM on stream 0 ends the connection", [reset(0)], PROTOCOL)
row("9113 §6.4", "RST_STREAM on a stream that was never used ends the connection",
    [get(), "1: 200", reset(3)], PROTOCOL)
row("9113 §6.4", "RST_STREAM of another length than 4 ends the connection",
    [push() + frame(RST_STREAM, 0, 1, bytes(3))], FRAME_SIZE)

row = group("http2 6.5")
row("9113 §6.5", "an ack of SETTINGS with a payload ends the connection",
    [frame(SETTINGS, ACK, 0, bytes(6))], FRAME_SIZE)
row("9113 §6.5", "SETTINGS on a stream end the connection", [frame(SETTINGS, 0, 1)], PROTOCOL)
row("9113 §6.5", "SETTINGS whose length is no multiple of 6 end the connection",
    [frame(SETTINGS, 0, 0, bytes(3))], FRAME_SIZE)

row = group("http2 6.5.2")
row("9113 §6.5.2", "SETTINGS_ENABLE_PUSH other than 0 and 1 ends the connection",
    [settings((ENABLE_PUSH, 2))], PROTOCOL)
row("9113 §6.5.2", "SETTINGS_INITIAL_WINDOW_SIZE of 2^31 ends the connection",
    [settings((INITIAL_WINDOW_SIZE, 1 << 31))], "GOAWAY FLOW_CONTROL_ERROR")
row("9113 §6.5.2", "SETTINGS_MAX_FRAME_SIZE below 16,384 ends the connection",
    [settings((MAX_FRAME_SIZE, 16_383))], PROTOCOL)
row("9113 §6.5.2", "SETTINGS_MAX_FRAME_SIZE above 2^24-1 ends the connection",
    [settings((MAX_FRAME_SIZE, 1 << 24))], PROTOCOL)
row("9113 §6.5.2", "an unknown setting is ignored", [settings((0xFF, 1))], "SETTINGS 1")

row = group("http2 6.5.3")
row("9113 §6.5.3", "of a setting that is given twice the last value counts",
    [settings((INITIAL_WINDOW_SIZE, 100), (INITIAL_WINDOW_SIZE, 1)), "SETTINGS 1", get()], "1: DATA 1")
row("9113 §6.5.3", "each of several SETTINGS frames is acknowledged", [settings() + settings() + settings()],
    "SETTINGS 3")

row = group("http2 6.7")
row("9113 §6.7", "an ack of PING has the same payload",
    [ping(bytes(range(8)))], "PING " + bytes(range(8)).decode())
row("9113 §6.7", "an ack of PING is not answered", [ping(b"unasked!", ACK)], "nothing")
row("9113 §6.7", "PING on a stream ends the connection", [frame(PING, 0, 1, b"pingping")], PROTOCOL)
row("9113 §6.7", "PING of another length than 8 ends the connection",
    [frame(PING, 0, 0, bytes(6))], FRAME_SIZE)

row = group("http2 6.8")
row("9113 §6.8", "GOAWAY on a stream ends the connection", [goaway(stream=1)], PROTOCOL)

row = group("http2 6.9")
row("9113 §6.9", "WINDOW_UPDATE of the connection by 0 ends the connection", [window(0, 0)], PROTOCOL)
row("9113 §6.9", "WINDOW_UPDATE of a stream by 0 resets the stream",
    [push() + window(1, 0)], "RST_STREAM 1 PROTOCOL_ERROR", deviation=(PROTOCOL, NGHTTP2))
row("9113 §6.9", "WINDOW_UPDATE of another length than 4 ends the connection",
    [frame(WINDOW_UPDATE, 0, 0, bytes(3))], FRAME_SIZE)

row = group("http2 6.9.1")
row("9113 §6.9.1", "no more DATA is sent than the window of the stream has room for",
    [get()], "1: DATA 1", settings=((INITIAL_WINDOW_SIZE, 1),))
row("9113 §6.9.1", "a window of the connection beyond 2^31-1 ends the connection",
    [window(0, 0x7FFF_FFFF) + window(0, 0x7FFF_FFFF)], "GOAWAY FLOW_CONTROL_ERROR")
row("9113 §6.9.1", "a window of a stream beyond 2^31-1 resets the stream",
    [push() + window(1, 0x7FFF_FFFF) + window(1, 0x7FFF_FFFF)], "RST_STREAM 1 FLOW_CONTROL_ERROR")

row = group("http2 6.9.2")
row("9113 §6.9.2", "a larger SETTINGS_INITIAL_WINDOW_SIZE holds for open streams, too",
    [get(), "1: HEADERS", settings((INITIAL_WINDOW_SIZE, 1))], "1: DATA 1", **SHUT)
# Three bytes are sent; with an initial size of 2 the window is -1, and 3 more let 2 bytes pass.
row("9113 §6.9.2", "a window that has become negative is filled before more DATA is sent",
    [get(), "1: DATA 3", settings((INITIAL_WINDOW_SIZE, 2)), "SETTINGS 1", window(1, 1), "1: DATA 3",
    window(1, 2)],
    "1: DATA 5", settings=((INITIAL_WINDOW_SIZE, 3),))
row("9113 §6.9.2", "SETTINGS_INITIAL_WINDOW_SIZE beyond 2^31-1 ends the connection while a stream is open",
    [push() + settings((INITIAL_WINDOW_SIZE, 0xFFFF_FFFF))], "GOAWAY FLOW_CONTROL_ERROR")

row = group("http2 6.10")
row("9113 §6.10", "two CONTINUATION frames behind HEADERS are accepted",
    [headers(1, PUSH[:20], 0) + continuation(1, PUSH[20:40], 0) + continuation(1, PUSH[40:])
    + data(1, PAYLOAD)],
    ANSWERED)
row("9113 §6.10", "DATA inside a field block ends the connection",
    [headers(1, GET[:20], 0) + continuation(1, GET[20:30], 0) + data(1, PAYLOAD, 0)
     + continuation(1, GET[30:]) + data(1, b"")], PROTOCOL)
row("9113 §6.10", "CONTINUATION on stream 0 ends the connection",
    [OPEN_BLOCK + continuation(0, GET[20:]) + REST], PROTOCOL)
row("9113 §6.10", "CONTINUATION behind HEADERS with END_HEADERS ends the connection",
    [push() + continuation(1, fields([(b"x", b"y")]))], PROTOCOL)
row("9113 §6.10", "CONTINUATION behind CONTINUATION with END_HEADERS ends the connection",
    [headers(1, PUSH[:20], 0) + continuation(1, PUSH[20:]) + continuation(1, fields([(b"x", b"y")]))],
    PROTOCOL)
row("9113 §6.10", "CONTINUATION behind DATA ends the connection",
    [push() + data(1, PAYLOAD, 0) + continuation(1, fields([(b"x", b"y")]))], PROTOCOL)

row = group("http2 7")
row("9113 §7", "an unknown error code in GOAWAY ends nothing by itself",
    [push() + goaway(0, 0xFF) + data(1, PAYLOAD)], ANSWERED, goes_on=False)
row("9113 §7", "an unknown error code in RST_STREAM is accepted", [push() + reset(1, 0xFF)], "nothing")

MALFORMED = "RST_STREAM 1 PROTOCOL_ERROR"
row = group("http2 8.1")
row("9113 §8.1", "a second HEADERS frame without END_STREAM resets the stream",
    [push() + data(1, PAYLOAD, 0) + headers(1, fields([(b"x-trailer", b"1")]), END_HEADERS)], MALFORMED)

row = group("http2 8.2.1")
row("9113 §8.2.1", "a field name in upper case resets the stream",
    [get(1, fields([(b"X-UPPER", b"1")]))], MALFORMED)

row = group("http2 8.3")
row("9113 §8.3", "an unknown pseudo-header field resets the stream",
    [headers(1, fields([(b":test", b"1")]) + GET)], MALFORMED)
row("9113 §8.3", "a pseudo-header field of responses resets the stream",
    [headers(1, fields([(b":status", b"200")]) + GET)], MALFORMED)
row("9113 §8.3", "a pseudo-header field in trailers resets the stream",
    [push() + data(1, PAYLOAD, 0) + headers(1, fields([(b":method", b"POST")]))], MALFORMED)
row("9113 §8.3", "a pseudo-header field behind a regular field resets the stream",
    [headers(1, fields([(b":method", b"GET"), (b":scheme", b"http"), (b":authority", b"localhost"),
    (b"x", b"y"),
                        (b":path", b"/ready")]))], MALFORMED)

row = group("http2 8.2.2")
row("9113 §8.2.2", "a connection field resets the stream",
    [get(1, fields([(b"connection", b"keep-alive")]))], MALFORMED)
row("9113 §8.2.2", "`te` other than `trailers` resets the stream",
    [get(1, fields([(b"te", b"trailers, deflate")]))], MALFORMED)

row = group("http2 8.3.1")


def pseudo(**given):
    values = {"method": b"GET", "scheme": b"http", "path": b"/ready", "authority": b"localhost"} | given
    given = [(b":" + name.encode(), value) for name, value in values.items() if value is not None]
    return headers(1, fields(given))


row("9113 §8.3.1", "an empty :path resets the stream", [pseudo(path=b"")], MALFORMED)
for name in "method", "scheme", "path":
    row("9113 §8.3.1", f"a request without :{name} resets the stream", [pseudo(**{name: None})], MALFORMED)
for name, value in ("method", b"GET"), ("scheme", b"http"), ("path", b"/ready"):
    row("9113 §8.3.1", f"a request with two :{name} resets the stream",
        [headers(1, fields([(b":" + name.encode(), value)]) + GET)], MALFORMED)

row = group("http2 8.1.1")
row("9113 §8.1.1", "a content-length that is not that of the DATA frame resets the stream",
    [push(1, fields([(b"content-length", b"1")])) + data(1, PAYLOAD)], MALFORMED)
row("9113 §8.1.1", "a content-length that is not the sum of the DATA frames resets the stream",
    [push(1, fields([(b"content-length", b"999")])) + data(1, PAYLOAD[:9], 0) + data(1, PAYLOAD[9:])],
    MALFORMED)

row = group("http2 8.4")
row("9113 §8.4", "PUSH_PROMISE of a client ends the connection",
    [push() + frame(PUSH_PROMISE, END_HEADERS, 1, bytes([0, 0, 0, 2]) + GET)], PROTOCOL)

SHARED_COUNT = len(ROWS)

# --- Further rows ------------------------------------------------------------------------------

row = group("own")
row("9113 §5.1.1", "DATA for a skipped stream number ends the connection",
    [get(5), "5: 200", data(3, b"x")],
    "GOAWAY PROTOCOL_ERROR|STREAM_CLOSED")
row("9113 §5.1", "WINDOW_UPDATE and RST_STREAM on a closed stream are ignored",
    DONE + [window(1, 1) + reset(1)], "nothing")
row("9113 §5.1", "frames behind a reset by the server are ignored",
    [push(1, fields([(b"X-UPPER", b"1")])), "RST_STREAM 1 PROTOCOL_ERROR", data(1, PAYLOAD)], "nothing")
row("9113 §4.3", "the field block of a rejected request goes into the dynamic table",
    [get(1, literal(b"connection", b"close", INDEXING)), "RST_STREAM 1 PROTOCOL_ERROR",
     headers(3, PUSH + literal(b"x-one", b"1", INDEXING), END_HEADERS) + data(3, PAYLOAD), "3: 200",
     get(5, indexed(63))], "RST_STREAM 5 PROTOCOL_ERROR")
row("7541 §4.1", "an entry larger than the dynamic table empties it",
    [get(1, literal(b"x-one", b"1", INDEXING)), "1: 200",
     headers(3, table_size(64) + GET + literal(b"x-two", b"2" * 64, INDEXING) + indexed(62))], COMPRESSION)
row("7541 §4.3", "a smaller dynamic table evicts its entries",
    [get(1, literal(b"x-one", b"1", INDEXING)), "1: 200", headers(3, table_size(0) + GET + indexed(62))],
    COMPRESSION)
row("7541 §2.3.2", "an entry of the dynamic table is found by its index in later blocks",
    [headers(1, BARE + literal(NAME, VALUE, INDEXING), END_HEADERS) + data(1, PAYLOAD), ANSWERED,
     headers(3, BARE + indexed(62), END_HEADERS) + data(3, PAYLOAD)], f"3: 200 apns-id={APNS_ID}")
row("7541 §5.1", "an integer that does not fit 32 bits is a decoding error",
    [get(1, b"\xff" + b"\xff" * 9 + b"\x0f")], COMPRESSION)
row("9113 §8.2.1", "a field value with a NUL resets the stream",
    [get(1, fields([(b"x", b"a\0b")]))], MALFORMED)
row("9113 §8.2.1", "a field value with a line feed resets the stream",
    [get(1, fields([(b"x", b"a\nb")]))], MALFORMED)
row("9113 §8.2.1", "an empty field name resets the stream", [get(1, fields([(b"", b"1")]))], MALFORMED)
row("9113 §8.2.1", "a field name with a space resets the stream",
    [get(1, fields([(b"a b", b"1")]))], MALFORMED)
row("9113 §8.2.2", "`transfer-encoding` resets the stream",
    [push(1, fields([(b"transfer-encoding", b"chunked")])) + data(1, PAYLOAD)], MALFORMED)
row("9113 §8.2.2", "`te: trailers` is accepted", [get(1, fields([(b"te", b"trailers")]))], "1: 200")
row("9113 §8.1.1", "two content-length fields reset the stream",
    [push(1, fields([(b"content-length", b"%d" % len(PAYLOAD)), (b"content-length", b"1")]))
    + data(1, PAYLOAD)],
    MALFORMED)
row("9113 §8.1.1", "a content-length that is no number resets the stream",
    [push(1, fields([(b"content-length", b"+31")])) + data(1, PAYLOAD)], MALFORMED)
row("9113 §3.4", "a connection preface that is followed by another frame than SETTINGS ends the connection",
    [PREFACE + ping()], PROTOCOL, begins=False)
row("9113 §3.4", "a first line that is almost the preface closes the connection without a response",
    [b"PRI * HTTQ/2.0\r\n\r\nSM\r\n\r\n" + settings()], "closed", begins=False)
row("9113 §3.4", "a preface with a wrong end ends the connection",
    [b"PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n" + settings()], "closed", begins=False)
row("9113 §5.1.2", "a stream beyond the limit is refused before the ack of SETTINGS",
    [PREFACE + settings(*HELD), "SETTINGS 1", "fill", get(LAST)], f"RST_STREAM {LAST} REFUSED_STREAM",
    begins=False, goes_on=False)

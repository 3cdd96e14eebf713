"""The table of HTTP/1.1 requests: parsing, framing and request smuggling (RFC 9112).

A row sends bytes, then a request that closes the connection. It states all final responses: a rejection has no 200
behind it, because nothing after it may be read as a request (RFC 9112 §11.2). Each row is sent at once and byte by
byte; some are cut at each byte in turn, and the second part is sent when the server has read the first.
"""

import dataclasses
import socket
import time

from cases import PAYLOAD, TOKEN
from client import DEADLINE, Failure, receive, send

HOST = b"Host: localhost\r\n"
LAST = b"GET /ready HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n"
GET = b"GET /ready HTTP/1.1\r\n" + HOST
SMUGGLED = b"GET /ready HTTP/1.1\r\nHost: localhost\r\n\r\n"
PUSH = b"POST /3/device/" + TOKEN + b" HTTP/1.1\r\n" + HOST + b"apns-topic: com.example.h2\r\n"
LENGTH = b"Content-Length: %d\r\n" % len(PAYLOAD)
CHUNKED = b"Transfer-Encoding: chunked\r\n"
SIZE = b"%x" % len(PAYLOAD)
CHUNKS = SIZE + b"\r\n" + PAYLOAD + b"\r\n0\r\n\r\n"


@dataclasses.dataclass
class Row:
    section: str
    name: str
    sent: bytes
    # The statuses of all final responses.
    expected: str
    # Whether the request is cut at each byte.
    is_cut: bool = False
    # Whether the last request follows. If not, the client closes its side, in clear only.
    goes_on: bool = True
    # The reason if the status deviates from the RFC.
    deviation: str = None
    # Whether the first response has the fields of a body, and no body.
    is_head: bool = False


ROWS = []


def row(section, name, sent, expected, **options):
    ROWS.append(Row(section, name, sent, expected, **options))


def get(name, field_lines, section, expected, **options):
    row(section, name, GET + field_lines + b"\r\n", expected, **options)


def push(name, field_lines, body, section, expected, **options):
    row(section, name, PUSH + field_lines + b"\r\n" + body, expected, **options)


# The statuses of an accepted request, with the last one behind it, and of a rejected one.
ACCEPTED, REJECTED = "200 200", "400"
SILENT = (
    "RFC 9112 §3 recommends 400; a client whose first line does not end in a version of HTTP speaks another "
    "protocol, and reads a response as something else")

row("9112 §2.2", "an empty line before the request line is skipped", b"\r\n" + GET + b"\r\n", ACCEPTED)
row("9112 §2.2", "a request line that ends in a bare LF is rejected",
    b"GET /ready HTTP/1.1\n" + HOST + b"\r\n", REJECTED)
row("9112 §2.2", "a CR inside the request line is rejected",
    b"GET /ready\r HTTP/1.1\r\n" + HOST + b"\r\n", REJECTED)
get("a field line that ends in a bare LF is rejected", b"x: y\n", "9112 §2.2", REJECTED, is_cut=True)
get("an end of the header by bare LF is rejected", b"x: y\r\n\n", "9112 §2.2", REJECTED)
get("a CR inside a field value is rejected", b"x: a\rb\r\n", "9112 §2.2", REJECTED)
get("a CR before CR LF is rejected", b"x: a\r\r\n", "9112 §2.2", REJECTED)
row("9112 §2.2", "white space before the first field is rejected",
    b"GET /ready HTTP/1.1\r\n x: y\r\n" + HOST + b"\r\n", REJECTED)
row("9112 §2.2", "bytes that are not HTTP get no response", b"HELLO WORLD\r\n", "", deviation=SILENT)
row("9112 §2.2", "bytes that are not HTTP behind a request are rejected",
    GET + b"\r\nHELLO WORLD\r\n", "200 400")
row("9112 §2.3", "HTTP/1.0 is answered, and the connection ends", b"GET /ready HTTP/1.0\r\n\r\n", "200")
row("9112 §2.3", "another major version is rejected", b"GET /ready HTTP/3.0\r\n" + HOST + b"\r\n", "505")
row("9112 §2.3", "HTTP/2.0 in a request line is rejected", b"GET /ready HTTP/2.0\r\n" + HOST + b"\r\n", "505")
row("9112 §2.3", "a version of two digits is rejected",
    b"GET /ready HTTP/1.10\r\n" + HOST + b"\r\n", "505")
row("9112 §2.3", "a later minor version is rejected", b"GET /ready HTTP/1.2\r\n" + HOST + b"\r\n", "505",
    deviation="RFC 9112 §2.3 has it read as HTTP/1.1; no such version exists, and its framing is unknown")
row("9112 §2.3", "a version in lower case gets no response",
    b"GET /ready http/1.1\r\n" + HOST + b"\r\n", "", deviation=SILENT)
row("9112 §3", "a first line with two spaces between its words is rejected",
    b"GET  /ready HTTP/1.1\r\n" + HOST + b"\r\n", REJECTED)
row("9112 §3", "a tab in a request line is rejected",
    SMUGGLED + b"GET\t/ready HTTP/1.1\r\n" + HOST + b"\r\n", "200 400")
row("9112 §3", "a space behind the version is rejected",
    b"GET /ready HTTP/1.1 \r\n" + HOST + b"\r\n", REJECTED)
row("9112 §3", "a request line without a version is rejected",
    SMUGGLED + b"GET /ready\r\n" + HOST + b"\r\n", "200 400")
row("9112 §3", "a request line without a target is rejected",
    SMUGGLED + b"GET HTTP/1.1\r\n" + HOST + b"\r\n", "200 400")
row("9112 §3", "a first line with a space in the target is rejected",
    b"GET /re ady HTTP/1.1\r\n" + HOST + b"\r\n", REJECTED)
row("9112 §3", "a NUL in the target is rejected", b"GET /re\0ady HTTP/1.1\r\n" + HOST + b"\r\n", REJECTED)
row("9112 §3.1", "a method that is no token is rejected", b"G(T /ready HTTP/1.1\r\n" + HOST + b"\r\n", REJECTED)
row("9112 §3", "a target that is too long is rejected",
    b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\n" + HOST + b"\r\n",
    "414")
row("9112 §3.2.1", "a target has a query", b"GET /ready?x=y HTTP/1.1\r\n" + HOST + b"\r\n", ACCEPTED)
row("9112 §3.2.2", "a target in absolute form is accepted",
    b"GET http://localhost/ready HTTP/1.1\r\n" + HOST + b"\r\n", ACCEPTED, is_cut=True)
row("9112 §3.2.2", "a target in absolute form needs a Host field",
    b"GET http://localhost/ready HTTP/1.1\r\n\r\n", REJECTED)
row("9112 §3.2.2", "the host of a target in absolute form counts, and not that of the field",
    b"GET http://localhost/ready HTTP/1.1\r\nHost: other.example\r\n\r\n", ACCEPTED)
row("9112 §3.2.2", "another host of a target in absolute form counts, and not that of the field",
    b"GET http://other.example/ready HTTP/1.1\r\n" + HOST + b"\r\n", "421 200")
row("9112 §3.2", "a request without Host is rejected", b"GET /ready HTTP/1.1\r\n\r\n", REJECTED, is_cut=True)
get("a second Host is rejected", HOST, "9112 §3.2", REJECTED, is_cut=True)
get("a second Host with another value is rejected", b"hOST: other.example\r\n", "9112 §3.2", REJECTED)
row("9112 §3.2", "a Host with another name is not served",
    b"GET /ready HTTP/1.1\r\nHost: other.example\r\n\r\n", "421 200")
row("9112 §3.2", "an empty Host names no host that is served",
    b"GET /ready HTTP/1.1\r\nHost:\r\n\r\n", "421 200")
for words, host in (
        ("a space", b"a b"), ("two ports", b"localhost:80:80"), ("a port of letters", b"localhost:a"),
        ("a user", b"me@localhost"), ("a path", b"localhost/ready"), ("an open bracket", b"[::1"),
        ("letters behind a bracket", b"[::1]a"), ("an address without brackets", b"::1")):
    row("9112 §3.2", f"a Host with {words} is rejected",
        b"GET /ready HTTP/1.1\r\nHost: " + host + b"\r\n\r\n", REJECTED)
for host in b"localhost:", b"LOCALHOST:80", b"[::1]:80", b"127.0.0.1":
    row("9112 §3.2", f"the Host `{host.decode()}` is accepted",
        b"GET /ready HTTP/1.1\r\nHost: " + host + b"\r\n\r\n", ACCEPTED)


def target(name, target, section, expected, method=b"GET", field_lines=HOST, **options):
    """A row whose request has this target."""
    row(section, name, method + b" " + target + b" HTTP/1.1\r\n" + field_lines + b"\r\n", expected, **options)


target("a target with a fragment is rejected", b"/ready#x", "9112 §3.2.1", REJECTED)
target("a target in absolute form with a fragment is rejected", b"http://localhost/ready#x", "9112 §3.2.2", REJECTED)
target("a target in absolute form without a host is rejected", b"http:///ready", "9110 §4.2.1", REJECTED)
target("a target in absolute form with a user is rejected", b"http://me@localhost/ready", "9110 §4.2.4", REJECTED)
target("a target of another scheme is rejected", b"ftp://localhost/ready", "9112 §3.2.2", REJECTED)
target("a target of two paths is no absolute form", b"x/http://localhost/ready", "9112 §3.2.2", REJECTED)
target("a scheme in upper case is accepted", b"HTTP://localhost/ready", "9110 §4.2.3", ACCEPTED)
target("a target with bytes that no URI has is another path", b'/ready"<\xe9>', "9112 §3", "404 200",
       deviation="RFC 9112 §3 recommends 400; the rejected request says what is wrong with a device token that "
                 "was not filled in, and browsers send `|` and `[`")
target("a target in authority form of GET is rejected", b"localhost:80", "9112 §3.2.3", REJECTED, is_cut=True)
target("a target in asterisk form of GET is rejected", b"*", "9112 §3.2.4", REJECTED)
target("a target in asterisk form of OPTIONS is answered", b"*", "9112 §3.2.4", "404 200", b"OPTIONS")
target("a target in asterisk form of CONNECT is rejected", b"*", "9112 §3.2.3", REJECTED, b"CONNECT")
PUSH_HOST = b"api.push.apple.com:443"
target("CONNECT opens a tunnel, in which the next request is read", PUSH_HOST, "9110 §9.3.6", ACCEPTED, b"CONNECT",
       is_cut=True)
target("CONNECT to another host is not served", b"other.example:443", "9110 §9.3.6", "403", b"CONNECT")
for words, place in (
        ("without a port", b"api.push.apple.com"), ("with an empty port", b"api.push.apple.com:"),
        ("with port 0", b"api.push.apple.com:0"), ("with port 65536", b"api.push.apple.com:65536"),
        ("without a host", b":443"), ("with a user", b"me@" + PUSH_HOST), ("with a path", PUSH_HOST + b"/"),
        ("with an absolute form", b"http://" + PUSH_HOST)):
    target(f"CONNECT {words} is rejected", place, "9110 §9.3.6", REJECTED, b"CONNECT")
target("CONNECT without a Host is rejected", PUSH_HOST, "9112 §3.2", REJECTED, b"CONNECT", b"")
target("CONNECT with a second Host is rejected", PUSH_HOST, "9112 §3.2", REJECTED, b"CONNECT", HOST + HOST)
row("9110 §9.3.6", "CONNECT with a body by Content-Length is rejected",
    b"CONNECT " + PUSH_HOST + b" HTTP/1.1\r\n" + HOST + b"Content-Length: %d\r\n\r\n" % len(SMUGGLED) + SMUGGLED,
    REJECTED)
target("CONNECT with a body in chunks is rejected", PUSH_HOST, "9110 §9.3.6", REJECTED, b"CONNECT", HOST + CHUNKED)
target("CONNECT with a Content-Length of 0 is accepted", PUSH_HOST, "9110 §9.3.6", ACCEPTED, b"CONNECT",
       HOST + b"Content-Length: 0\r\n")
target("HEAD gets the fields of GET without a body", b"/ready", "9110 §9.3.2", ACCEPTED, b"HEAD", is_head=True,
       is_cut=True)
target("HEAD of an unknown path gets no body", b"/none", "9110 §9.3.2", "404 200", b"HEAD", is_head=True)
get("Upgrade to h2c is ignored", b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
    b"HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n", "9110 §7.8", ACCEPTED)
get("Upgrade to another protocol is ignored", b"Connection: Upgrade\r\nUpgrade: websocket\r\n", "9110 §7.8",
    ACCEPTED)

get("a space before the colon is rejected", b"x : y\r\n", "9112 §5.1", REJECTED)
get("a tab before the colon is rejected", b"x\t: y\r\n", "9112 §5.1", REJECTED)
get("a line without a colon is rejected", b"xy\r\n", "9112 §5", REJECTED)
get("an empty field name is rejected", b": y\r\n", "9112 §5", REJECTED)
get("a field name with a NUL is rejected", b"x\0: y\r\n", "9112 §5", REJECTED)
get("a field name outside ASCII is rejected", b"x\xe9: y\r\n", "9112 §5", REJECTED)
get("a field name in quotes is rejected", b'"x": y\r\n', "9112 §5", REJECTED)
get("a field value with a NUL is rejected", b"x: a\0b\r\n", "9110 §5.5", REJECTED)
get("a field value with a control character is rejected", b"x: a\x0bb\r\n", "9110 §5.5", REJECTED)
get("an empty field value is accepted", b"x:\r\n", "9110 §5.5", ACCEPTED)
get("white space around a field value is no part of it", b"Connection: \t close \t\r\n", "9112 §5.1", "200")
get("a field value outside ASCII is accepted", b"x: \xe9\r\n", "9110 §5.5", ACCEPTED)
get("a folded line is rejected", b"x: a\r\n b\r\n", "9112 §5.2", REJECTED, is_cut=True)
get("a folded line by a tab is rejected", b"x: a\r\n\tb\r\n", "9112 §5.2", REJECTED)
get("a field that is too long is rejected", b"x: " + b"y" * 20_000 + b"\r\n", "9112 §5", "431")
get("too many fields are rejected", b"x:y\r\n" * 2_000, "9112 §5", "431")

push("a body by Content-Length is read", LENGTH, PAYLOAD, "9112 §6.2", ACCEPTED, is_cut=True)
push("a body without a length is none", b"", b"", "9112 §6.3", "400 200")
get("a body of GET is no request", b"Content-Length: %d\r\n\r\n" % len(SMUGGLED) + SMUGGLED[:-2], "9112 §6",
    ACCEPTED)
HIDING = b"Content-Length: %d\r\n\r\n" % len(SMUGGLED) + SMUGGLED
row("9112 §6", "a body of a request for another host is no request",
    b"POST / HTTP/1.1\r\nHost: other.example\r\n" + HIDING, "421 200")
row("9112 §6", "a body of a request of a web page is no request",
    PUSH + b"Origin: https://other.example\r\n" + HIDING, "403 200")
row("9112 §6", "a body of a request for an unknown path is no request",
    b"POST /none HTTP/1.1\r\n" + HOST + HIDING, "404 200")
row("9112 §6", "a body of HEAD is no request", b"HEAD /ready HTTP/1.1\r\n" + HOST + HIDING, ACCEPTED, is_head=True)
for value in b"", b"+31", b"-1", b"0x1f", b"3 1", b"31,31", b"31, 31", b"31;", b"1e1", b"\xb2", b"1_0":
    push(f"Content-Length `{value.decode('latin-1')}` is rejected", b"Content-Length: " + value + b"\r\n",
        PAYLOAD,
         "9112 §6.2", REJECTED)
for value in 1 << 63, 1 << 64, (1 << 64) + len(PAYLOAD), 10 ** 40:
    push(f"Content-Length {value} is rejected", b"Content-Length: %d\r\n" % value, PAYLOAD, "9112 §6.2",
        REJECTED)
push("Content-Length with leading zeros is decimal", b"Content-Length: 0%d\r\n" % len(PAYLOAD), PAYLOAD,
    "9110 §8.6",
     ACCEPTED)
push("Content-Length twice with two values is rejected", LENGTH + b"Content-Length: 0\r\n", PAYLOAD,
    "9112 §6.3",
     REJECTED, is_cut=True)
push("Content-Length twice with one value is rejected", LENGTH + LENGTH, PAYLOAD, "9112 §6.3", REJECTED)
push("Content-Length before Transfer-Encoding is rejected", b"Content-Length: 4\r\n" + CHUNKED, CHUNKS,
    "9112 §6.3",
     REJECTED, is_cut=True)
push("Content-Length behind Transfer-Encoding is rejected", CHUNKED + b"Content-Length: 4\r\n", CHUNKS,
    "9112 §6.3",
     REJECTED)
push("Content-Length of 0 with Transfer-Encoding is rejected", CHUNKED + b"Content-Length: 0\r\n", CHUNKS,
     "9112 §6.3", REJECTED)
push("a request hidden by Transfer-Encoding and Content-Length is not answered",
     CHUNKED + b"Content-Length: 5\r\n", b"0\r\n\r\n" + SMUGGLED, "9112 §11.2", REJECTED)
push("Content-Length with a space before the colon is rejected", b"Content-Length : 31\r\n", PAYLOAD,
    "9112 §5.1",
     REJECTED)
for words, line, expected in (
        ("with a space before the colon", b"Transfer-Encoding : chunked\r\n", REJECTED),
        ("folded", b"Transfer-Encoding:\r\n chunked\r\n", "501"),
        ("with a vertical tab", b"Transfer-Encoding: \x0bchunked\r\n", REJECTED),
        ("with a NUL", b"Transfer-Encoding: chunked\0\r\n", REJECTED),
        ("given twice", CHUNKED + CHUNKED, REJECTED),
        ("given twice, `identity` last", CHUNKED + b"Transfer-Encoding: identity\r\n", REJECTED),
        ("with `chunked` twice", b"Transfer-Encoding: chunked, chunked\r\n", REJECTED),
        ("with `chunked` not last", b"Transfer-Encoding: chunked, gzip\r\n", REJECTED),
        ("of `gzip, chunked`", b"Transfer-Encoding: gzip, chunked\r\n", "501"),
        ("of `identity`", b"Transfer-Encoding: identity\r\n", "501"),
        ("of `xchunked`", b"Transfer-Encoding: xchunked\r\n", "501"),
        ("in quotes", b'Transfer-Encoding: "chunked"\r\n', "501"),
        ("without a value", b"Transfer-Encoding:\r\n", "501"),
        ("with a parameter", b"Transfer-Encoding: chunked;x=y\r\n", "501")):
    push(f"Transfer-Encoding {words} is rejected", line, CHUNKS, "9112 §6.1", expected)
for value in b",chunked", b"chunked,", b" , chunked ,, ":
    push(f"empty elements in Transfer-Encoding `{value.decode()}` are ignored",
         b"Transfer-Encoding:" + value + b"\r\n", CHUNKS, "9110 §5.6.1.2", ACCEPTED)
row("9112 §6.1", "Transfer-Encoding of HTTP/1.0 is rejected",
    PUSH.replace(b"HTTP/1.1", b"HTTP/1.0") + b"Connection: keep-alive\r\n" + CHUNKED + b"\r\n" + CHUNKS,
        REJECTED)
push("Transfer-Encoding in any case is accepted", b"tRANSFER-eNCODING:\tCHUNKED\r\n", CHUNKS, "9112 §7",
    ACCEPTED)


def chunks(name, body, expected, section="9112 §7.1", **options):
    push(name, CHUNKED, body, section, expected, **options)


chunks("a body of one chunk is read", CHUNKS, ACCEPTED, is_cut=True)
chunks("a body of many chunks is read", b"".join(b"1\r\n%c\r\n" % byte for byte in PAYLOAD) + b"0\r\n\r\n",
    ACCEPTED)
chunks("a chunk size has leading zeros and upper case", b"00" + CHUNKS.upper()[:2] + CHUNKS[2:], ACCEPTED)
chunks("a last chunk of several zeros is the last", CHUNKS.replace(b"0\r\n\r\n", b"000\r\n\r\n"), ACCEPTED)
chunks("chunk extensions are ignored", SIZE + b";x=y;z=\"a;b\"" + CHUNKS[2:], ACCEPTED, "9112 §7.1.1",
    is_cut=True)
chunks("a chunk extension that is too long is rejected", SIZE + b";" + b"x" * 70_000 + CHUNKS[2:], REJECTED,
    "9112 §7.1.1")
chunks("a bare LF in a chunk extension is rejected", SIZE + b";\n" + PAYLOAD + CHUNKS[-7:], REJECTED,
    "9112 §7.1.1")
chunks("a bare CR in a chunk extension is rejected", SIZE + b";\r" + CHUNKS[2:], REJECTED, "9112 §7.1.1")
for extension in b";x", b' ;\tx = "\\"" ; y=z', b';x="\xe9"':
    chunks(f"the chunk extension {extension} is ignored", SIZE + extension + CHUNKS[2:], ACCEPTED, "9112 §7.1.1")
for words, end in (
        ("a space", b" "), ("a tab", b"\t"), ("a word", b" x"), ("an empty extension", b";"),
        ("an extension without a name", b";=y"), ("an extension without a value", b";x="),
        ("a space behind its extension", b";x=y "), ("a control character in a name", b";x\x01"),
        ("a control character in quotes", b';x="\x01"'), ("open quotes", b';x="y'),
        ("a word behind quotes", b';x="y"z')):
    chunks(f"a chunk size with {words} is rejected", SIZE + end + CHUNKS[2:], REJECTED, "9112 §7.1.1")
    chunks(f"a last chunk size with {words} is rejected", CHUNKS[:-4] + end + CHUNKS[-4:], REJECTED, "9112 §7.1.1")
for size in b"", b"0x1f", b"-1", b"+1f", b" 1f", b"1f_", b"1g", b"\xef\xbc\x91", b"\0":
    chunks(f"the chunk size {size} is rejected", size + CHUNKS[2:], REJECTED)
for size in b"8000000000000000", b"10000000000000000", b"1000000000000001f", b"f" * 40:
    chunks(f"the chunk size {size.decode()} is rejected", size + CHUNKS[2:], REJECTED)
chunks("a chunk size that ends in a bare LF is rejected", SIZE + b"\n" + CHUNKS[4:], REJECTED)
chunks("a chunk that ends in a bare LF is rejected", CHUNKS[:-7] + b"\n0\r\n\r\n", REJECTED)
for end in b"XX", b"\r\r", b"\n\r", b"\n\n":
    chunks(f"a chunk that ends in {end} is rejected", CHUNKS[:-7] + end + CHUNKS[-5:], REJECTED)
chunks("a chunk longer than its size is rejected", b"1e" + CHUNKS[2:], REJECTED, is_cut=True)
chunks("a chunk shorter than its size is rejected", b"20" + CHUNKS[2:], REJECTED)
chunks("a last chunk that ends in a bare LF is rejected", CHUNKS[:-4] + b"\n\r\n", REJECTED)
chunks("trailers are ignored",
    CHUNKS[:-2] + b"x: y\r\nContent-Length: 9\r\nTransfer-Encoding: gzip\r\n\r\n", ACCEPTED,
       "9112 §7.1.2", is_cut=True)
chunks("a trailer that ends in a bare LF is rejected", CHUNKS[:-2] + b"x: y\n\r\n", REJECTED, "9112 §7.1.2")
chunks("a trailer that is too long is rejected", CHUNKS[:-2] + b"x: " + b"y" * 20_000 + b"\r\n\r\n", REJECTED,
       "9112 §7.1.2")
chunks("a trailer line that is no field is rejected", CHUNKS[:-2] + SMUGGLED, REJECTED, "9112 §7.1.2")
chunks("a folded trailer is rejected", CHUNKS[:-2] + b"x: y\r\n z\r\n\r\n", REJECTED, "9112 §7.1.2")
chunks("trailers that are too long together are rejected",
    CHUNKS[:-2] + b"x: y\r\n" * 2_000 + b"\r\n", REJECTED, "9112 §7.1.2")
row("9112 §7.1", "a body that is too large is rejected",
    PUSH + b"Content-Length: 70000\r\n\r\n" + b" " * 70_000, "413 200")

row("9112 §9.3.2", "pipelined requests are answered in order",
    GET + b"\r\nGET /none HTTP/1.1\r\n" + HOST + b"\r\n" + PUSH + LENGTH + b"\r\n" + PAYLOAD,
        "200 404 200 200",
    is_cut=True)
row("9112 §9.3.2", "a rejected request ends a pipeline",
    GET + b"\r\n" + GET + b"x : y\r\n\r\n" + SMUGGLED, "200 400",
    is_cut=True)
get("no request is read behind Connection: close", b"Connection: close\r\n", "9112 §9.6", "200")
get("Connection: close counts in a list", b"Connection: x, Close\r\n", "9112 §9.6", "200")
row("9112 §9.3", "HTTP/1.0 goes on with keep-alive",
    b"GET /ready HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", ACCEPTED)
push("Expect: 100-continue is accepted", b"Expect: 100-continue\r\n" + LENGTH, PAYLOAD, "9110 §10.1.1",
    ACCEPTED)
get("another expectation is rejected", b"Expect: miracles\r\n", "9110 §10.1.1", "417")
row("9112 §8", "a header that is cut off is rejected", GET, REJECTED, goes_on=False)
row("9112 §8", "a body that is cut off is rejected",
    PUSH + LENGTH + b"\r\n" + PAYLOAD[:-1], REJECTED, goes_on=False)
row("9112 §8", "a chunked body without its last chunk is rejected",
    PUSH + CHUNKED + b"\r\n" + CHUNKS[:-5], REJECTED,
    goes_on=False)
row("9112 §8", "a whole request of a client that ends its side is answered", SMUGGLED, "200", goes_on=False)


class Pace:
    """A second connection. Once it has two answers the server has read what was sent on others before."""

    def __init__(self, endpoint):
        self.socket = endpoint.connect("http/1.1")

    def wait(self):
        for _ in range(2):
            send(self.socket, SMUGGLED)
            text, until = b"", time.monotonic() + DEADLINE
            while not text.endswith(b"ready\n"):
                more = receive(self.socket, until)
                if not more:
                    raise Failure("the second connection was closed")
                text += more


def statuses(connection, is_head=False):
    """The statuses of all final responses until the end of the connection; the first may be that of HEAD."""
    text, until = b"", time.monotonic() + DEADLINE
    while more := receive(connection, until):
        text += more
    found = []
    while text:
        head, separator, rest = text.partition(b"\r\n\r\n")
        line, *lines = head.split(b"\r\n")
        version, status, _ = line.split(b" ", 2)
        if not separator or version != b"HTTP/1.1":
            raise Failure(f"this is no response: {text[:80]!r}")
        values = dict(each.lower().split(b": ", 1) for each in lines)
        length = int(values.get(b"content-length", 0)) if found or not is_head else 0
        if len(rest) < length:
            raise Failure(f"a response is cut off: {text[:80]!r}")
        if status != b"100":
            found.append(status.decode())
        text = rest[length:]
    return " ".join(found)


def play_parts(endpoint, row, parts, pace=None):
    """Returns None, or the problem."""
    connection = None
    try:
        connection = endpoint.connect("http/1.1")
        for number, part in enumerate(parts):
            if number and pace:
                pace.wait()
            send(connection, part)
        if not row.goes_on:
            connection.shutdown(socket.SHUT_WR)
        found = statuses(connection, row.is_head)
        if found != row.expected:
            return f"the responses are `{found}`, and not `{row.expected}`"
    except (Failure, OSError, ValueError) as problem:
        return f"{type(problem).__name__}: {problem}"
    finally:
        if connection:
            connection.close()


def play_cuts(endpoint, row, whole):
    pace = Pace(endpoint)
    try:
        for at in range(1, len(row.sent) + 1):
            problem = play_parts(endpoint, row, [whole[:at], whole[at:]], pace)
            if problem:
                return f"cut behind byte {at}: {problem}"
    finally:
        pace.socket.close()


def play(report, endpoint, transport):
    for row in ROWS:
        if not row.goes_on and endpoint.context:
            continue
        whole = row.sent + (LAST if row.goes_on else b"")
        name = f"{transport}: {row.name} (RFC {row.section})"
        report.add(name, play_parts(endpoint, row, [whole]))
        if row.deviation:
            print(f"# deviation: {row.deviation}.", flush=True)
        if len(whole) < 1_000:
            report.add(f"{name}, byte by byte",
                       play_parts(endpoint, row, [whole[at:at + 1] for at in range(len(whole))]))
        if row.is_cut:
            report.add(f"{name}, cut at each byte", play_cuts(endpoint, row, whole))

"""HTTP/2 frames (RFC 9113 §4, §6) and HPACK representations (RFC 7541 §6) as bytes.

Nothing is validated, so that faulty frames can be built from the same functions.
"""

import struct

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY = range(8)
WINDOW_UPDATE, CONTINUATION = 8, 9
FRAME_NAMES = (
    "DATA HEADERS PRIORITY RST_STREAM SETTINGS PUSH_PROMISE PING GOAWAY WINDOW_UPDATE CONTINUATION".split())
ACK = END_STREAM = 0x1
END_HEADERS = 0x4
PADDED = 0x8
PRIORITIZED = 0x20
ERROR_NAMES = (
    "NO_ERROR PROTOCOL_ERROR INTERNAL_ERROR FLOW_CONTROL_ERROR SETTINGS_TIMEOUT STREAM_CLOSED "
    "FRAME_SIZE_ERROR REFUSED_STREAM CANCEL COMPRESSION_ERROR CONNECT_ERROR ENHANCE_YOUR_CALM "
    "INADEQUATE_SECURITY HTTP_1_1_REQUIRED").split()
HEADER_TABLE_SIZE, ENABLE_PUSH, MAX_CONCURRENT_STREAMS, INITIAL_WINDOW_SIZE, MAX_FRAME_SIZE = range(1, 6)

# The codes of up to 15 bits (RFC 7541, appendix B): nearly all printable characters of ASCII. The code is
# canonical: the lengths decide the bits.
HUFFMAN_LENGTHS = {
    5: "012aceiost",
    6: " %-./3456789=A_bdfghlmnpru",
    7: ":BCDEFGHIJKLMNOPQRSTUVWYjkqvwxyz",
    8: "&*,;XZ",
    10: "!\"()?",
    11: "'+|",
    12: "#>",
    13: "\0$@[]~",
    14: "^}",
    15: "<`{",
}
EOS = "1" * 30


def huffman_codes():
    """Returns the code of each character as a text of 0 and 1."""
    codes, code, last = {}, 0, 0
    for length, characters in HUFFMAN_LENGTHS.items():
        for character in sorted(characters):
            code <<= length - last
            last = length
            codes[ord(character)] = f"{code:0{length}b}"
            code += 1
    return codes


CODES = huffman_codes()
CHARACTERS = {bits: character for character, bits in CODES.items()}


def bits_to_bytes(bits):
    return bytes(int(bits[start:start + 8], 2) for start in range(0, len(bits), 8))


def huffman(text):
    """Encodes printable ASCII."""
    bits = "".join(CODES[byte] for byte in text)
    return bits_to_bytes(bits + "1" * (-len(bits) % 8))


def unhuffman(coded):
    """Decodes printable ASCII; what is left at the end is padding."""
    text, bits = bytearray(), ""
    for bit in "".join(f"{byte:08b}" for byte in coded):
        bits += bit
        if bits in CHARACTERS:
            text.append(CHARACTERS[bits])
            bits = ""
    return bytes(text)


def integer(value, prefix, flags=0):
    """An integer with a prefix of so many bits (RFC 7541 §5.1), below the flags of its first byte."""
    most = (1 << prefix) - 1
    if value < most:
        return bytes([flags | value])
    coded, value = bytearray([flags | most]), value - most
    while value >= 128:
        coded.append(value % 128 | 128)
        value //= 128
    return bytes(coded) + bytes([value])


def string(text, is_huffman=False):
    """A string literal (RFC 7541 §5.2)."""
    coded = huffman(text) if is_huffman else text
    return integer(len(coded), 7, 0x80 if is_huffman else 0) + coded


def indexed(index):
    """An indexed field (RFC 7541 §6.1)."""
    return integer(index, 7, 0x80)


# The first bits of the three literal representations (RFC 7541 §6.2), with the bits of their index.
INDEXING, WITHOUT, NEVER = (0x40, 6), (0x00, 4), (0x10, 4)


def literal(name, value, kind=WITHOUT, is_huffman=False):
    """A literal field; its name is a text, or an index."""
    flags, prefix = kind
    if isinstance(name, int):
        return integer(name, prefix, flags) + string(value, is_huffman)
    return bytes([flags]) + string(name, is_huffman) + string(value, is_huffman)


def table_size(size):
    """A dynamic table size update (RFC 7541 §6.3)."""
    return integer(size, 5, 0x20)


def fields(pairs):
    """A field block of literals without indexing."""
    return b"".join(literal(name, value) for name, value in pairs)


def frame(kind, flags, stream, payload=b"", length=None):
    """A frame; its length may be wrong."""
    length = len(payload) if length is None else length
    return struct.pack(">I", length)[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def padded(payload, count):
    return bytes([count]) + payload + bytes(count)


def headers(stream, block, flags=END_HEADERS | END_STREAM):
    return frame(HEADERS, flags, stream, block)


def continuation(stream, block, flags=END_HEADERS):
    return frame(CONTINUATION, flags, stream, block)


def data(stream, payload, flags=END_STREAM):
    return frame(DATA, flags, stream, payload)


def priority(stream, on=0, weight=16, is_exclusive=False):
    return frame(PRIORITY, 0, stream, dependency(on, weight, is_exclusive))


def dependency(on, weight=16, is_exclusive=False):
    return struct.pack(">IB", on | (0x8000_0000 if is_exclusive else 0), weight - 1)


def reset(stream, code=8):
    return frame(RST_STREAM, 0, stream, struct.pack(">I", code))


def settings(*pairs, flags=0):
    return frame(SETTINGS, flags, 0, b"".join(struct.pack(">HI", *pair) for pair in pairs))


def ping(payload=b"pingping", flags=0):
    return frame(PING, flags, 0, payload)


def goaway(last=0, code=0, stream=0):
    return frame(GOAWAY, 0, stream, struct.pack(">II", last, code))


def window(stream, increment):
    return frame(WINDOW_UPDATE, 0, stream, struct.pack(">I", increment))


class FieldDecoder:
    """Decodes the field blocks of responses, with a dynamic table (RFC 7541 §2.3)."""

    STATIC_NAMES = {
        8: ":status", 9: ":status", 10: ":status", 11: ":status", 12: ":status", 13: ":status", 14: ":status",
        28: "content-length", 31: "content-type"}
    STATUSES = {8: "200", 9: "204", 10: "206", 11: "304", 12: "400", 13: "404", 14: "500"}
    STATIC_SIZE = 61

    def __init__(self):
        self.table = []

    def decode(self, block):
        """Returns names and values; of names in the static table only those that rows look at are known."""
        self.block, self.offset = block, 0
        decoded = []
        while self.offset < len(block):
            first = block[self.offset]
            if first & 0x80:
                decoded.append(self.entry(self.integer(7)))
            elif first & 0xE0 == 0x20:
                self.integer(5)
            else:
                index = self.integer(6 if first & 0x40 else 4)
                name = self.entry(index)[0] if index else self.string()
                decoded.append((name, self.string()))
                if first & 0x40:
                    self.table.insert(0, decoded[-1])
        return decoded

    def entry(self, index):
        if index > self.STATIC_SIZE:
            return self.table[index - self.STATIC_SIZE - 1]
        return self.STATIC_NAMES.get(index, f"static {index}"), self.STATUSES.get(index, "")

    def integer(self, prefix):
        most = (1 << prefix) - 1
        value = self.block[self.offset] & most
        self.offset += 1
        if value < most:
            return value
        shift = 0
        while True:
            byte = self.block[self.offset]
            self.offset += 1
            value += (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def string(self):
        is_huffman = self.block[self.offset] & 0x80
        count = self.integer(7)
        text = self.block[self.offset:self.offset + count]
        self.offset += count
        return (unhuffman(text) if is_huffman else text).decode("latin-1")

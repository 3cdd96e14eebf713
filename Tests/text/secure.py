"""Connections over TLS: a host name that the client asks for, and the subject of its certificate."""

import base64
import hashlib
import os
import socket
import ssl

from program import DEADLINE

SHA256_WITH_RSA, RSA = "1.2.840.113549.1.1.11", "1.2.840.113549.1.1.1"
NAMES = {"UID": "0.9.2342.19200300.100.1.1", "CN": "2.5.4.3", "O": "2.5.4.10", "OU": "2.5.4.11"}
# The digest of PKCS #1 (RFC 8017 §9.2, note 1).
SHA256_PREFIX = bytes.fromhex("3031300d060960864801650304020105000420")


class Key:
    """An RSA key for tests. Its factors are the largest primes below 2^1024, which everybody knows."""

    def __init__(self):
        p, q = (1 << 1024) - 105, (1 << 1024) - 179
        self.parts = [p * q, 65537, pow(65537, -1, (p - 1) * (q - 1)), p, q]
        self.parts += [self.parts[2] % (p - 1), self.parts[2] % (q - 1), pow(q, -1, p)]

    @property
    def file(self):
        return pem("RSA PRIVATE KEY", sequence(*map(integer, [0, *self.parts])))

    def sign(self, data):
        digest = SHA256_PREFIX + hashlib.sha256(data).digest()
        size = (self.parts[0].bit_length() + 7) // 8
        padded = b"\0\1" + b"\xff" * (size - len(digest) - 3) + b"\0" + digest
        return pow(int.from_bytes(padded), self.parts[2], self.parts[0]).to_bytes(size)


# DER (ITU-T X.690)

def tagged(tag, content):
    count = len(content)
    size = count.to_bytes((count.bit_length() + 7) // 8 or 1)
    return bytes([tag]) + (size if count < 0x80 else bytes([0x80 | len(size)]) + size) + content


def sequence(*parts):
    return tagged(0x30, b"".join(parts))


def integer(number):
    return tagged(2, number.to_bytes(number.bit_length() // 8 + 1))


def identifier(text):
    first, second, *others = map(int, text.split("."))
    content = [first * 40 + second]
    for number in others:
        groups = [number & 0x7F]
        while number := number >> 7:
            groups.insert(0, number & 0x7F | 0x80)
        content += groups
    return tagged(6, bytes(content))


def text(value):
    try:
        value.decode()
    except UnicodeDecodeError:
        return tagged(0x14, value)
    return tagged(0x0C, value)


def bits(content):
    return tagged(3, b"\0" + content)


def pem(name, data):
    lines = base64.encodebytes(data).decode()
    return f"-----BEGIN {name}-----\n{lines}-----END {name}-----\n"


def certificate(key, names):
    """Returns a certificate that its own key signs. A name is UTF8String, or TeletexString when it is no UTF-8."""
    subject = sequence(*(tagged(0x31, sequence(identifier(NAMES[name]), text(value))) for name, value in names))
    algorithm = sequence(identifier(SHA256_WITH_RSA), tagged(5, b""))
    validity = sequence(tagged(0x18, b"20200101000000Z"), tagged(0x18, b"20990101000000Z"))
    public = sequence(
        sequence(identifier(RSA), tagged(5, b"")), bits(sequence(*map(integer, key.parts[:2]))))
    body = sequence(tagged(0xA0, integer(2)), integer(1), algorithm, subject, validity, subject, public)
    return pem("CERTIFICATE", sequence(body, algorithm, bits(key.sign(body))))


def context():
    """Returns the settings of a client that trusts every certificate."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    made.check_hostname = False
    made.verify_mode = ssl.CERT_NONE
    return made


def push(port, files, request):
    """Sends a request with a client certificate; returns the status line."""
    with socket.create_connection(("127.0.0.1", port), DEADLINE) as connection:
        settings = context()
        settings.load_cert_chain(*files)
        try:
            with settings.wrap_socket(connection, server_hostname="localhost") as secured:
                secured.sendall(request)
                answer = b""
                while part := secured.recv(1 << 16):
                    answer += part
        except ssl.SSLError as problem:
            return str(problem).encode()
    return answer.split(b"\r\n")[0]


def write(folder, key, number, names):
    """Writes a certificate and its key; returns the names of the files."""
    paths = [os.path.join(folder, f"{name}{number}.pem") for name in ("certificate", "key")]
    for path, text in zip(paths, (certificate(key, names), key.file)):
        with open(path, "w") as file:
            file.write(text)
    return paths


def ask_for(port, name):
    """Asks for a host by a name of any bytes, and leaves without a request.

    The name is put in the place of another one of its length, so the handshake ends with an error of the client.
    """
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    placeholder = "n" * len(name)
    client = context().wrap_bio(incoming, outgoing, server_hostname=placeholder)
    with socket.create_connection(("127.0.0.1", port), DEADLINE) as connection:
        try:
            client.do_handshake()
        except ssl.SSLWantReadError:
            pass
        connection.sendall(outgoing.read().replace(placeholder.encode(), name))
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(1 << 16):
            pass


def ask_for_text(port, name):
    """Asks for a host by a text without NUL, has the handshake succeed, and leaves without a request."""
    with socket.create_connection(("127.0.0.1", port), DEADLINE) as connection:
        try:
            with context().wrap_socket(connection, server_hostname=name):
                pass
        except (ssl.SSLError, UnicodeError, ValueError):
            pass

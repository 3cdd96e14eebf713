"""Servers for the feeds of the program: Unix sockets with push lines or an offer, and streams over HTTP."""

import os
import socket
import threading

import fields

# What a provider sends first; without it the lines of a socket are push lines.
OFFER = {"offer": {"v": 1, "provider": "62d46522af2764a2", "arrivals": True}}


def relay_lines(number, case):
    """Yields the lines of each connection to a provider, one after the other."""
    text = fields.side_text(case)
    payload = {"aps": {"alert": {"title": text, "body": text}}}
    push = {"bundleId": fields.application(number), "payload": payload, "requestId": text, "token": text}
    delivery = {"app": fields.application(number), "position": 1, "sentAt": text, "waited": 0.1, "push": push}
    yield [OFFER, {"delivery": delivery}, {"delivery": delivery | {"app": text, "position": 2}},
           {"begin": {text: 1}}, {"repeated": {"app": text, "asked": [1], "coming": [1]}}, {"arrivals": 1}]
    yield [OFFER, {"delivery": {"app": text, "position": text, "push": text}}, {"begin": {text: text}}]
    yield [{"offer": {"v": 1, "provider": text}}]
    yield [OFFER, {"error": text}]


def responses(number, case):
    """Yields the responses of an HTTP server, one after the other."""
    raw = case.raw[:300].translate(None, b"\r\n\0")
    data = fields.dump({"bundleId": fields.application(number), "payload": {"aps": {"alert": "stream"}}})
    stream = b"Content-Type: text/event-stream\r\n\r\n"
    yield b"HTTP/1.1 503 " + raw + b"\r\n\r\n"
    yield b"HTTP/1.1 302 Found\r\nLocation: http://" + raw + b"\r\n\r\n"
    yield b"HTTP/1.1 200 OK\r\nContent-Type: " + raw + b"\r\n\r\n"
    yield b"HTTP/1.1 200 OK\r\nContent-Encoding: " + raw + b"\r\n" + stream
    yield raw + b"\r\n\r\n"
    events = [b"id: " + raw, b"event: " + raw, b"data: " + data, b"", b"data: " + raw, b"", raw, b"", b""]
    yield b"HTTP/1.1 200 OK\r\n" + stream + b"\n".join(events)
    yield b"HTTP/1.1 204 " + raw + b"\r\n\r\n"


class Feeds:
    """The servers of all cases; each sends its next text over each connection."""

    def __init__(self, folder, cases, prefix=""):
        self.names, self.waiting = [], []
        self.sockets = []
        for number, case in enumerate(cases):
            path = f"{prefix}lines{number}"
            self.serve(self.unix(folder, path), [b"\n".join(fields.push_lines([case])) + b"\n"])
            self.names.append("unix:" + path)
            path = f"{prefix}offer{number}"
            lines = [b"".join(fields.dump(line) + b"\n" for line in part) for part in relay_lines(number, case)]
            self.serve(self.unix(folder, path), lines)
            self.names.append("unix:" + path)
            listener = socket.create_server(("127.0.0.1", 0))
            self.serve(listener, list(responses(number, case)), reads=True)
            self.names.append(f"http://127.0.0.1:{listener.getsockname()[1]}/stream")

    @property
    def options(self):
        """The options of the program that name the feeds."""
        return [word for name in self.names for word in ("--feed", name)]

    @staticmethod
    def unix(folder, path):
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(os.path.join(folder, path))
        listener.listen()
        return listener

    def serve(self, listener, texts, reads=False):
        self.sockets.append(listener)
        is_done = threading.Event()
        self.waiting.append(is_done)
        threading.Thread(target=self.answer, args=(listener, texts, reads, is_done), daemon=True).start()

    @staticmethod
    def answer(listener, texts, reads, is_done):
        try:
            for text in texts:
                connection, _ = listener.accept()
                with connection:
                    if reads:
                        connection.recv(1 << 16)
                    connection.sendall(text)
                    connection.shutdown(socket.SHUT_WR)
                    # What the program still sends is read, so that no reset overtakes the text.
                    while connection.recv(1 << 16):
                        pass
        except OSError:
            pass
        is_done.set()

    def wait(self, seconds):
        """Returns the names of the feeds to which not all has been sent."""
        return [name for name, each in zip(self.names, self.waiting) if not each.wait(seconds)]

    def end(self):
        for each in self.sockets:
            each.close()

"""Calls the API of an inbox. Prints TAP.

api.py PROGRAM. Every response is compared with the OpenAPI document that the inbox serves; the tests of the guide are run
in each language that is installed.
"""

import base64
import contextlib
import http.client
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

import jsonschema

PROGRAM = os.path.abspath(sys.argv[1])
GUIDE = "docs/guides/api.md"
TOKEN = "token-of-this-test-0123456789"
TIME = 60
# The commands that run a block of the guide, by its language.
LANGUAGES = {
    "sh": ["sh", "-e"], "python": ["python3"], "ruby": ["ruby"], "perl": ["perl"], "php": ["php"], "js": ["node"],
    "lua": ["lua5.4"], "java": ["java"],
}
ENDINGS = {"js": ".mjs", "java": ".java"}
count, failed = 0, False


def row(title, problem=""):
    global count, failed
    count += 1
    print(f"{'not ok' if problem else 'ok'} {count} - {title}", flush=True)
    for line in str(problem or "").split("\n")[-20:]:
        if line:
            print("# " + line[:400])
    failed = failed or bool(problem)


class Inbox:
    def __init__(self, home, options=None):
        self.home = home
        self.environment = {"PATH": os.environ["PATH"], "HOME": home, "XDG_RUNTIME_DIR": home, "LC_ALL": "C.UTF-8"}
        token = os.path.join(home, "token")
        with open(token, "w", encoding="utf-8") as file:
            print(TOKEN, file=file)
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--listen", "127.0.0.1:0", "--ephemeral", "--print-endpoints",
             *(["--api-token-file", token] if options is None else options)],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=self.environment)
        self.endpoints = json.loads(self.process.stdout.readline())
        self.url = "http://" + self.endpoints["apns"]
        self.host, port = self.endpoints["apns"].rsplit(":", 1)
        self.port = int(port)
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        self.differing = []
        self.document = None
        self.document = self.call("GET", "/openapi.json")[1]

    def call(self, method, path, body=None, token=TOKEN, raw=None, headers=()):
        """The status and the JSON of a response."""
        data = raw if raw is not None else None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + "/api/v1" + path, data=data, method=method)
        if token:
            request.add_header("Authorization", "Bearer " + token)
        for name, value in headers:
            request.add_header(name, value)
        try:
            response = urllib.request.urlopen(request, timeout=TIME)
        except urllib.error.HTTPError as error:
            response = error
        with response:
            return self.read(method, path, response)

    def read(self, method, path, response):
        """The status and the value of a response, which is compared with the document: JSON, the objects of lines, or text."""
        status, content, text = response.status, response.headers.get_content_type(), response.read().decode()
        if content == "application/json":
            value = json.loads(text)
        elif content == "application/x-ndjson":
            value = [json.loads(line) for line in text.split("\n") if line]
        else:
            value = text
        if self.document and (operation := operation_of(self.document, method, path)):
            problem = difference(self.document, operation, status, content, value if content == "application/json" else text)
            if problem:
                self.differing.append(f"{method} {path}: {status} {content}: {problem}")
        return status, value

    def raw(self, head, version="1.1", close=False):
        """Sends a request over a socket of its own; returns the socket."""
        client = socket.create_connection((self.host, self.port), TIME)
        client.sendall((f"{head} HTTP/{version}\r\nHost: {self.host}:{self.port}\r\n"
                        f"Authorization: Bearer {TOKEN}\r\n" + ("Connection: close\r\n" if close else "") + "\r\n").encode())
        return client

    def events(self, query=""):
        """A connection and the response of a stream of events that has begun."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=TIME)
        connection.request("GET", "/api/v1/events" + query, headers={"Authorization": "Bearer " + TOKEN})
        return connection, connection.getresponse()

    def push(self, text, app="com.example.app"):
        request = urllib.request.Request(
            self.url + "/3/device/abcd", data=json.dumps({"aps": {"alert": text}}).encode(), headers={"apns-topic": app})
        with urllib.request.urlopen(request, timeout=TIME) as response:
            return response.status

    def channel(self):
        """Creates a broadcast channel."""
        request = urllib.request.Request(
            self.url + "/1/apps/com.example.match/channels",
            data=json.dumps({"message-storage-policy": 1, "push-type": "LiveActivity"}).encode())
        with urllib.request.urlopen(request, timeout=TIME) as response:
            return response.status

    def channels(self):
        with urllib.request.urlopen(self.url + "/1/apps/com.example.match/all-channels", timeout=TIME) as response:
            return json.load(response)


def expect(inbox, title, got, status, holds=lambda body: True):
    """A row: the status, a condition, and that the responses so far are those of the document."""
    problem = "" if got[0] == status and holds(got[1]) else f"{got}"
    row(title, problem or "\n".join(inbox.differing))
    inbox.differing.clear()


def operation_of(document, method, path):
    """The operation of a request; None for an unknown endpoint or method."""
    path = "/api/v1" + path.split("?")[0]
    for template, operations in document["paths"].items():
        if re.fullmatch(re.sub(r"{\w+}", "[^/]+", template), path):
            return operations.get(method.lower())


def difference(document, operation, status, content, body):
    """The first difference between a response and those of an operation; empty for none."""
    response = resolved(document, operation["responses"].get(str(status), operation["responses"].get("default", {})))
    if content not in response.get("content", {}):
        return "the document has no such response"
    schema = {"components": document["components"], **response["content"][content]["schema"]}
    errors = jsonschema.Draft7Validator(schema).iter_errors(body)
    return next((error.message for error in errors), "")


def resolved(document, value):
    while "$ref" in value:
        found = document
        for key in value["$ref"].removeprefix("#/").split("/"):
            found = found[key]
        value = found
    return value


def check_document(document):
    """The problems of the OpenAPI document: required members, and parameters of paths (OpenAPI 3.0.3 §4.7)."""
    problems = [key for key in ("openapi", "info", "paths") if key not in document]
    names = set()
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            place = f"{method} {path}"
            if operation["operationId"] in names:
                problems.append(f"{place}: the operationId is not unique")
            names.add(operation["operationId"])
            given = {p["name"] for p in operation.get("parameters", []) if p["in"] == "path"}
            if given != set(re.findall(r"{(\w+)}", path)):
                problems.append(f"{place}: its parameters are {given}")
            for parameter in operation.get("parameters", []):
                if parameter["in"] == "path" and not parameter["required"]:
                    problems.append(f"{place}: {parameter['name']} has to be required")
                jsonschema.Draft7Validator.check_schema(parameter["schema"])
            for response in operation["responses"].values():
                if "description" not in resolved(document, response):
                    problems.append(f"{place}: a response has no description")
            if "requestBody" in operation:
                for content in operation["requestBody"]["content"].values():
                    jsonschema.Draft7Validator.check_schema(content["schema"])
    return "\n".join(problems)


def play(inbox):
    row("the document is of OpenAPI 3.0", check_document(inbox.document))
    settings = inbox.call("GET", "/settings")[1]
    inbox.push("Hello")
    inbox.push("Order 7", "com.example.shop")
    commands = subprocess.run(
        [PROGRAM, "ls", "--json", "--socket", inbox.endpoints["socket"]], capture_output=True, env=inbox.environment).stdout
    listed = inbox.call("GET", "/pushes")
    same = {key: value for key, value in json.loads(commands).items() if key != "now"}
    expect(inbox, "the list is that of ls --json", listed, 200,
           lambda body: {key: value for key, value in body.items() if key != "now"} == same)
    expect(inbox, "a filter narrows the list", inbox.call("GET", "/pushes?filter=app:com.example.shop"), 200,
           lambda body: body["groups"][0]["app"] == "com.example.shop" and len(body["groups"]) == 1)
    expect(inbox, "a push is shown", inbox.call("GET", "/pushes/last"), 200, lambda body: body["body"] == "Order 7")
    expect(inbox, "a push is explained", inbox.call("GET", "/pushes/1/why"), 200, lambda body: "steps" in body)
    expect(inbox, "a push that is there is not waited for", inbox.call("GET", "/wait?filter=Order"), 200,
           lambda body: len(body) == 1)
    got = []
    waiting = threading.Thread(target=lambda: got.append(inbox.call("GET", "/wait?filter=Later&timeout=20s")))
    waiting.start()
    inbox.push("Later")
    waiting.join()
    expect(inbox, "a push is waited for", got[0], 200, lambda body: len(body) == 1)
    expect(inbox, "a wait ends at its limit", inbox.call("GET", "/wait?filter=Never&timeout=200ms"), 408,
           lambda body: body["exit"] == 4)
    expect(inbox, "a JSON boolean turns Do Not Disturb on", inbox.call("POST", "/settings", {"dnd": True}), 200)
    expect(inbox, "and off", inbox.call("POST", "/settings", {"dnd": False}), 200)
    expect(inbox, "settings are changed", inbox.call("POST", "/settings", {"dnd": "on", "device.lowPower": True}), 200)
    inbox.push("Quiet")
    expect(inbox, "the change applies", inbox.call("GET", "/pushes/last/why"), 200,
           lambda body: body["outcome"] == "quiet")
    expect(inbox, "an action is used", inbox.call("POST", "/pushes/1/act", {"action": "open"}), 200)
    expect(inbox, "pushes are marked read", inbox.call("POST", "/read", {"filter": "Order"}), 200)
    expect(inbox, "an option is not a filter", inbox.call("POST", "/read", {"filter": "--all"}), 400,
           lambda body: "`--all`" in body["error"].replace("“", "`").replace("”", "`"))
    expect(inbox, "no filter is an error without all", inbox.call("POST", "/read", {"filter": ""}), 400,
           lambda body: "set `all` to `true`" in body["error"])
    expect(inbox, "all pushes are marked read", inbox.call("POST", "/read", {"all": True}), 200)
    expect(inbox, "no unread push is left", inbox.call("GET", "/pushes"), 200, lambda body: body["unread"] == 0)
    expect(inbox, "a fault is added", inbox.call("POST", "/faults", {"next": 1, "answer": "TooManyRequests"}), 200)
    with contextlib.suppress(urllib.error.HTTPError):
        inbox.push("Rejected")
    expect(inbox, "the rejected push is listed", inbox.call("GET", "/rejected"), 200,
           lambda body: body[0]["reason"] == "TooManyRequests")
    expect(inbox, "one rejected push is an object of the list", inbox.call("GET", "/pushes?filter=is:rejected"), 200,
           lambda body: body["reason"] == "TooManyRequests")
    inbox.call("POST", "/faults", {"next": 1, "answer": "TooManyRequests"})
    with contextlib.suppress(urllib.error.HTTPError):
        inbox.push("Rejected, too")
    expect(inbox, "several are an object per line", inbox.call("GET", "/pushes?filter=is:rejected"), 200,
           lambda body: [push["reason"] for push in body] == ["TooManyRequests"] * 2)
    expect(inbox, "without any there are no lines", inbox.call("GET", "/pushes?filter=is:rejected%20Never"), 200,
           lambda body: body == [])
    expect(inbox, "the faults are listed", inbox.call("GET", "/faults"), 200)
    expect(inbox, "the faults are ended", inbox.call("DELETE", "/faults"), 200)
    inbox.call("POST", "/faults", {"next": 1, "delay": "1ms"})
    expect(inbox, "pushes are removed", inbox.call("DELETE", "/pushes?filter=-Order"), 200)
    expect(inbox, "all pushes are removed", inbox.call("DELETE", "/pushes?all=true"), 200)
    expect(inbox, "no push is left", inbox.call("GET", "/pushes"), 200, lambda body: body["groups"] == [])
    inbox.push("Again")
    inbox.channel()
    expect(inbox, "the inbox is reset", inbox.call("POST", "/reset"), 200)
    expect(inbox, "no push, rejected push, fault and changed setting is left",
           (200, [inbox.call("GET", path)[1] for path in ("/pushes", "/rejected", "/faults", "/settings")]), 200,
           lambda bodies: bodies[0]["groups"] == bodies[1] == bodies[2]["faults"] == [] and bodies[3] == settings)
    expect(inbox, "no channel is left", (200, inbox.channels()), 200, lambda body: body == {"channels": []})
    inbox.push("First")
    expect(inbox, "numbers begin at 1 again", inbox.call("GET", "/pushes/1"), 200, lambda body: body["body"] == "First")
    inbox.call("POST", "/reset")

    # Errors, with the sentences of the commands.
    expect(inbox, "a wrong token is rejected", inbox.call("GET", "/pushes", token="x" * len(TOKEN)), 401,
           lambda body: "token" in body["error"])
    expect(inbox, "no token is rejected", inbox.call("GET", "/pushes", token=None), 401)
    expect(inbox, "an unknown endpoint is rejected", inbox.call("GET", "/pushs"), 404,
           lambda body: "/api/v1/pushs" in body["error"])
    expect(inbox, "another method is rejected", inbox.call("PUT", "/pushes"), 405,
           lambda body: "DELETE" in body["error"])
    expect(inbox, "a body that is no JSON is rejected", inbox.call("POST", "/settings", raw=b"{"), 400,
           lambda body: body["error"].startswith("the body is not JSON: line 1, column 1"))
    expect(inbox, "a web page is rejected", inbox.call("GET", "/pushes", headers=[("Origin", "https://example.com")]), 403,
           lambda body: body == {"reason": "Forbidden"})
    expect(inbox, "a foreign host name is rejected", inbox.call("GET", "/pushes", headers=[("Host", "push.example.com")]), 421,
           lambda text: "`push.example.com`" in text)
    client = inbox.raw("GET /api/v1/pushes?filter=two words")
    response = http.client.HTTPResponse(client)
    response.begin()
    expect(inbox, "a request that is no HTTP is rejected", inbox.read("GET", "/pushes", response), 400,
           lambda text: isinstance(text, str))
    for title, words, path in [
        ("an unknown push", ["show", "77"], "/pushes/77"),
        ("a filter that does not parse", ["ls", "is:raed"], "/pushes?filter=is:raed"),
        ("a wrong setting", ["set", "lock=ajar"], None),
    ]:
        printed = subprocess.run(
            [PROGRAM, *words, "--socket", inbox.endpoints["socket"]], capture_output=True, text=True, env=inbox.environment)
        got = inbox.call("GET", path) if path else inbox.call("POST", "/settings", {"lock": "ajar"})
        expect(inbox, f"{title} is the error of the command", got, 404 if printed.returncode == 1 else 400,
               lambda body, said=printed: body["error"] == said.stderr.removeprefix("pushinbox: ").rstrip("\n")
               and body["exit"] == said.returncode)
    stream(inbox)
    scenarios(inbox)
    large(inbox)
    for kind in ("wait?filter=Never&timeout=10m", "events"):
        for close in (False, True):
            expect(inbox, f"300 clients that leave {kind.split('?')[0]}{' of their last request' if close else ''} end it",
                   leave(inbox, kind, close), 200)
    client = inbox.raw("GET /api/v1/wait?filter=Never&timeout=50s")
    client.shutdown(socket.SHUT_WR)
    row("a wait ends when the client closes its side", "" if client.makefile("rb").readline().split()[1] == b"408" else "no 408")


def event_of(line):
    return json.loads(line.removeprefix(b"data: "))


def stream(inbox):
    """Events as they come, over HTTP/1.1 and HTTP/2."""
    schema = json.loads(subprocess.run([PROGRAM, "schema", "event"], capture_output=True, check=True).stdout)
    connection, response = inbox.events("?filter=app:com.example.stream")
    inbox.push("Other")
    inbox.push("First", "com.example.stream")
    inbox.push("Second", "com.example.stream")
    lines = [response.readline() for _ in range(4)]
    expect(inbox, "a stream has the events that match", (response.status, lines), 200,
           lambda lines: [event_of(lines[0])["body"], event_of(lines[2])["body"]] == ["First", "Second"]
           and lines[1] == b"\n" and response.headers["content-type"] == "text/event-stream")
    row("they are of their schema", "\n".join(
        e.message for line in lines[::2] for e in jsonschema.Draft7Validator(schema).iter_errors(event_of(line))))
    connection.close()
    expect(inbox, "a stream with a wrong filter is the error of the command", inbox.call("GET", "/events?filter=is:raed"), 400,
           lambda body: body["exit"] == 2)
    if not shutil.which("curl"):
        return
    curl = subprocess.Popen(
        ["curl", "-sN", "--max-time", str(TIME), "-D", "/dev/stderr", "--http2-prior-knowledge", "-H", "Authorization: Bearer " + TOKEN,
         inbox.url + "/api/v1/events?filter=Over"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=inbox.environment)
    # curl writes the head at once.
    head = iter(curl.stderr.readline, b"\r\n")
    status = next(head).split()[1]
    for _ in head:
        pass
    inbox.push("Over HTTP/2")
    line = curl.stdout.readline()
    curl.terminate()
    curl.wait(TIME)
    row("a stream works over HTTP/2", "" if status == b"200" and event_of(line)["body"] == "Over HTTP/2" else f"{status} {line}")


def scenarios(inbox):
    push = {"push": {"payload": {"aps": {"alert": "Hi"}}}}

    def run(*lines):
        return inbox.call("POST", "/run", raw="\n".join(map(json.dumps, lines)).encode())

    expect(inbox, "a scenario that holds has its cases", run(push, {"expect": {"unread": 1}}), 200,
           lambda body: [case["ok"] for case in body] == [True])
    expect(inbox, "one that fails has status 422 and the difference", run(push, {"expect": {"unread": 2}}), 422,
           lambda body: body[0]["differences"] == [{"expected": "2", "got": "1", "path": "unread"}])
    expect(inbox, "it does not change the inbox", inbox.call("GET", "/pushes?filter=Hi"), 200, lambda body: body["groups"] == [])
    for title, line in [
        ("of another form", {"advance": 5}), ("that names a file", {"app": {"bundleId": "a.b", "strings": "/etc/passwd"}}),
        ("that names a program", {"app": {"bundleId": "a.b", "extension": {"run": ["true"]}}}),
    ]:
        printed = subprocess.run([PROGRAM, "run", "-"], input=json.dumps(line), capture_output=True, text=True, cwd=inbox.home,
                                 env=inbox.environment).stderr.removeprefix("pushinbox: ").rstrip("\n")
        names_file = "file" in title
        expect(inbox, f"a step {title} is the error of the command", run(line), 400,
               lambda body, said=printed, is_other=names_file: body["exit"] == 5
               and (body["error"].startswith("-:1:") if is_other else body["error"] == said))
    expect(inbox, "a golden screen is rejected", run({"screen": {"size": "80x24", "golden": "/etc/passwd"}}), 400,
           lambda body: body["error"].startswith("-:1:"))
    expect(inbox, "too many pushes are rejected", run({**push, "repeat": 20001}), 400, lambda body: "20000" in body["error"])
    expect(inbox, "a body over the limit is rejected", inbox.call("POST", "/run", raw=b"#" * 70_000), 413)


def large(inbox):
    """A list of over 64 KiB, which is sent in pieces."""
    for _ in range(100):
        inbox.push("Large " + "x" * 1500)
    expected = subprocess.run([PROGRAM, "ls", "--json", "Large", "--socket", inbox.endpoints["socket"]], capture_output=True,
                              env=inbox.environment).stdout
    expected = {key: value for key, value in json.loads(expected).items() if key != "now"}

    def is_whole(text):
        return {key: value for key, value in json.loads(text).items() if key != "now"} == expected

    listed = inbox.call("GET", "/pushes?filter=Large")
    row("a large list is whole over HTTP/1.1", "" if is_whole(json.dumps(listed[1])) else "it differs")
    old = inbox.raw("GET /api/v1/pushes?filter=Large", "1.0").makefile("rb").read().split(b"\r\n\r\n", 1)
    row("a large list is whole over HTTP/1.0", "" if is_whole(old[1]) and b"chunked" not in old[0] else str(old[0]))
    if shutil.which("curl"):
        text = subprocess.run(
            ["curl", "-s", "--http2-prior-knowledge", "-H", "Authorization: Bearer " + TOKEN, inbox.url + "/api/v1/pushes?filter=Large"],
            capture_output=True, env=inbox.environment).stdout
        row("a large list is whole over HTTP/2", "" if is_whole(text) else "it differs")
    connection = http.client.HTTPConnection(inbox.host, inbox.port, timeout=TIME)
    for _ in range(2):
        connection.request("GET", "/api/v1/pushes?filter=Large", headers={"Authorization": "Bearer " + TOKEN})
        again = connection.getresponse().read()
    row("the connection is used again after it", "" if is_whole(again) else "it differs")
    connection.close()


def end(inbox):
    """Ends the inbox while a request waits and a stream is open."""
    waiting = inbox.raw("GET /api/v1/wait?filter=Never&timeout=50s")
    _, response = inbox.events()
    # Both are known to the inbox: a later request has its response.
    inbox.call("GET", "/faults")
    inbox.process.terminate()
    status = waiting.makefile("rb").readline().split()[1]
    row("a wait gets 503 when the inbox ends", "" if status == b"503" else str(status))
    rest = response.read()
    row("a stream ends when the inbox ends", "" if b"data" not in rest else str(rest))
    row("the inbox ends", "" if inbox.process.wait(TIME) == 143 else f"exit {inbox.process.returncode}")


def leave(inbox, kind, close):
    """Opens more requests than may wait at once, leaves them, and asks until the inbox has seen that they are gone."""
    for _ in range(300):
        inbox.raw(f"GET /api/v1/{kind}", close=close).close()
    limit = time.monotonic() + TIME
    while (answer := inbox.call("GET", "/faults"))[0] == 503 and time.monotonic() < limit:
        pass
    return answer


def defaults(home):
    """The API without a token file of the user: off, or with a token of its own."""
    for options in [], ["--api"]:
        inbox = Inbox(home, options)
        # Neither inbox serves the document for the token of these tests.
        inbox.document = None
        try:
            if not options:
                expect(inbox, "without --api there is no endpoint", inbox.call("GET", "/pushes"), 404)
                continue
            path = inbox.endpoints["apiToken"]
            token = open(path, encoding="utf-8").read().strip()
            row("a token that is made is readable by its user only", "" if os.stat(path).st_mode & 0o777 == 0o600 else path)
            row("it has 32 bytes", "" if len(base64.urlsafe_b64decode(token + "==")) == 32 else token)
            expect(inbox, "it is accepted", inbox.call("GET", "/pushes", token=token), 200)
            expect(inbox, "another is rejected", inbox.call("GET", "/pushes"), 401)
        finally:
            inbox.process.terminate()
            inbox.process.wait(TIME)


def guide(inbox):
    """Runs the blocks of the guide that are tests."""
    text = open(GUIDE, encoding="utf-8").read()
    for language, block in re.findall(r"^```(\w+) test\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        command = LANGUAGES[language]
        if not shutil.which(command[0]):
            print(f"# {command[0]} is not installed: its test is not run")
            continue
        inbox.call("POST", "/reset")
        path = os.path.join(inbox.home, "test" + ENDINGS.get(language, ""))
        with open(path, "w", encoding="utf-8") as file:
            file.write(block)
        environment = {**inbox.environment, "PUSH_URL": inbox.url, "PUSH_TOKEN": TOKEN}
        result = subprocess.run(
            [*command, path], capture_output=True, text=True, env=environment, cwd=inbox.home, timeout=TIME)
        row(f"the test in {language} passes",
            "" if result.returncode == 0 and "ok" in result.stdout else result.stdout + result.stderr)


with tempfile.TemporaryDirectory() as home:
    inbox = Inbox(home)
    try:
        play(inbox)
        guide(inbox)
        end(inbox)
    finally:
        if inbox.process.poll() is None:
            inbox.process.terminate()
            inbox.process.wait(TIME)
    defaults(home)
print(f"1..{count}")
sys.exit(failed)

"""Tests client libraries: each sends a valid push and an invalid one, and must report both answers correctly.

clients.py PROGRAM FOLDER tests all libraries, with the Python environments in FOLDER, against a `pushinbox serve`,
then against one with `--strict` that has their key. It prints TAP. clients.py NAME runs one library; the first form
calls it in the environment of the library.
"""

import asyncio
import json
import os
import shutil
import ssl
import subprocess
import sys
import tempfile

# No bytecode is written beside the sources.
sys.dont_write_bytecode = True
import activities
import fcm
import programs

TOKEN = "ab" * 32
TOPIC = "com.example.clients"
APNS_ID = "51B0A3E4-0000-4000-8000-00000000C0DE"
KEY_ID, TEAM_ID = "KEYID12345", "TEAMID1234"
ACTIVITY = "a Live Activity from start to end"
CA = os.environ.get("CLIENTS_CA", "")
PORT = int(os.environ.get("CLIENTS_PORT", "0"))
LEGACY, FEEDBACK = os.environ.get("CLIENTS_LEGACY", ""), os.environ.get("CLIENTS_FEEDBACK", "")


class Rejected(Exception):
    """The base of exceptions for libraries that return a rejection instead of raising it."""


# A function for each library. It takes the signing key or the certificate, and returns a function that sends a valid
# push, whose text is the name of the library, or an invalid one. Rejections are raised as a class named after the
# reason.


def aioapns(key):
    from aioapns import APNs, NotificationRequest
    from aioapns.connection import APNsDevelopmentClientProtocol, APNsProductionClientProtocol

    for protocol in APNsDevelopmentClientProtocol, APNsProductionClientProtocol:
        protocol.APNS_SERVER, protocol.APNS_PORT = "localhost", PORT

    async def send(is_good):
        apns = APNs(
            key=open(key).read(), key_id=KEY_ID, team_id=TEAM_ID, topic=TOPIC,
            # The protocol of each environment is changed.
            use_sandbox=is_good, ssl_context=ssl.create_default_context(cafile=CA))
        # The library waits forever unless the response has the apns-id in the case that was sent.
        answer = await apns.send_notification(NotificationRequest(
            TOKEN if is_good else "zz", {"aps": {"alert": "aioapns"}}, notification_id=APNS_ID))
        assert answer.notification_id == APNS_ID, answer.notification_id
        if not answer.is_successful:
            raise type(answer.description, (Rejected,), {})(answer.status)

    return lambda is_good: asyncio.run(send(is_good))


def kalyke(key):
    from kalyke import ApnsClient, ApnsConfig, ApnsPushType

    # The `iat` of its token is a string, which strict checks reject.
    client = ApnsClient(
        use_sandbox=True, team_id=TEAM_ID, auth_key_id=KEY_ID, auth_key_filepath=key)
    config = ApnsConfig(topic=TOPIC, push_type=ApnsPushType.ALERT)

    def send(is_good):
        payload = {"aps": {"alert": "kalyke" if is_good else "x" * 5000}}
        assert asyncio.run(client.send_message(TOKEN, payload, config))

    return send


def pyapns_client(key):
    from pyapns_client import APNSClient, IOSNotification, IOSPayload, IOSPayloadAlert

    # The `iat` of its token is a float. It opens a connection for each message.
    client = APNSClient(
        mode=APNSClient.MODE_DEV, root_cert_path=CA, auth_key_path=key, auth_key_id=KEY_ID,
        team_id=TEAM_ID)

    def send(is_good):
        payload = IOSPayload(alert=IOSPayloadAlert(body="pyapns_client"))
        client.push(IOSNotification(payload=payload, topic=TOPIC), TOKEN if is_good else "zz")

    return send


def aapns(certificate):
    from aapns.api import Server
    from aapns.models import Alert, Notification

    async def send(is_good):
        # The library requires ALPN h2.
        server = Server(client_cert_path=certificate, host="localhost", port=PORT, ca_file=CA)
        client = await server.create_client()
        try:
            given = await client.send_notification(
                TOKEN, Notification(alert=Alert(body="aapns")), apns_id=APNS_ID,
                topic=TOPIC if is_good else "no topic!")
            assert given == APNS_ID, given
        finally:
            await client.close()

    return lambda is_good: asyncio.run(send(is_good))


def apns2(key):
    import collections.abc

    # hyper uses names of `collections` that Python 3.10 removed.
    for name in ("MutableMapping", "Iterable", "Mapping"):
        if not hasattr(collections, name):
            setattr(collections, name, getattr(collections.abc, name))
    import hyper.tls
    from apns2.client import APNsClient
    from apns2.credentials import TokenCredentials
    from apns2.payload import Payload

    hyper.tls.cert_loc = CA
    APNsClient.LIVE_SERVER, APNsClient.DEFAULT_PORT = "localhost", PORT
    client = APNsClient(TokenCredentials(key, KEY_ID, TEAM_ID))

    def send(is_good):
        client.send_notification(
            TOKEN, Payload(alert="apns2"), TOPIC, collapse_id="x" * (5 if is_good else 65))

    return send


def pushjack(certificate):
    client = old_client(certificate)

    def send(is_good):
        # No answer is a good one: it waits so long for a bad one, which it does not raise.
        patience = 0.5 if is_good and certificate == "push.pem" else 15
        token = TOKEN if is_good else "abab"
        for error in client.send(token, "pushjack", error_timeout=patience).errors:
            reason = {5: "BadDeviceToken", 255: "BadCertificate"}.get(error.code, f"Status{error.code}")
            raise type(reason, (Rejected,), {})(error)

    return send


def old_client(certificate):
    from pushjack import APNSSandboxClient

    client = APNSSandboxClient(certificate=certificate)
    client.host, client.port = host_and_port(LEGACY)
    client.feedback_host, client.feedback_port = host_and_port(FEEDBACK)
    return client


def host_and_port(place):
    host, port = place.rsplit(":", 1)
    return host, int(port)


def feedback():
    """Reads the feedback of an uninstalled app: its token is listed once, then the list is empty."""
    client = old_client("push.pem")
    assert [each.token for each in client.get_expired_tokens()] == [TOKEN]
    assert client.get_expired_tokens() == []


class Library:
    def __init__(self, pins, make, reason, signs=True, strict=None):
        self.pins = pins
        self.make = make
        # The reason of the rejection of its invalid push.
        self.reason = reason
        # The reason with which strict checks reject everything it sends; None for most libraries.
        self.strict = strict
        # Its credentials, credentials that the program does not know, and the reason for those.
        self.own, self.wrong = ("key.p8", "wrong.p8") if signs else ("push.pem", "wrong.pem")
        self.wrong_reason = "InvalidProviderToken" if signs else "BadCertificate"

    def run(self, is_strict):
        send = self.make(self.own)
        if is_strict and self.strict:
            return must_fail(self.strict, lambda: send(True))
        send(True)
        must_fail(self.reason, lambda: send(False))
        if is_strict:
            must_fail(self.wrong_reason, lambda: self.make(self.wrong)(True))


def must_fail(reason, send):
    """Calls a function that must raise this reason."""
    try:
        send()
    except Exception as error:
        if type(error).__name__.removesuffix("Exception") == reason:
            return
        raise
    raise AssertionError(f"no {reason}")


LIBRARIES = {
    "aioapns": Library("h2-4", aioapns, "BadDeviceToken"),
    "kalyke": Library("h2-4", kalyke, "PayloadTooLarge", strict="InvalidProviderToken"),
    "pyapns_client": Library("h2-4", pyapns_client, "BadDeviceToken"),
    "aapns": Library("h2-3", aapns, "BadTopic", signs=False),
    "apns2": Library("h2-2", apns2, "BadCollapseId"),
    "pushjack": Library("legacy", pushjack, "BadDeviceToken", signs=False),
}
# pushjack uses `ssl.wrap_socket`, which Python 3.12 removed.
if not hasattr(ssl, "wrap_socket"):
    del LIBRARIES["pushjack"]

# Keys for provider tokens, a certificate for the libraries without tokens, and one without a topic.
MAKE_KEYS = """
for key in key wrong; do openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out $key.p8; done
certificate() {
  openssl req -x509 -newkey rsa:2048 -nodes -subj "$2" -keyout $1.pem -out crt.pem 2> openssl.log
  cat crt.pem >> $1.pem
}
certificate push /UID=com.example.clients/CN=push
certificate wrong /CN=wrong
"""
CONFIGURATION = '{ gateway: { keys: [ { id: "%s", team: "%s", file: "key.p8" } ] } }'


class Inbox:
    """A `pushinbox serve` in the current folder, without pushes."""

    def __init__(self, program, folder, options):
        home = os.getcwd()
        self.program = program
        self.folder = folder
        self.environment = {"HOME": home, "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
        self.is_strict = "--strict" in options
        self.process = subprocess.Popen(
            [program, "serve", "--ephemeral", "--print-endpoints"]
            + [word for port in ["listen", "legacy", "feedback"] for word in (f"--{port}", "127.0.0.1:0")]
            + options,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=self.environment, text=True)
        self.endpoints = json.loads(self.process.stdout.readline())
        # The number of rejected pushes that are checked already.
        self.rejected = 0

    def run_library(self, name, task=None):
        """Runs a library, or one of its tasks; returns the error, or an empty text."""
        place, ca = self.endpoints["apns"], self.endpoints["ca"]
        environment = self.environment | {
            "CLIENTS_CA": ca, "CLIENTS_PORT": place.rsplit(":", 1)[1],
            "CLIENTS_STRICT": "1" if self.is_strict else "",
            "CLIENTS_LEGACY": self.endpoints["legacy"],
            "CLIENTS_FEEDBACK": self.endpoints["feedback"],
            # For libraries with fixed host names.
            "HTTPS_PROXY": f"http://{place}", "SSL_CERT_FILE": ca}
        python = f"{self.folder}/{LIBRARIES[name].pins}/bin/python3"
        result = subprocess.run(
            [python, os.path.abspath(__file__), task or name], env=environment, timeout=20,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return "" if result.returncode == 0 else result.stdout or "failed without a message"

    def run(self, *words):
        command = [self.program, *words, "--socket", self.endpoints["socket"]]
        return subprocess.run(
            command, env=self.environment, capture_output=True, text=True).stdout

    def listed(self, *words):
        return self.run("ls", "--json", *words)

    def check_pushes(self):
        """Compares the list and the rejected requests with the sent pushes; returns the error, or an empty text."""
        groups = json.loads(self.listed())["groups"]
        bodies = sorted(each["body"] for group in groups for each in group["notifications"])
        rejected = self.listed("is:rejected").splitlines()
        reasons = sorted(json.loads(line)["reason"] for line in rejected)
        accepted = {name: library for name, library in LIBRARIES.items()
                    if not (self.is_strict and library.strict)}
        expected = [library.reason for library in accepted.values()]
        if self.is_strict:
            expected += [library.wrong_reason for library in accepted.values()]
            expected += [library.strict for library in LIBRARIES.values() if library.strict]
        is_so = bodies == sorted(accepted) and reasons == sorted(expected)
        return "" if is_so else f"{bodies}\n{reasons}"

    def run_firebase(self, check):
        """Runs a check of fcm.py; returns the error, or an empty text."""
        self.run(*fcm.CHECKS[check])
        return self.run_in_environment(["--client", "firebase-admin"], fcm.__file__, check)

    def run_in_environment(self, client, file, *arguments):
        """Runs a Python program in the environment that `env` prints with these options; returns the error, or an empty text."""
        lines = self.run("env", *client)
        script = f'set -a\n{lines}\nexec "$0" "$@"'
        python = f"{self.folder}/fcm/bin/python3"
        result = subprocess.run(
            ["bash", "-ec", script, python, os.path.abspath(file), *arguments], env=self.environment,
            timeout=60, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return "" if result.returncode == 0 else result.stdout or "failed without a message"

    def check_firebase_pushes(self):
        groups = json.loads(self.listed("-app:" + TOPIC))["groups"]
        bodies = sorted({each["body"] for group in groups for each in group["notifications"]})
        return "" if bodies == fcm.BODIES else str(bodies)

    def check_feedback(self):
        self.run("set", f"apps.{TOPIC}.installed=false")
        return self.run_library("pushjack", task="feedback")

    def end(self):
        self.process.terminate()
        self.process.wait(10)


def run_all(program, folder):
    checks = len(LIBRARIES) + 1 + ("pushjack" in LIBRARIES) + len(fcm.CHECKS) + 1
    rows = len(activities.CLIENTS) + len(programs.REJECTIONS) + len(programs.PROGRAMS) + 1
    # With strict checks there is one more for the Live Activity.
    print(f"1..{2 * checks + 1 + rows}")
    results = []

    def report(title, error=""):
        results.append(not error)
        print(f"{'not ok' if error else 'ok'} {len(results)} - {title}", flush=True)
        for line in error.strip().splitlines():
            print("# " + line)

    with tempfile.TemporaryDirectory() as home:
        os.chdir(home)
        subprocess.run(["bash", "-ec", MAKE_KEYS], check=True, stderr=subprocess.DEVNULL)
        with open("strict.json5", "w") as file:
            file.write(CONFIGURATION % (KEY_ID, TEAM_ID))
        for mode, options in {"": [], ", strict": ["--strict", "--config", "strict.json5"]}.items():
            inbox = Inbox(program, folder, options)
            try:
                for name in LIBRARIES:
                    report(name + mode, inbox.run_library(name))
                report("the inbox has their pushes and rejections" + mode, inbox.check_pushes())
                if "pushjack" in LIBRARIES:
                    report("pushjack reads feedback" + mode, inbox.check_feedback())
                for check in fcm.CHECKS:
                    report(f"firebase-admin: {check}{mode}", inbox.run_firebase(check))
                report("the inbox has the messages of firebase-admin" + mode, inbox.check_firebase_pushes())
                if inbox.is_strict:
                    report(f"aioapns: {ACTIVITY}{mode}", activities.drive(inbox, "aioapns", KEY_ID, TEAM_ID))
            finally:
                inbox.end()
        inbox = Inbox(program, folder, [])
        try:
            for name in activities.CLIENTS:
                title = f"{name}: {ACTIVITY}"
                if activities.is_installed(name):
                    report(title, activities.drive(inbox, name, KEY_ID, TEAM_ID))
                else:
                    report(title + " # SKIP it is not installed")
            inbox.rejected = len(inbox.listed("is:rejected").splitlines())
            for name in programs.REJECTIONS:
                report(name, programs.run_framework(inbox, name))
            if shutil.which("node"):
                report(f"the address of {programs.EXPO}", programs.run_expo(inbox))
            else:
                report(f"the address of {programs.EXPO} # SKIP there is no node")
            for name in programs.PROGRAMS:
                if programs.is_installed(inbox, name):
                    report(name, programs.run_program(inbox, name))
                else:
                    report(f"{name} # SKIP it is not installed")
        finally:
            inbox.end()
    return 0 if all(results) else 1


if __name__ == "__main__":
    if sys.argv[1:] == ["feedback"]:
        feedback()
    elif len(sys.argv) == 2:
        LIBRARIES[sys.argv[1]].run(is_strict=bool(os.environ["CLIENTS_STRICT"]))
    else:
        sys.exit(run_all(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])))

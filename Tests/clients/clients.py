"""Each library sends one push that is taken and one that is refused, and has to understand both answers.

clients.py PROGRAM FOLDER runs all of them against a `pushinbox serve` of its own, then against one with `--strict`
that knows their key, as TAP; clients.py NAME is what it runs for each, with the environments of FOLDER.
"""

import asyncio
import json
import os
import ssl
import subprocess
import sys
import tempfile

# Nothing is left beside the sources.
sys.dont_write_bytecode = True
import fcm

TOKEN = "ab" * 32
TOPIC = "com.example.clients"
APNS_ID = "51B0A3E4-0000-4000-8000-00000000C0DE"
KEY_ID, TEAM_ID = "KEYID12345", "TEAMID1234"
CA = os.environ.get("CLIENTS_CA", "")
PORT = int(os.environ.get("CLIENTS_PORT", "0"))
LEGACY, FEEDBACK = os.environ.get("CLIENTS_LEGACY", ""), os.environ.get("CLIENTS_FEEDBACK", "")


class Refused(Exception):
    """For a library that tells a refusal without raising it."""


# Each library takes the key to sign with, or its certificate, and gives back what sends: a push with the text it
# is to say, or one spoilt in a way of its own. What is refused is raised under the name of its reason.


def aioapns(key):
    from aioapns import APNs, NotificationRequest
    from aioapns.connection import APNsDevelopmentClientProtocol as Apple

    Apple.APNS_SERVER, Apple.APNS_PORT = "localhost", PORT

    async def send(is_good):
        apns = APNs(
            key=open(key).read(), key_id=KEY_ID, team_id=TEAM_ID, topic=TOPIC, use_sandbox=True,
            ssl_context=ssl.create_default_context(cafile=CA))
        # Row 2: it waits for ever unless the id comes back as it was sent.
        answer = await apns.send_notification(NotificationRequest(
            TOKEN if is_good else "zz", {"aps": {"alert": "aioapns"}}, notification_id=APNS_ID))
        assert answer.notification_id == APNS_ID, answer.notification_id
        if not answer.is_successful:
            raise type(answer.description, (Refused,), {})(answer.status)

    return lambda is_good: asyncio.run(send(is_good))


def kalyke(key):
    from kalyke import ApnsClient, ApnsConfig, ApnsPushType

    # Row 3: its `iat` is a string, which strict checks refuse.
    client = ApnsClient(
        use_sandbox=True, team_id=TEAM_ID, auth_key_id=KEY_ID, auth_key_filepath=key)
    config = ApnsConfig(topic=TOPIC, push_type=ApnsPushType.ALERT)

    def send(is_good):
        payload = {"aps": {"alert": "kalyke" if is_good else "x" * 5000}}
        assert asyncio.run(client.send_message(TOKEN, payload, config))

    return send


def pyapns_client(key):
    from pyapns_client import APNSClient, IOSNotification, IOSPayload, IOSPayloadAlert

    # Row 3: its `iat` is a float. Row 9: a connection a message.
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
        # Row 1: it insists on ALPN h2.
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

    # What hyper asks of `collections` went with Python 3.10.
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
            raise type(reason, (Refused,), {})(error)

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
    """The app is gone: its token is listed once, and the list is empty then."""
    client = old_client("push.pem")
    assert [each.token for each in client.get_expired_tokens()] == [TOKEN]
    assert client.get_expired_tokens() == []


class Library:
    def __init__(self, pins, make, spoilt, signs=True, strict=None):
        self.pins = pins
        self.make = make
        # The reason for its spoilt push.
        self.spoilt = spoilt
        # Why strict checks refuse all that it sends; nothing for most.
        self.strict = strict
        # What it proves itself with, the same of a stranger, and why the stranger is refused.
        self.own, self.wrong = ("key.p8", "wrong.p8") if signs else ("push.pem", "wrong.pem")
        self.stranger = "InvalidProviderToken" if signs else "BadCertificate"

    def run(self, is_strict):
        send = self.make(self.own)
        if is_strict and self.strict:
            return must_fail(self.strict, lambda: send(True))
        send(True)
        must_fail(self.spoilt, lambda: send(False))
        if is_strict:
            must_fail(self.stranger, lambda: self.make(self.wrong)(True))


def must_fail(reason, send):
    """Calls what has to be refused with this reason."""
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
# What it connects with went with Python 3.12.
if not hasattr(ssl, "wrap_socket"):
    del LIBRARIES["pushjack"]

# Keys for provider tokens; for the library that has nothing else a certificate, and one that names no topic.
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
    """A `pushinbox serve` in the current folder, with nothing in it."""

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

    def lets_push(self, name, task=None):
        """Runs a library against it, or another task of its; what went wrong, if anything."""
        place, ca = self.endpoints["apns"], self.endpoints["ca"]
        environment = self.environment | {
            "CLIENTS_CA": ca, "CLIENTS_PORT": place.rsplit(":", 1)[1],
            "CLIENTS_STRICT": "1" if self.is_strict else "",
            "CLIENTS_LEGACY": self.endpoints["legacy"],
            "CLIENTS_FEEDBACK": self.endpoints["feedback"],
            # For those whose host names are fixed.
            "HTTPS_PROXY": f"http://{place}", "SSL_CERT_FILE": ca}
        python = f"{self.folder}/{LIBRARIES[name].pins}/bin/python3"
        result = subprocess.run(
            [python, os.path.abspath(__file__), task or name], env=environment, timeout=20,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return "" if result.returncode == 0 else result.stdout or "it failed"

    def run(self, *words):
        command = [self.program, *words, "--socket", self.endpoints["socket"]]
        return subprocess.run(
            command, env=self.environment, capture_output=True, text=True).stdout

    def listed(self, *words):
        return self.run("ls", "--json", *words)

    def has_what_they_sent(self):
        """What is wrong with the list, if anything."""
        groups = json.loads(self.listed())["groups"]
        bodies = sorted(each["body"] for group in groups for each in group["notifications"])
        refused = self.listed("is:rejected").splitlines()
        reasons = sorted(json.loads(line)["reason"] for line in refused)
        taken = {name: library for name, library in LIBRARIES.items()
                 if not (self.is_strict and library.strict)}
        expected = [library.spoilt for library in taken.values()]
        if self.is_strict:
            expected += [library.stranger for library in taken.values()]
            expected += [library.strict for library in LIBRARIES.values() if library.strict]
        is_so = bodies == sorted(taken) and reasons == sorted(expected)
        return "" if is_so else f"{bodies}\n{reasons}"

    def takes_from_google(self, check):
        """What is wrong with a check of fcm.py, in the environment that `env` prints."""
        self.run(*fcm.CHECKS[check])
        lines = self.run("env", "--client", "firebase-admin")
        script = f'{lines}\nexec "$0" "$@"'
        python, path = f"{self.folder}/fcm/bin/python3", os.path.abspath(fcm.__file__)
        result = subprocess.run(
            ["bash", "-ec", script, python, path, check], env=self.environment, timeout=60,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return "" if result.returncode == 0 else result.stdout or "it failed"

    def has_what_google_sent(self):
        groups = json.loads(self.listed("-app:" + TOPIC))["groups"]
        bodies = sorted({each["body"] for group in groups for each in group["notifications"]})
        return "" if bodies == fcm.BODIES else str(bodies)

    def tells_of_the_uninstalled(self):
        self.run("set", f"apps.{TOPIC}.installed=false")
        return self.lets_push("pushjack", task="feedback")

    def end(self):
        self.process.terminate()
        self.process.wait(10)


def all_of_them(program, folder):
    checks = len(LIBRARIES) + 1 + ("pushjack" in LIBRARIES) + len(fcm.CHECKS) + 1
    print(f"1..{2 * checks}")
    results = []

    def tell(what, wrong):
        results.append(not wrong)
        print(f"{'not ok' if wrong else 'ok'} {len(results)} - {what}", flush=True)
        for line in wrong.strip().splitlines():
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
                    tell(name + mode, inbox.lets_push(name))
                tell("the inbox has what they sent" + mode, inbox.has_what_they_sent())
                if "pushjack" in LIBRARIES:
                    tell("pushjack reads feedback" + mode, inbox.tells_of_the_uninstalled())
                for check in fcm.CHECKS:
                    tell(f"firebase-admin: {check}{mode}", inbox.takes_from_google(check))
                tell("the inbox has what firebase-admin sent" + mode, inbox.has_what_google_sent())
            finally:
                inbox.end()
    return 0 if all(results) else 1


if __name__ == "__main__":
    if sys.argv[1:] == ["feedback"]:
        feedback()
    elif len(sys.argv) == 2:
        LIBRARIES[sys.argv[1]].run(is_strict=bool(os.environ["CLIENTS_STRICT"]))
    else:
        sys.exit(all_of_them(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])))

"""Each library sends one push that is taken and one that is refused, and has to understand both answers.

clients.py PROGRAM FOLDER runs all of them against a `pushinbox serve` of its own, as TAP; clients.py NAME is what
it runs for each, with the environments of FOLDER.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile

TOKEN = "ab" * 32
TOPIC = "com.example.clients"
APNS_ID = "51B0A3E4-0000-4000-8000-00000000C0DE"
CA = os.environ.get("CLIENTS_CA", "")
PORT = int(os.environ.get("CLIENTS_PORT", "0"))
KEY, CERTIFICATE = "key.p8", "push.pem"


def must_fail(error, send):
    """Calls what has to be refused, and returns the error."""
    try:
        send()
    except error as raised:
        return raised
    raise AssertionError(f"no {error.__name__}")


# Each library: 200 with the text it is to say, then a refusal it knows by name.


def aioapns():
    import ssl

    from aioapns import APNs, NotificationRequest
    from aioapns.connection import APNsDevelopmentClientProtocol as Apple

    Apple.APNS_SERVER, Apple.APNS_PORT = "localhost", PORT

    async def send():
        apns = APNs(
            key=open(KEY).read(), key_id="KEYID12345", team_id="TEAMID1234", topic=TOPIC,
            use_sandbox=True, ssl_context=ssl.create_default_context(cafile=CA))
        message = {"aps": {"alert": "aioapns"}}
        # Row 2: it waits for ever unless the id comes back as it was sent.
        taken = await apns.send_notification(
            NotificationRequest(TOKEN, message, notification_id=APNS_ID))
        assert taken.is_successful and taken.notification_id == APNS_ID, taken.description
        refused = await apns.send_notification(NotificationRequest("zz", message))
        assert (refused.status, refused.description) == ("400", "BadDeviceToken"), refused.status

    asyncio.run(send())


def kalyke():
    from kalyke import ApnsClient, ApnsConfig, ApnsPushType
    from kalyke.exceptions import PayloadTooLarge

    # Row 3: its `iat` is a string.
    client = ApnsClient(
        use_sandbox=True, team_id="TEAMID1234", auth_key_id="KEYID12345", auth_key_filepath=KEY)
    config = ApnsConfig(topic=TOPIC, push_type=ApnsPushType.ALERT)

    def send(text):
        return asyncio.run(client.send_message(TOKEN, {"aps": {"alert": text}}, config))

    assert send("kalyke")
    must_fail(PayloadTooLarge, lambda: send("x" * 5000))


def pyapns_client():
    from pyapns_client import APNSClient, IOSNotification, IOSPayload, IOSPayloadAlert
    from pyapns_client.exceptions import BadDeviceTokenException

    # Row 3: its `iat` is a float. Row 9: a connection a message.
    client = APNSClient(
        mode=APNSClient.MODE_DEV, root_cert_path=CA, auth_key_path=KEY, auth_key_id="KEYID12345",
        team_id="TEAMID1234")

    def send(token):
        payload = IOSPayload(alert=IOSPayloadAlert(body="pyapns_client"))
        client.push(IOSNotification(payload=payload, topic=TOPIC), token)

    send(TOKEN)
    assert must_fail(BadDeviceTokenException, lambda: send("zz")).status_code == 400


def aapns():
    from aapns.api import Server
    from aapns.errors import BadTopic
    from aapns.models import Alert, Notification

    async def send():
        # Row 1: it insists on ALPN h2.
        server = Server(client_cert_path=CERTIFICATE, host="localhost", port=PORT, ca_file=CA)
        client = await server.create_client()
        push = Notification(alert=Alert(body="aapns"))
        given = await client.send_notification(TOKEN, push, topic=TOPIC, apns_id=APNS_ID)
        assert given == APNS_ID, given
        try:
            await client.send_notification(TOKEN, push, topic="no topic!")
        except BadTopic:
            await client.close()
            return
        raise AssertionError("no BadTopic")

    asyncio.run(send())


def apns2():
    import collections.abc

    # What hyper asks of `collections` went with Python 3.10.
    for name in ("MutableMapping", "Iterable", "Mapping"):
        if not hasattr(collections, name):
            setattr(collections, name, getattr(collections.abc, name))
    import hyper.tls
    from apns2.client import APNsClient
    from apns2.credentials import TokenCredentials
    from apns2.errors import BadCollapseId
    from apns2.payload import Payload

    hyper.tls.cert_loc = CA
    APNsClient.LIVE_SERVER, APNsClient.DEFAULT_PORT = "localhost", PORT
    client = APNsClient(TokenCredentials(KEY, "KEYID12345", "TEAMID1234"))

    def send(collapse_id):
        client.send_notification(TOKEN, Payload(alert="apns2"), TOPIC, collapse_id=collapse_id)

    send("short")
    must_fail(BadCollapseId, lambda: send("x" * 65))


LIBRARIES = {
    "aioapns": ("h2-4", aioapns), "kalyke": ("h2-4", kalyke),
    "pyapns_client": ("h2-4", pyapns_client), "aapns": ("h2-3", aapns), "apns2": ("h2-2", apns2),
}
REASONS = ["BadCollapseId", "BadDeviceToken", "BadDeviceToken", "BadTopic", "PayloadTooLarge"]

# A key for provider tokens, and a certificate for the library that has nothing else.
MAKE_KEYS = """
openssl ecparam -name prime256v1 -genkey -noout | openssl pkcs8 -topk8 -nocrypt -out key.p8
openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=push -keyout push.pem -out crt.pem 2> openssl.log
cat crt.pem >> push.pem
"""


def all_of_them(program, folder):
    folder = os.path.abspath(folder)
    script = os.path.abspath(__file__)
    with tempfile.TemporaryDirectory() as home:
        os.chdir(home)
        subprocess.run(["bash", "-ec", MAKE_KEYS], check=True)
        environment = {"HOME": home, "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
        inbox = subprocess.Popen(
            [program, "serve", "--ephemeral", "--print-endpoints", "--listen", "127.0.0.1:0"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, text=True)
        try:
            endpoints = json.loads(inbox.stdout.readline())
            place = endpoints["apns"]
            environment |= {
                "CLIENTS_CA": endpoints["ca"], "CLIENTS_PORT": place.rsplit(":", 1)[1],
                # For those whose host names are fixed.
                "HTTPS_PROXY": f"http://{place}", "SSL_CERT_FILE": endpoints["ca"]}
            print(f"1..{len(LIBRARIES) + 1}")
            failed = 0
            for number, (name, (pins, _)) in enumerate(LIBRARIES.items(), 1):
                result = subprocess.run(
                    [f"{folder}/{pins}/bin/python3", script, name], env=environment, timeout=20,
                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
                failed += told(number, result.returncode == 0, name, result.stdout)

            def listed(words):
                command = [program, "ls", "--json", "--socket", endpoints["socket"]] + words
                return subprocess.run(
                    command, env=environment, capture_output=True, text=True).stdout

            groups = json.loads(listed([]))["groups"]
            bodies = sorted(each["body"] for group in groups for each in group["notifications"])
            reasons = sorted(
                json.loads(line)["reason"] for line in listed(["is:rejected"]).splitlines())
            is_so = bodies == sorted(LIBRARIES) and reasons == REASONS
            failed += told(
                len(LIBRARIES) + 1, is_so, "the inbox has what they sent", f"{bodies}\n{reasons}")
            return 1 if failed else 0
        finally:
            inbox.terminate()
            inbox.wait(10)


def told(number, is_so, name, remark):
    """Prints a line of TAP; 1 when it is a bad one."""
    print(f"{'ok' if is_so else 'not ok'} {number} - {name}", flush=True)
    if not is_so:
        for line in remark.strip().splitlines():
            print("# " + line)
    return 0 if is_so else 1


if __name__ == "__main__":
    if len(sys.argv) == 2:
        LIBRARIES[sys.argv[1]][1]()
    else:
        sys.exit(all_of_them(os.path.abspath(sys.argv[1]), sys.argv[2]))

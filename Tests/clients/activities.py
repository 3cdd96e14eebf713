"""Live Activities that unmodified clients start, change and end, and whose cards are read back.

activities.py PUSH sends a push with aioapns; the other clients are programs. PUSH is an object with the port, the
certificate of the CA, the token, the topic and the payload. A client prints the status, and the reason of a rejection.
"""

import asyncio
import json
import os
import shutil
import ssl
import subprocess
import sys
import time

FOLDER = os.path.dirname(os.path.abspath(__file__))


def aioapns(push):
    from aioapns import APNs, NotificationRequest, PushType
    from aioapns.connection import APNsDevelopmentClientProtocol as protocol

    protocol.APNS_SERVER, protocol.APNS_PORT = "localhost", push["port"]

    async def send():
        apns = APNs(
            key=open("key.p8").read(), key_id=push["keyID"], team_id=push["teamID"], topic=push["topic"],
            use_sandbox=True, ssl_context=ssl.create_default_context(cafile=push["ca"]))
        answer = await apns.send_notification(NotificationRequest(
            push["token"], push["payload"], push_type=PushType.LIVEACTIVITY))
        print(answer.status, answer.description or "")

    asyncio.run(send())


def with_aioapns(inbox, push):
    return [f"{inbox.folder}/h2-4/bin/python3", os.path.abspath(__file__), json.dumps(push)]


def with_node(inbox, push):
    return ["node", f"{FOLDER}/programs/activity.mjs", json.dumps(push)]


def with_curl(inbox, push):
    place = f"https://localhost:{push['port']}/3/device/{push['token']}"
    return [
        "curl", "--silent", "--show-error", "--http2", "--cacert", push["ca"],
        "--header", "apns-topic: " + push["topic"], "--header", "apns-push-type: liveactivity",
        "--data", json.dumps(push["payload"]), "--write-out", " %{http_code}", place]


CLIENTS = {"aioapns": with_aioapns, "Node http2": with_node, "curl": with_curl}


def is_installed(name):
    return name == "aioapns" or shutil.which(name.split()[0].lower()) is not None


def drive(inbox, name, key_id, team_id):
    """Drives a Live Activity from start to end; returns the error, or an empty text."""
    app = "com.example.activity." + name.split()[0].lower()
    base = {
        "port": int(inbox.endpoints["apns"].rsplit(":", 1)[1]), "ca": inbox.endpoints["ca"],
        "topic": app + ".push-type.liveactivity", "keyID": key_id, "teamID": team_id}

    def send(token, event, state, **keys):
        aps = {"event": event, "timestamp": int(time.time()), "content-state": state} | keys
        push = base | {"token": token, "payload": {"aps": aps}}
        result = subprocess.run(
            CLIENTS[name](inbox, push), env=inbox.environment | {"NODE_EXTRA_CA_CERTS": push["ca"]},
            timeout=30, capture_output=True, text=True)
        # aioapns also logs rejections.
        answer = result.stdout.strip() or result.stderr
        if name != "curl" or " " not in answer:
            return answer
        body, status = answer.rsplit(" ", 1)
        return f"{status} {json.loads(body)['reason']}"

    def token(kind):
        rows = [json.loads(line) for line in inbox.run("tokens", app, "--json").splitlines()]
        return next(row["token"] for row in rows if row["kind"] == kind)

    def card():
        lines = inbox.listed("is:activity", "app:" + app).splitlines()
        return json.loads(lines[0]) if len(lines) == 1 else {}

    try:
        inbox.run("set", f"tokens.{app}=new")
        answer = send(
            token("start"), "start", {"home": 0, "away": 0}, alert={"title": "Kick-off", "body": "A-B"},
            **{"attributes-type": "Match", "attributes": {"name": "A-B"}})
        expect(answer, "200")
        expect((card().get("type"), card().get("contentState")), ("Match", {"home": 0, "away": 0}))
        update = token("update")
        expect(send(update, "update", {"home": 1, "away": 0}), "200")
        expect((card().get("contentState"), card().get("changed")), ({"home": 1, "away": 0}, ["home"]))
        line = inbox.run("ls", "is:activity", "app:" + app)
        if "home 0->1  away 0  [running]" not in line:
            raise AssertionError(line)
        expect(send(update, "end", {"home": 2, "away": 1}), "200")
        expect((card().get("end"), card().get("contentState")), ("push", {"home": 2, "away": 1}))
        expect(send(update, "update", {"home": 3, "away": 1}), "410 Unregistered")
        expect(card().get("contentState"), {"home": 2, "away": 1})
    except (AssertionError, StopIteration) as error:
        return str(error) or "there is no token"
    return ""


def expect(found, expected):
    if found != expected:
        raise AssertionError(f"{found}, expected {expected}")


if __name__ == "__main__":
    aioapns(json.loads(sys.argv[1]))

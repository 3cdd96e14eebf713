"""Puts a hostile text into every field that a sender controls."""

import dataclasses
import json

CATEGORY, KEY = "M", "K"
SIDE = 100
HEADERS = [
    b"user-agent", b"x-custom", b"apns-id", b"apns-topic", b"apns-push-type", b"apns-priority",
    b"apns-expiration", b"apns-collapse-id", b"authorization", b"apns-unique-id", b"content-type"]
JSON = [(b"content-type", b"application/json")]


@dataclasses.dataclass
class Request:
    """A request of a sender, and whether it must be accepted."""

    name: str
    body: bytes
    fields: list = dataclasses.field(default_factory=list)
    path: bytes = b"/3/device/abcd"
    is_accepted: bool = False


def application(number):
    return f"com.example.c{number}"


def identifier(number, part):
    return f"{part:08}-0000-4000-8000-{number:012}"


def shorten(text, size):
    """Returns the start of a text that has so many bytes at most as a string of JSON."""
    while len(dump(text)) > size:
        text = text[:-1]
    return text


def dump(value):
    """Returns JSON whose strings stand as they are where JSON lets them."""
    return json.dumps(value, ensure_ascii=False).encode()


def escaped(value):
    """Returns JSON in ASCII."""
    return json.dumps(value).encode()


def texts(case):
    """Returns the alert of a case, cut to what a push holds."""
    return {name: shorten(case.field(name), 1100) for name in ("title", "subtitle", "body")}


def fields_payload(side):
    """Returns a payload with a text in all fields but those of the alert that are shown first."""
    return {
        "aps": {
            "alert": {"title": "T", "body": "B", "summary-arg": side, "launch-image": side}, "thread-id": side,
            "category": side, "sound": {"name": side, "critical": 0, "volume": 1}, "target-content-id": side,
            "filter-criteria": side, "mutable-content": 1},
        "k" + side: side, "nested": {"k" + side: [side, {"k": side}]}}


def keys_payload(side):
    """Returns a payload whose texts are keys of the app's strings."""
    return {
        "aps": {
            "alert": {
                "title-loc-key": KEY, "title-loc-args": [side], "subtitle-loc-key": side, "loc-key": KEY,
                "loc-args": [side, side], "action-loc-key": side},
            "category": CATEGORY}}


def requests(number, case):
    """Yields the requests that carry a case."""
    if case.payload is not None:
        yield push(number, 0, case.payload, is_accepted=False)
    else:
        side = shorten(case.text, SIDE)
        yield push(number, 0, dump({"aps": {"alert": texts(case)}}))
        yield push(number, 1, dump(fields_payload(side)))
        yield push(number, 2, escaped(keys_payload(side)))
        background = {"aps": {"content-available": 1}, "k" + side: side}
        yield push(number, 3, dump(background), [(b"apns-push-type", b"background"), (b"apns-priority", b"5")])
        yield from systems(number, case, side)
    yield from header_requests(number, case)
    yield Request("path", b"{}", path=b"/3/device/" + case.raw[:200])
    quoted = b"".join(b"%%%02X" % byte for byte in case.raw[:60])
    yield Request("quoted path", b"{}", path=b"/3/device/" + quoted)
    yield Request("other path", b"{}", path=b"/" + quoted)
    yield Request("body", case.raw[:3000], [(b"apns-topic", application(number).encode())])


def push(number, part, body, fields=(), is_accepted=True):
    known = [
        (b"apns-topic", application(number).encode()), (b"apns-id", identifier(number, part).encode())]
    return Request(f"push {part}", body, known + list(fields), is_accepted=is_accepted)


def header_requests(number, case):
    value = case.raw[:64].replace(b"\r", b"").replace(b"\n", b"").replace(b"\0", b"").strip()
    for name in HEADERS:
        fields = {b"apns-topic": application(number).encode(), name: value}
        yield Request(f"header {name.decode()}", b'{"aps":{"alert":"header"}}', list(fields.items()))


def systems(number, case, side):
    """Yields requests of FCM and of ICQ."""
    message = {
        "token": f"t:{number}", "notification": {"title": side, "body": side}, "data": {"k": side, "d" + side: side},
        "android": {"collapse_key": side, "notification": {"tag": side, "sound": side, "channel_id": side}}}
    path = b"/v1/projects/shop/messages:send"
    yield Request("FCM", dump({"message": message}), JSON, path)
    yield Request("FCM token", dump({"message": message | {"token": side}}), JSON, path)
    yield Request("FCM condition", dump({"message": {"condition": side, "notification": {"body": side}}}), JSON, path)
    session = {
        "uin": f"2{number:05}", "mobile": True, "notifyMode": "applePushNotification",
        "iPhoneBundleId": application(number), "iPhoneDevToken": "ab" * 32, "iPhoneSound": side,
        "iPhoneLocKey": KEY, "iPhoneBadge": True, "iPhoneLocArgs": "srcName,message"}
    yield Request("ICQ session", dump(session), path=b"/icq/session")
    event = {
        "kind": "message", "from": "111111", "to": session["uin"], "text": case.text[:200], "nick": side,
        "firstName": side, "lastName": side}
    yield Request("ICQ event", dump(event), path=b"/icq/event")
    yield Request("ICQ sender", dump(event | {"from": side, "kind": side}), path=b"/icq/event")


def configuration(cases):
    """Returns apps whose names, strings and categories are hostile, one for each case."""
    apps = {}
    for number, case in enumerate(cases):
        text = shorten(case.text or case.raw.decode(errors="replace"), SIDE)
        action = {"id": "A" + text, "title": text, "textInput": {"button": text, "placeholder": text}}
        apps[application(number)] = {
            "name": text or "empty", "strings": {KEY: f"{text} %@"},
            "categories": {CATEGORY: {"actions": [action], "hiddenPreviewsBodyPlaceholder": text}}}
    return {"apps": apps}


def push_lines(cases):
    """Yields lines for `ingest`: valid ones with hostile fields, and bytes that are none."""
    for number, case in enumerate(cases):
        text = shorten(case.text or case.raw.decode(errors="replace"), SIDE)
        payload = {"aps": {"alert": {"title": text, "body": text}}}
        yield dump({"bundleId": text, "payload": payload})
        yield dump({
            "bundleId": application(number), "headers": {"apns-collapse-id": text[:16], "x" + text: text},
            "payload": payload, "requestId": text, "token": text, "k" + text: text})
        yield case.raw.replace(b"\n", b"")


def file_name(case):
    """Returns a name for a file, as bytes."""
    return case.raw[:120].replace(b"\0", b"").replace(b"/", b"") or b"empty"

"""Puts a hostile text into every field that a sender controls."""

import base64
import dataclasses
import json
import time
import urllib.parse

CATEGORY, KEY = "M", "K"
SIDE = 100
HEADERS = [
    b"user-agent", b"x-custom", b"apns-id", b"apns-topic", b"apns-push-type", b"apns-priority",
    b"apns-expiration", b"apns-collapse-id", b"authorization", b"apns-unique-id", b"apns-request-id",
    b"apns-channel-id", b"content-type",
    b"origin", b"sec-fetch-site", b"proxy-authorization", b"expect", b"transfer-encoding"]
JSON = [(b"content-type", b"application/json")]
# The token of the API for tests.
API_TOKEN = "0123456789abcdef"
# Apps whose extension or hook is a program that writes the text of a case.
EXTENSION, FAILING, HOOKED = "com.example.extension", "com.example.failing", "com.example.hooked"
QUEUED, FOLDERS, IOS = "com.example.queued", "com.example.folders", "com.example.ios"


@dataclasses.dataclass
class Request:
    """A request of a sender, and whether it must be accepted."""

    name: str
    body: bytes
    fields: list = dataclasses.field(default_factory=list)
    path: bytes = b"/3/device/abcd"
    is_accepted: bool = False
    method: bytes = b"POST"
    host: bytes = b"localhost"


def application(number):
    return f"com.example.c{number}"


def held(number):
    """Returns an app whose pushes the scheduled summary holds."""
    return f"com.example.held{number}"


def harmless_held(number):
    return f"com.example.harmless-held{number}"


def identifier(number, part):
    return f"{part:08}-0000-4000-8000-{number:012}"


def shorten(text, size):
    """Returns the start of a text that has so many bytes at most as a string of JSON."""
    while len(dump(text)) > size:
        text = text[:-1]
    return text


def dump(value):
    """Returns JSON whose strings are escaped only where JSON requires it."""
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


def activity_payload(side, event):
    """Returns the payload of a Live Activity."""
    content = {"k" + side: [side, {"k": side}]}
    return {
        "aps": {
            "event": event, "timestamp": 1_700_000_000, "content-state": content, "attributes": content,
            "attributes-type": side, "input-push-channel": side, "input-push-token": 1,
            "alert": {"title": side, "body": side}}}


def odd_payload(side):
    """Returns a payload with words where others are expected, and keys that are unknown."""
    return {
        "aps": {
            "alert": {
                "title": "T", "subtitle-loc-key": KEY, "subtitle-loc-args": [side], "body": "B", "k" + side: side},
            "interruption-level": side, "badge": side, "relevance-score": side, "content-available": side,
            "sound": {"name": side, "critical": side, "volume": side}, "k" + side: side},
        "sender": {"name": side, "id": side}, "alert": side}


def webim_payloads(side):
    """Yields messages of Webim: one that is shown, a file, and some that are rejected."""
    message = {
        "kind": "operator", "clientSideId": side or "i", "name": side, "avatar": side, "text": side, "ts": 1531582962.5}
    shown = {"type": "P.OM", "event": "add", "params": [side, side], "message": message}
    yield shown
    yield shown | {"event": "del"}
    described = {"content_type": side, "size": 3, "filename": side, "image": {"size": {"width": 3, "height": 4}}}
    yield shown | {"type": "P.OF", "message": message | {"kind": "file_operator", "text": escaped(described).decode()}}
    yield shown | {"type": "P." + side}
    yield shown | {"event": side, "message": message | {"kind": side}}
    yield shown | {"params": side, "message": side}


def queue_payload(side):
    """Returns the payload of a push whose sender numbers it."""
    xiva = {"notificationPosition": side, "deviceIdHash": side, "account": side, "folder": side, "k" + side: side}
    return {"aps": {"alert": {"title": side, "body": side}, "mutable-content": 1}, "xiva": xiva}


def provider_token(side):
    """Returns a well-formed token with the text as its key and its team."""
    parts = [escaped({"alg": "ES256", "kid": side}), escaped({"iss": side, "iat": int(time.time())}), bytes(64)]
    return b".".join(base64.urlsafe_b64encode(part).rstrip(b"=") for part in parts)


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
        silent = [(b"apns-push-type", b"background"), (b"apns-priority", b"5")]
        yield push(number, 3, dump(background), silent)
        yield push(number, 4, dump(odd_payload(side)), is_accepted=False)
        for part, event in enumerate(["start", "update", side], 5):
            activity = [
                (b"apns-push-type", b"liveactivity"),
                (b"apns-topic", application(number).encode() + b".push-type.liveactivity")]
            yield push(number, part, dump(activity_payload(side, event)), activity)
        for part, payload in enumerate(webim_payloads(side), 10):
            yield push(number, part, dump({"aps": {"content-available": 1}} | payload), silent, is_accepted=False)
        marked = {"aps": {"alert": {"loc-key": side, "loc-args": [side]}}, "webim": 1}
        yield push(number, 20, dump(marked), is_accepted=False)
        for part, app in enumerate([QUEUED, FOLDERS], 21):
            yield push(number, part, dump(queue_payload(side)), [(b"apns-topic", app.encode())], is_accepted=False)
        token = [(b"authorization", b"bearer " + provider_token(side))]
        yield push(number, 23, b'{"aps":{"alert":"token"}}', token, is_accepted=False)
        yield from systems(number, case, side)
    yield from programs(number)
    yield from header_requests(number, case)
    host = case.raw[:40].translate(None, b"\r\n\0")
    yield Request("host", b"{}", host=host)
    yield Request("method", b"{}", method=host.replace(b" ", b""))
    for target in host.replace(b" ", b"") + b":443", b"api.push.apple.com:443" + host:
        yield Request("CONNECT", b"", path=target, method=b"CONNECT")
    yield Request("absolute path", b"{}", path=b"http://" + host.replace(b" ", b"") + b"/ready", method=b"GET")
    yield Request("path", b"{}", path=b"/3/device/" + case.raw[:200])
    quoted = quote(case.raw[:60])
    yield Request("quoted path", b"{}", path=b"/3/device/" + quoted)
    yield Request("other path", b"{}", path=b"/" + quoted)
    yield Request("body", case.raw[:3000], [(b"apns-topic", application(number).encode())])


def push(number, part, body, fields=(), is_accepted=True):
    known = {b"apns-topic": application(number).encode(), b"apns-id": identifier(number, part).encode()}
    return Request(f"push {part}", body, list((known | dict(fields)).items()), is_accepted=is_accepted)


def programs(number):
    """Yields pushes for which a program is run that writes the text of the case."""
    payload = {"aps": {"alert": {"title": "T", "body": "B"}, "mutable-content": 1}}
    for part, app in enumerate([EXTENSION, FAILING, HOOKED], 30):
        topic = [(b"apns-topic", f"{app}{number}".encode())]
        hooked = {"hooked": 1} if app == HOOKED else {}
        yield push(number, part, dump(payload | hooked), topic, is_accepted=False)


def header_requests(number, case):
    value = case.raw[:64].replace(b"\r", b"").replace(b"\n", b"").replace(b"\0", b"").strip()
    for name in HEADERS:
        fields = {b"apns-topic": application(number).encode(), name: value}
        yield Request(f"header {name.decode()}", b'{"aps":{"alert":"header"}}', list(fields.items()))


def systems(number, case, side):
    """Yields requests about channels, of FCM, of Expo and of ICQ."""
    yield from channel_requests(number, case, side)
    yield from fcm_requests(number, case, side)
    yield from expo_requests(number, case, side)
    yield from icq_requests(number, case, side)


def channel_requests(number, case, side):
    app, raw = application(number).encode(), case.raw[:60]
    value = raw.translate(None, b"\r\n\0").strip()
    paths = [b"/1/apps/" + app + b"/channels", b"/4/broadcasts/apps/" + app]
    paths += [b"/1/apps/" + quote(raw) + b"/channels", b"/1/apps/" + quote(raw) + b"/all-channels"]
    paths += [b"/4/broadcasts/apps/" + quote(raw), b"/1/apps/" + app + b"/" + quote(raw)]
    channel = {"message-storage-policy": 1, "push-type": "LiveActivity"}
    known = base64.b64encode(case.raw[:200])
    for path in paths:
        for method in b"POST", b"GET", b"DELETE":
            for fields in {b"apns-channel-id": value}, {b"apns-channel-id": known, b"apns-request-id": value}:
                yield Request("channel", dump(channel), list(fields.items()), path, method=method)
    for odd in {"message-storage-policy": side}, {"push-type": side}, {"k" + side: side}:
        yield Request("channel value", dump(channel | odd), path=paths[0])
    # The default checks learn the channel of a broadcast.
    fields = {b"apns-push-type": b"liveactivity", b"apns-expiration": b"0", b"apns-channel-id": known}
    for event in "update", side:
        yield Request("broadcast", dump(activity_payload(side, event)), list(fields.items()), paths[1])
    for name in fields:
        yield Request("broadcast field", b"{}", list((fields | {name: value}).items()), paths[1])


def api_requests(number, case):
    """Yields requests to the API for tests, without its token."""
    side, quoted = side_text(case), quote(case.raw[:60])
    root = b"/api/v1/"
    for path in b"pushes", b"rejected", b"wait":
        yield Request("API filter", b"", path=root + path + b"?timeout=1ms&filter=" + quoted, method=b"GET")
    yield Request("API parameter", b"", path=root + b"pushes?" + quoted + b"=1", method=b"GET")
    yield Request("API timeout", b"", path=root + b"wait?timeout=" + quoted, method=b"GET")
    for path in b"", b"/why":
        yield Request("API push", b"", path=root + b"pushes/" + quoted + path, method=b"GET")
    yield Request("API path", b"", path=root + quoted, method=b"GET")
    yield Request("API method", b"", path=root + b"settings", method=b"PUT")
    app = application(number)
    bodies = [
        (b"pushes/last/act", {"action": side, "text": side}), (b"pushes/last/act", {"action": "open", "for": side}),
        (b"settings", {f"apps.{app}.bannerStyle": side}), (b"settings", {"k" + side: side}),
        (b"settings", {"lock": {side: side}}), (b"faults", {"answer": side, "app": side}),
        (b"faults", {"k" + side: side}), (b"read", {"filter": side}), (b"read", {"k" + side: side})]
    for path, body in bodies:
        yield Request("API body", dump(body), JSON, root + path)
    yield Request("API bytes", case.raw[:3000], JSON, root + b"settings")
    steps = [
        {"push": {"bundleId": app, "payload": {"aps": {"alert": {"title": side, "body": side}, "thread-id": side}}}},
        {"name": side, "expect": {"last": {"title": side + "x"}}}, {"expect": {"k" + side: side}}]
    for count in 2, 3:
        yield Request("API scenario", b"\n".join(dump(step) for step in steps[:count]), JSON, root + b"run")
    yield Request("API scenario of bytes", case.raw[:3000], JSON, root + b"run")


def fcm_requests(number, case, side):
    options = {"analytics_label": side}
    message = {
        "name": side, "token": f"t:{number}", "notification": {"title": side, "body": side, "image": side},
        "data": {"k": side, "d" + side: side}, "fcm_options": options,
        "android": {
            "collapse_key": side, "fcm_options": options,
            "notification": {
                "tag": side, "sound": side, "channel_id": side, "ticker": side, "icon": side, "click_action": side}},
        "apns": {
            "headers": {"apns-collapse-id": side, "k" + side: side}, "fcm_options": options | {"image": side},
            "live_activity_token": side, "payload": {"aps": {"alert": side, "thread-id": side}, "k" + side: side}},
        "webpush": {
            "headers": {"k" + side: side}, "data": {"k" + side: side}, "fcm_options": options | {"link": side},
            "notification": {"title": side, "k" + side: side}}}
    path = b"/v1/projects/shop/messages:send"
    yield Request("FCM", dump({"message": message}), JSON, path)
    package = message["android"] | {"restricted_package_name": IOS}
    yield Request("FCM for APNs", dump({"message": message | {"token": f"i:{number}", "android": package}}), JSON, path)
    data = {key: value if isinstance(value, str) else escaped(value).decode()
            for key, value in next(webim_payloads(side)).items()}
    yield Request("FCM of Webim", dump({"message": {"token": f"w:{number}", "data": data}}), JSON, path)
    for name in "token", "topic", "condition":
        yield Request(f"FCM {name}", dump({"message": {name: side, "notification": {"body": side}}}), JSON, path)
    yield Request("FCM name", dump({"message": {"token": "t", "k" + side: side}}), JSON, path)
    for odd in {"priority": side}, {"ttl": side}, {"restricted_package_name": side}, {"notification": {"color": side}}:
        yield Request("FCM value", dump({"message": {"token": "t", "android": odd}}), JSON, path)
    for project in quote(case.raw[:60]), case.raw[:60].translate(None, b"\r\n\0 "):
        yield Request("FCM project", dump({"message": message}), JSON, b"/v1/projects/" + project + b"/messages:send")
    claims = {"iss": side, "aud": side, "scope": side, "iat": 1_700_000_000, "exp": 1_700_003_600}
    parts = [escaped({"alg": "RS256"}), escaped(claims), bytes(64)]
    form = {
        "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer",
        "assertion": b".".join(base64.urlsafe_b64encode(part).rstrip(b"=") for part in parts)}
    yield Request("FCM account", urllib.parse.urlencode(form).encode(), path=b"/token")
    yield Request("FCM grant", urllib.parse.urlencode({"grant_type": side, "assertion": side}).encode(), path=b"/token")


def expo_requests(number, case, side):
    path = b"/--/api/v2/push/send"
    message = {
        "to": f"ExponentPushToken[e{number}]", "title": side, "subtitle": side, "body": side, "sound": side,
        "categoryId": side, "channelId": side, "data": {"k" + side: side}, "k" + side: side}
    yield Request("Expo", dump(message), JSON, path)
    yield Request("Expo token", dump(message | {"to": [side, f"ExponentPushToken[{side}]"]}), JSON, path)
    for name in "to", "badge", "priority", "interruptionLevel", "ttl", "data":
        yield Request("Expo value", dump(message | {name: {"k": side} if name == "to" else side}), JSON, path)
    yield Request("Expo receipts", dump({"ids": [side]}), JSON, b"/--/api/v2/push/getReceipts")
    yield Request("Expo path", dump(message), JSON, b"/--/api/" + quote(case.raw[:60]))
    yield Request("Expo coding", dump(message), JSON + [(b"content-encoding", side.encode()[:64].translate(None, b"\r\n\0").strip())], path)


def icq_requests(number, case, side):
    session = {
        "uin": f"2{number:05}", "mobile": True, "notifyMode": "applePushNotification",
        "iPhoneBundleId": application(number), "iPhoneDevToken": "ab" * 32, "iPhoneSound": side,
        "iPhoneLocKey": KEY, "iPhoneActionKey": side, "iPhoneBadge": True, "iPhoneLocArgs": "srcName,message"}
    yield Request("ICQ session", dump(session), path=b"/icq/session")
    event = {
        "kind": "message", "from": "111111", "to": session["uin"], "text": case.text[:200], "nick": side,
        "firstName": side, "lastName": side}
    yield Request("ICQ event", dump(event), path=b"/icq/event")
    yield Request("ICQ sender", dump(event | {"from": side, "kind": side}), path=b"/icq/event")
    yield Request("ICQ time", dump(event | {"time": side}), path=b"/icq/event")
    yield Request("ICQ authorisation", dump(event | {"kind": "authorisation"}), path=b"/icq/event")
    odd = ["uin", "notifyMode", "iPhoneBundleId", "iPhoneDevToken", "iPhoneLocArgs", "sessionTimeout", "k" + side]
    for name in odd:
        yield Request("ICQ value", dump(session | {name: side}), path=b"/icq/session")
    yield Request("ICQ client", dump(session | {"client": side}), path=b"/icq/session")
    yield Request("ICQ user", b"", path=b"/icq/session/" + quote(case.raw[:20]), method=b"GET")


def quote(raw):
    return b"".join(b"%%%02X" % byte for byte in raw)


def side_text(case):
    """Returns the text of a case for a short field, of bytes too."""
    return shorten(case.text or case.raw.decode(errors="replace"), SIDE)


def configuration(cases, has_programs=False):
    """Returns an app and a Focus for each case, whose names, strings and categories are hostile."""
    apps, focus, filters = {}, {}, {}
    for number, case in enumerate(cases):
        text = side_text(case)
        action = {"id": "A" + text, "title": text, "textInput": {"button": text, "placeholder": text}}
        apps[application(number)] = {
            "name": text or "empty", "strings": {KEY: f"{text} %@"},
            "categories": {
                CATEGORY: {
                    "actions": [action], "hiddenPreviewsBodyPlaceholder": text, "categorySummaryFormat": text}},
            "contentExtension": {"answer": f"{text}\n{text}", "categories": [CATEGORY]}}
        apps[held(number)] = {"name": text or "empty"}
        focus[focus_name(case, number)] = {"allowPeople": [text], "filters": {application(number): [text]}}
        filters[f"f{number}{text}"] = f"body:x{number}"
        if has_programs:
            apps[f"{EXTENSION}{number}"] = {"extension": {"run": ["./extension"], "memory": 256}}
            apps[f"{FAILING}{number}"] = {"extension": {"run": ["./failing"], "memory": 256}}
    waiting = [name(number) for number in range(len(cases)) for name in (held, harmless_held)]
    settings = {"apps": apps, "focus": focus, "filters": filters, "summary": {"times": ["23:59"], "apps": waiting}}
    if has_programs:
        settings["hooks"] = [{"on": "shown", "filter": "json:hooked", "run": ["./hook"]}]
        settings["queue"] = {
            "apps": [QUEUED, FOLDERS],
            "subscriptions": {FOLDERS: {f"{number}{side_text(case)}": [side_text(case) or "f"]
                                        for number, case in enumerate(cases)}}}
        apps[IOS] = {"platform": "ios"}
    return settings


def faulty_configurations(text):
    """Yields configurations with unknown names and wrong values."""
    name = "k" + text
    for section in "device", "apps", "summary", "gateway", "queue", "fcm", "expo", "tls":
        yield {section: {name: text}}
    for section in "hooks", "faults":
        yield {section: [{name: text}]}
    yield {name: text}
    yield {"keys": {name: text}, "colors": {name: text, "text": text}, "filters": {name: "is:" + text}}
    yield {"apps": {name: {}}, "focus": {text: {name: text, "from": text}}}
    yield {"apps": {"com.example.app": {"extension": {"run": [text]}, "strings": name, "categories": name}}}
    yield {"gateway": {"keys": [{"id": text, "team": text, "file": name}], "devices": [{"token": text}]}}
    yield {"hooks": [{"on": text, "filter": "is:" + text, "run": [name]}], "tls": {"names": [text]}}


def wrong_settings(schema, texts):
    """Returns a configuration with the next of the endless `texts` as every value of its JSON Schema, and as names."""
    for form in schema.get("anyOf", [schema]):
        if "properties" in form:
            return {name: wrong_settings(value, texts) for name, value in form["properties"].items()}
        if isinstance(form.get("additionalProperties"), dict):
            return {next(texts): wrong_settings(form["additionalProperties"], texts)}
        if "items" in form:
            return [wrong_settings(form["items"], texts)]
    return next(texts)


def merge(values, others):
    """Adds values to an object, those of its objects and lists, too."""
    for name, value in others.items():
        if isinstance(value, dict):
            merge(values.setdefault(name, {}), value)
        elif isinstance(value, list):
            values[name] = values.get(name, []) + value
        else:
            values[name] = value


def focus_name(case, number):
    return f"focus {number} {side_text(case)}"


# A program of the phone: it writes what the file of its app holds, to standard output or standard error.
SCRIPTS = {
    "extension": 'exec /bin/cat "answers/$PUSHINBOX_APP"',
    "failing": '/bin/cat "answers/$PUSHINBOX_APP" >&2; exit 3',
    "hook": f'read -r line; app=${{line#*{HOOKED}}}; /bin/cat "answers/{HOOKED}${{app%%[!0-9]*}}" >&2; exit 3'}


def answers(number, case):
    """Yields what the programs for a case write, by app."""
    text = side_text(case)
    payload = {"aps": {"alert": {"title": text, "subtitle": text, "body": text}, "thread-id": text}, "k" + text: text}
    yield f"{EXTENSION}{number}", dump(payload)
    yield f"{FAILING}{number}", case.raw.replace(b"\n", b"") + b"\n"
    yield f"{HOOKED}{number}", case.raw.replace(b"\n", b"") + b"\n"


def push_lines(cases):
    """Yields lines for `ingest`: valid ones with hostile fields, and bytes that are none."""
    for number, case in enumerate(cases):
        text = side_text(case)
        payload = {"aps": {"alert": {"title": text, "body": text}}}
        yield dump({"bundleId": text, "payload": payload})
        for message in webim_payloads(text):
            yield dump({"bundleId": application(number)} | message)
        yield dump({
            "bundleId": application(number), "headers": {"apns-collapse-id": text[:16], "x" + text: text},
            "payload": payload, "requestId": text, "token": text, "k" + text: text})
        yield case.raw.replace(b"\n", b"")


def file_name(case):
    """Returns a name for a file, as bytes."""
    return case.raw[:120].replace(b"\0", b"").replace(b"/", b"") or b"empty"

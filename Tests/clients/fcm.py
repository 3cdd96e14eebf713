"""Tests Google's library for FCM, which sends through the proxy with the service account of `pushinbox env` and must
report the answers correctly. fcm.py NAME runs one of the checks below, in the environment that `env` prints."""

import sys
import warnings

# The library deprecates `token` in favour of `fid`; both are tested.
warnings.simplefilter("ignore", DeprecationWarning)
TOKEN = "bk3RNwTe3H0:CI2k_HHwg"

# The checks in order, each with the command that prepares the inbox.
CHECKS = {
    "sends": ["set", "fcm.topics.news=com.example.news"],
    "dry_run": [],
    "send_each": [],
    "UnregisteredError": ["fault", "add", "next=1", "answer=Unregistered"],
    "SenderIdMismatchError": ["fault", "add", "next=1", "answer=DeviceTokenNotForTopic"],
    # The library retries some errors by itself, but not 429.
    "QuotaExceededError": ["fault", "add", "next=1", "answer=TooManyRequests"],
    "InvalidArgumentError": [],
}
# The texts in the list after all checks, newest group first.
BODIES = ["each", "news", "whole"]


def message(body, **fields):
    from firebase_admin import messaging

    return messaging.Message(notification=messaging.Notification(title="Ann", body=body), **fields)


def sends():
    """Sends every field that the library has."""
    from datetime import datetime, timedelta

    from firebase_admin import messaging as m

    sound = m.CriticalSound("default", critical=True, volume=0.5)
    name = m.send(message(
        "whole", token=TOKEN, data={"chat": "7"}, fcm_options=m.FCMOptions("label"),
        android=m.AndroidConfig(
            collapse_key="k", priority="high", ttl=timedelta(hours=1),
            restricted_package_name="com.example.android", data={"chat": "8"},
            fcm_options=m.AndroidFCMOptions("label"), direct_boot_ok=True,
            notification=m.AndroidNotification(
                icon="i", color="#a0b1c2", sound="s", tag="chat-7", click_action="OPEN",
                channel_id="messages",
                image="https://example.com/x.png", ticker="t", sticky=True,
                event_timestamp=datetime(2026, 4, 14), local_only=True, priority="max",
                vibrate_timings_millis=[100, 50], default_vibrate_timings=False, default_sound=True,
                light_settings=m.LightSettings("#a0b1c2", 100, 200), default_light_settings=False,
                visibility="public", notification_count=3, proxy="allow")),
        apns=m.APNSConfig(
            headers={"apns-priority": "10"}, fcm_options=m.APNSFCMOptions("label"),
            payload=m.APNSPayload(m.Aps(badge=1, sound=sound), custom=1)),
        webpush=m.WebpushConfig(
            headers={"TTL": "1"}, data={"a": "b"}, fcm_options=m.WebpushFCMOptions("https://example.com"),
            notification=m.WebpushNotification(title="t", body="b", silent=True))))
    assert name.startswith("projects/pushinbox/messages/"), name
    assert m.send(message("each", fid=TOKEN))
    assert m.send(message("news", topic="news"))
    assert m.send(message("news", condition="'news' in topics && !('sport' in topics)"))


def dry_run():
    from firebase_admin import messaging

    assert messaging.send(message("dry", token=TOKEN), dry_run=True)


def send_each():
    from firebase_admin import messaging

    answers = messaging.send_each([message("each", token=TOKEN), message("bad", token="a b")])
    names = [type(each.exception).__name__ for each in answers.responses]
    assert names == ["NoneType", "InvalidArgumentError"], names


def fails(name):
    from firebase_admin import exceptions, messaging

    kind = getattr(messaging, name, None) or getattr(exceptions, name)
    token = "a b" if name == "InvalidArgumentError" else TOKEN
    try:
        messaging.send(message("bad", token=token))
    except kind:
        return
    raise AssertionError(f"no {name}")


if __name__ == "__main__":
    import firebase_admin

    firebase_admin.initialize_app()
    check = globals().get(sys.argv[1])
    check() if check else fails(sys.argv[1])

"""Tests Python libraries that send through another library or service: each sends a push that is rejected, one that is
accepted, then 100 at once, and must report the responses correctly.

frameworks.py NAME ADDRESS LINES runs one of FRAMEWORKS in the environment that `pushinbox env` prints; ADDRESS is the host
and port of the inbox, LINES are those of `pushinbox env --client NAME`. The text of each push begins with the name.
"""

import os
import re
import sys

TOKEN, BURST = "ab" * 32, [f"{number:064x}" for number in range(100)]


def set_up_django():
    """Starts Django with a database in memory."""
    import django
    from django.conf import settings
    from django.core.management import call_command

    settings.configure(
        INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "push_notifications", "fcm_django"],
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
        DEFAULT_AUTO_FIELD="django.db.models.AutoField",
        PUSH_NOTIFICATIONS_SETTINGS={
            "APNS_AUTH_KEY_PATH": "key.p8", "APNS_AUTH_KEY_ID": "KEYID12345", "APNS_TEAM_ID": "TEAMID1234",
            "APNS_TOPIC": "com.example.django", "APNS_USE_SANDBOX": True})
    django.setup()
    call_command("migrate", verbosity=0)


def django_push_notifications(name, address, lines):
    import asyncio

    from aioapns.connection import APNsDevelopmentClientProtocol as Protocol

    host, port = address.rsplit(":", 1)
    Protocol.APNS_SERVER, Protocol.APNS_PORT = "localhost", int(port)
    # Its limit of a second for each push includes the handshake.
    wait_for = asyncio.wait_for
    asyncio.wait_for = lambda task, timeout: wait_for(task, 60)
    set_up_django()
    from push_notifications.exceptions import APNSError
    from push_notifications.models import APNSDevice

    bad = APNSDevice.objects.create(registration_id="zz")
    try:
        bad.send_message(name + " rejected")
        raise AssertionError("no APNSError")
    except APNSError as error:
        assert "BadDeviceToken" in str(error), error
    bad.refresh_from_db()
    assert not bad.active
    device = APNSDevice.objects.create(registration_id=TOKEN)
    assert device.send_message(name + " accepted") == {"results": ["Success"]}
    device.delete()
    APNSDevice.objects.bulk_create(APNSDevice(registration_id=token) for token in BURST)
    [results] = APNSDevice.objects.filter(active=True).send_message(name + " burst")
    assert results == dict.fromkeys(BURST, "Success"), results


def fcm_django(name, address, lines):
    import firebase_admin
    from firebase_admin.messaging import Message, Notification, UnregisteredError

    set_up_django()
    firebase_admin.initialize_app()
    from fcm_django.models import FCMDevice

    def message(text):
        return Message(notification=Notification(title="Ann", body=f"{name} {text}"))

    device = FCMDevice.objects.create(registration_id=TOKEN, type="ios")
    try:
        device.send_message(message("rejected"))
        raise AssertionError("no UnregisteredError")
    except UnregisteredError:
        pass
    device.refresh_from_db()
    assert not device.active
    device.active = True
    device.save()
    assert device.send_message(message("accepted")).success
    device.delete()
    FCMDevice.objects.bulk_create(FCMDevice(registration_id=token, type="ios") for token in BURST)
    answer = FCMDevice.objects.all().send_message(message("burst"))
    assert (answer.success_count, answer.failure_count) == (100, 0), answer.failed_exceptions


def apprise(name, address, lines):
    import apprise as library
    from apprise.plugins.fcm import NotifyFCM

    # It waits for seconds before each request.
    NotifyFCM.request_rate_per_sec = 0
    key = os.environ["GOOGLE_APPLICATION_CREDENTIALS"]

    def send(text, *tokens):
        sender = library.Apprise()
        assert sender.add(f"fcm://pushinbox/{'/'.join(tokens)}/?keyfile={key}")
        return sender.notify(title="Ann", body=f"{name} {text}")

    assert not send("rejected", TOKEN)
    assert send("accepted", TOKEN)
    assert send("burst", *BURST)


def exponent_server_sdk(name, address, lines):
    from exponent_server_sdk import DeviceNotRegisteredError, PushMessage, PushServerError, PushTicket

    # The printed lines name the variable in a comment and create the client.
    for variable, value in re.findall(r"\bexport (\w+)='([^']*)'", lines):
        os.environ[variable] = value
    scope = {}
    exec(lines, scope)
    client = scope["client"]
    client.timeout = 60

    def message(text, token="ExponentPushToken[a]"):
        return PushMessage(to=token, title="Ann", body=f"{name} {text}", data={"chat": 7}, sound="default", ttl=60)

    ticket = client.publish(message("rejected", "ExponentPushToken"))
    try:
        ticket.validate_response()
        raise AssertionError("no DeviceNotRegisteredError")
    except DeviceNotRegisteredError as error:
        assert "is not a registered push notification recipient" in error.message, error.message
    ticket = client.publish(message("accepted"))
    ticket.validate_response()
    burst = client.publish_multiple([message("burst", f"ExponentPushToken[{number}]") for number in range(100)])
    assert len({each.id for each in burst}) == 100
    receipts = client.check_receipts_multiple([ticket, *burst, PushTicket(None, "ok", "", None, "unknown")])
    assert len(receipts) == 101 and all(each.is_success() for each in receipts), receipts
    client.max_message_count = 101
    try:
        client.publish_multiple([message("too many")] * 101)
        raise AssertionError("no PushServerError")
    except PushServerError as error:
        assert error.errors[0]["code"] == "PUSH_TOO_MANY_NOTIFICATIONS", error.errors


FRAMEWORKS = {
    "django-push-notifications": django_push_notifications,
    "fcm-django": fcm_django,
    "apprise": apprise,
    "exponent_server_sdk": exponent_server_sdk,
}

if __name__ == "__main__":
    FRAMEWORKS[sys.argv[1]](*sys.argv[1:])

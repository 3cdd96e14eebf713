#!/usr/bin/env python3
"""Write push lines of many apps, threads and languages; the same arguments give the same bytes.

    make-feed.py -n 10000 --seed 7 | pushinbox serve --feed -
"""
import argparse
import datetime
import json
import random
import sys

SENDERS = ["Anna Berg", "Никита К", "王小明", "Chloé", "مريم", "Build 🛠", "Support", "김민지"]
PHRASES = [
    "Your parcel is on its way", "Lunch at one?", "The build is green again", "Rain from three o'clock",
    "Здравствуйте, чем могу помочь?", "Встреча переносится на завтра", "会议改到明天下午", "お荷物は本日届きます",
    "La réunion est reportée à demain", "وصل طلبك", "회의가 내일로 변경되었습니다", "Schöne Grüße aus Köln 👋🏽",
]
STEMS = ["chat", "mail", "news", "shop", "bank", "health", "builds", "transit", "calendar", "photos"]
CATEGORIES = [None, None, "MESSAGE", "INVITATION", "ARTICLE"]
TOKEN = "00fc" * 16


def pick(source, items):
    """Returns an item, earlier ones more often: a few apps and threads send most pushes."""
    return items[int(len(items) * source.random() ** 2)]


def any_of(source, items):
    """Returns any item. Only random() is used, because Python guarantees its sequence alone."""
    return items[int(len(items) * source.random())]


def push(source, number, apps, threads, moment):
    app = "com.example." + pick(source, apps)
    headers = {"apns-priority": "10", "apns-push-type": "alert"}
    if source.random() < 0.05:
        headers = {"apns-priority": "5", "apns-push-type": "background"}
        payload = {"aps": {"content-available": 1}, "sync": number}
    else:
        words = " ".join(any_of(source, PHRASES) for _ in range(1 + int(3 * source.random() ** 2)))
        aps = {"alert": {"title": any_of(source, SENDERS), "body": words}, "sound": "default"}
        if source.random() < 0.85:
            aps["thread-id"] = "thread-%d" % pick(source, range(threads))
        category = any_of(source, CATEGORIES)
        if category:
            aps["category"] = category
        if source.random() < 0.3:
            aps["badge"] = int(100 * source.random())
        level = source.random()
        if level < 0.08:
            aps["interruption-level"] = ["critical", "time-sensitive", "passive"][int(level * 37.5)]
        if source.random() < 0.1:
            headers["apns-collapse-id"] = "update-%d" % int(50 * source.random())
        payload = {"aps": aps, "number": number}
    return {
        "bundleId": app, "headers": headers, "payload": payload,
        "receivedAt": moment.strftime("%Y-%m-%dT%H:%M:%S.") + "%03dZ" % (moment.microsecond // 1000),
        "token": TOKEN,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-n", type=int, default=1000, help="number of lines (default 1000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the lines (default 1)")
    parser.add_argument("--apps", type=int, default=len(STEMS), help="number of apps")
    parser.add_argument("--threads", type=int, default=40, help="number of threads of an app")
    parser.add_argument("--every", type=float, default=20, help="mean seconds between two pushes")
    options = parser.parse_args()
    source = random.Random(options.seed)
    apps = [STEMS[i] if i < len(STEMS) else "app%d" % i for i in range(options.apps)]
    moment = datetime.datetime(2026, 4, 14, 6, 0)
    for number in range(1, options.n + 1):
        moment += datetime.timedelta(milliseconds=int(2000 * options.every * source.random()))
        line = push(source, number, apps, options.threads, moment)
        print(json.dumps(line, ensure_ascii=False, separators=(",", ":")))


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.stderr.close()

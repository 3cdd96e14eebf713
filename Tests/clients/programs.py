"""The HTTP/2 clients of other languages, and the Python libraries of frameworks.py, as rows of a test.

Each program in `programs` runs with the variables that `pushinbox env` prints and the arguments PORT TOPIC APNS-ID. It
sends a push with this apns-id, a push to an invalid token, and 100 pushes at once over the same connection. It prints
the status and the apns-id of the first response, the status and the body of the second, and the number of accepted
pushes of the burst.
"""

import json
import os
import re
import subprocess

import frameworks

TIMEOUT = 120
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs")
APNS_ID = "51B0A3E4-0000-4000-8000-00000000C0DE"
EXPECTED = f'200 {APNS_ID}\n400 {{"reason":"BadDeviceToken"}}\n100\n'

# The names of Debian's files and packages. The certificate is imported as docs/guides/clients/java.md describes.
SHELL = """
export GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE="$CACHE/go"
jars() {
  classpath=
  for jar in "$@"; do
    [ -e "/usr/share/java/$jar.jar" ] || return
    classpath=$classpath:/usr/share/java/$jar.jar
  done
}
okhttp() { jars okhttp okio; }
jetty() {
  jars jetty9-client jetty9-http jetty9-io jetty9-util jetty9-alpn-client jetty9-alpn-java-client jetty9-http2-client \\
    jetty9-http2-common jetty9-http2-hpack jetty9-http2-http-client-transport
}
apache() { jars httpclient5 httpcore5 httpcore5-h2 slf4j-api slf4j-nop; }
run_java() {
  local trust=javax.net.ssl.trustStore
  [ -e pushinbox.p12 ] || keytool -importcert -noprompt -alias pushinbox -file "$PUSHINBOX_CA" -keystore pushinbox.p12 \\
    -storepass changeit 2> keytool.log || { cat keytool.log; return 1; }
  java "-D$trust=pushinbox.p12" "-D${trust}Password=changeit" -cp "${classpath#:}" "$@"
}
"""

# A command that succeeds if the client is installed, and one that runs the program, whose arguments are appended.
PROGRAMS = {
    "Lua http": ("lua5.2 -e 'require \"http.client\"'", 'lua5.2 "$FOLDER/lua.lua"'),
    "Perl Protocol::HTTP2": (
        "perl -MIO::Socket::SSL -MProtocol::HTTP2::Client -e 1", 'perl "$FOLDER/perl.pl"'),
    "Ruby http-2": ("ruby -r http/2 -e 1", 'ruby "$FOLDER/ruby.rb"'),
    "Go x/net/http2": ("go list golang.org/x/net/http2", 'go run "$FOLDER/go.go"'),
    "OkHttp": ("command -v java && okhttp", 'okhttp && run_java "$FOLDER/OkHttp.java"'),
    "Jetty": ("command -v java && jetty", 'jetty && run_java "$FOLDER/Jetty.java"'),
    "Apache HttpClient 5": ("command -v java && apache", 'apache && run_java "$FOLDER/Apache.java"'),
    "Node http2": ("command -v node", 'node "$FOLDER/node.mjs"'),
    "Haskell http2": (
        "ghc-pkg describe http2 && ghc-pkg describe tls",
        'mkdir -p "$CACHE/haskell" && ghc -v0 -outputdir "$CACHE/haskell" -o "$CACHE/haskell/push" "$FOLDER/haskell.hs"'
        ' && "$CACHE/haskell/push"'),
}

# The rejections of each framework, the reason and the wire format; a fault causes those of FCM.
REJECTIONS = {
    "django-push-notifications": [("BadDeviceToken", "h2")],
    "fcm-django": [("UNREGISTERED", "fcm")],
    "apprise": [("UNREGISTERED", "fcm")],
    "exponent_server_sdk": [("PUSH_TOO_MANY_NOTIFICATIONS", "expo"), ("DeviceNotRegistered", "expo")],
}


def shell(inbox, script, *arguments):
    """Runs a command; returns the exit status, the output and the errors."""
    environment = inbox.environment | {"CACHE": inbox.folder, "FOLDER": FOLDER}
    lines = f"set -a\n{inbox.run('env')}\nset +a\n"
    result = subprocess.run(
        ["bash", "-c", lines + SHELL + script + ' "$@"', "bash", *arguments], env=environment, timeout=TIMEOUT,
        capture_output=True, text=True)
    return result.returncode, result.stdout, result.stderr


EXPO = "expo-server-sdk"


def exports(text):
    """The variables that comments of `pushinbox env --client` export, as lines of a shell."""
    return "\n".join(re.findall(r"\bexport .*", text))


def run_expo(inbox):
    """Runs the program with the addresses of expo-server-sdk; the printed variables alone lead it to the inbox."""
    result = subprocess.run(
        ["bash", "-ec", exports(inbox.run("env", "--client", EXPO)) + f'\nnode "{FOLDER}/expo.mjs"'],
        env=inbox.environment, timeout=TIMEOUT, capture_output=True, text=True)
    if result.returncode != 0 or result.stdout != "ok\nDeviceNotRegistered\n100\n":
        return f"exit status {result.returncode}\n{result.stdout}{result.stderr}"
    return compare(
        inbox, "body:" + EXPO, [EXPO + " accepted"] + 100 * [EXPO + " burst"], [("DeviceNotRegistered", "expo")])


def is_installed(inbox, name):
    return shell(inbox, PROGRAMS[name][0])[0] == 0


def run_program(inbox, name):
    """Runs a program and compares the list with what it sent; returns the error, or an empty text."""
    topic = "com.example." + "".join(letter for letter in name.lower() if letter.isalnum())
    port = inbox.endpoints["apns"].rsplit(":", 1)[1]
    status, output, errors = shell(inbox, PROGRAMS[name][1], port, topic, APNS_ID)
    if status != 0 or output != EXPECTED:
        return f"exit status {status}\n{output}{errors}"
    sent = ["accepted"] + [f"burst {number}" for number in range(100)]
    return compare(inbox, "app:" + topic, sent, [("BadDeviceToken", "h2")])


def run_framework(inbox, name):
    """Runs a library of frameworks.py and compares the list with what it sent; returns the error, or an empty text."""
    is_fcm = ("UNREGISTERED", "fcm") in REJECTIONS[name]
    if is_fcm:
        inbox.run("fault", "add", "next=1", "answer=Unregistered")
    # The lines for the others are Python.
    client = ["--client", name] if is_fcm else []
    error = inbox.run_in_environment(
        client, frameworks.__file__, name, inbox.endpoints["apns"], inbox.run("env", "--client", name))
    return error or compare(
        inbox, "body:" + name, [name + " accepted"] + 100 * [name + " burst"], REJECTIONS[name])


def compare(inbox, filter, sent, rejected):
    """Compares the list and the new rejected pushes with the expected ones; returns the error, or an empty text."""
    groups = json.loads(inbox.listed(filter))["groups"]
    bodies = sorted(each["body"] for group in groups for each in group["notifications"])
    lines = [json.loads(line) for line in inbox.listed("is:rejected").splitlines()]
    # The newest line comes first. FCM's library also looks up a policy, which the proxy refuses.
    new = lines[:len(lines) - inbox.rejected]
    inbox.rejected = len(lines)
    found = [(line["reason"], line["wire"]) for line in new if line["reason"] != "Forbidden"]
    return "" if (bodies, found) == (sorted(sent), rejected) else f"{bodies}\n{found}"

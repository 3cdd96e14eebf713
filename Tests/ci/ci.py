"""Runs the examples of docs/guides/ci-services.md and live-sender.md in a project folder, as their services would.
Prints TAP.

ci.py PROGRAM. Of GitHub Actions it plays what the examples use: `run` steps, `env`, `if: ${{ !cancelled() }}`, expressions of inputs,
outputs and variables, and the action of this repository. Other actions are passed over.
"""

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile

import yaml

PROGRAM = os.path.abspath(sys.argv[1])
ROOT = os.getcwd()
GUIDE = "".join(
    open(f"docs/guides/{page}.md", encoding="utf-8").read() for page in ("ci-services", "live-sender"))
TIME = 120
count, failed = 0, False


def row(title, problem):
    global count, failed
    count += 1
    print(f"{'not ok' if problem else 'ok'} {count} - {title}", flush=True)
    for line in str(problem or "").split("\n")[-30:]:
        if line:
            print("# " + line)
    failed = failed or bool(problem)


def example(name):
    """The block of the guide that begins with a comment with this name."""
    return re.search(rf"^```\w+\n# {re.escape(name)}\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)[1]


def written(name):
    """The file that a command of the guide writes."""
    return re.search(rf"^\$ cat > {re.escape(name)} <<'END'\n(.*?)^END$", GUIDE, re.MULTILINE | re.DOTALL)[1]


def assignments(path):
    """The lines NAME=VALUE of a file."""
    return dict(line.split("=", 1) for line in open(path, encoding="utf-8").read().split("\n") if line)


class Project:
    """A project whose server sends a push, the archive of a release, and a user whose settings show no push."""

    def __init__(self, home):
        self.home, self.folder, self.groups = home, os.path.join(home, "project"), []
        self.archive = os.path.join(home, "pushinbox-0.1.0-linux-x86_64.tar.xz")
        release = os.path.join(home, "pushinbox-0.1.0-linux-x86_64")
        os.makedirs(release)
        os.makedirs(os.path.join(self.folder, "push", "payloads"))
        os.symlink(PROGRAM, os.path.join(release, "pushinbox"))
        subprocess.run(["tar", "-chf", self.archive, "-C", home, os.path.basename(release)], check=True)
        self.sum = subprocess.run(["sha256sum", self.archive], capture_output=True, text=True).stdout.split()[0]
        os.makedirs(os.path.join(home, ".config", "pushinbox"))
        self.write("../.config/pushinbox/config.json5",
                   "{gateway: {strict: true}, apps: {'com.example.app': {permission: 'denied'}}}")
        self.scenario('{"expect":{"unread":1}}')
        self.write("push/payloads/hello.json", '{"aps":{"alert":"Hello","thread-id":"greetings"}}')
        self.write("send-test-push.sh", "#!/bin/sh\ncurl -sf -H apns-topic:com.example.app "
                   "-d '{\"aps\":{\"alert\":\"Hello\",\"thread-id\":\"t\"}}' \"$APNS_URL/3/device/abcd\"\n")
        os.chmod(os.path.join(self.folder, "send-test-push.sh"), 0o755)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": home, "LC_ALL": "C.UTF-8", "XDG_RUNTIME_DIR": home,
            "RUNNER_TEMP": os.path.join(home, "temp"), "GITHUB_ACTION_PATH": ROOT,
        }

    @contextlib.contextmanager
    def other_inboxes(self):
        """Inboxes of the same user beside those of the examples, one with a store and one in memory."""
        inboxes = []
        try:
            for options in [], ["--ephemeral"]:
                options = [*options, "--socket", os.path.join(self.home, f"other{len(inboxes)}.sock")]
                inboxes.append(subprocess.Popen(
                    [PROGRAM, "serve", "--quiet", "--listen", "127.0.0.1:0", *options], env=self.environment,
                    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL))
                subprocess.run([PROGRAM, "ready", "--wait", f"{TIME}s", *options], env=self.environment, check=True)
            yield
        finally:
            for inbox in inboxes:
                inbox.terminate()
                inbox.wait(TIME)

    def scenario(self, expectation):
        self.write("push/story.jsonl", '{"push":{"payload":{"aps":{"alert":"Hi"}}}}\n' + expectation + "\n")

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def shell(self, script, environment):
        """Runs a script as a step: `bash -e`. Returns its exit status and its output, without waiting for an inbox."""
        path = os.path.join(self.home, "output")
        with open(path, "wb") as output:
            process = subprocess.Popen(
                ["bash", "-e", "-o", "pipefail", "-c", script], cwd=self.folder, env=environment, stdout=output,
                stderr=subprocess.STDOUT, start_new_session=True)
        self.groups.append(process.pid)
        status = process.wait(TIME)
        return status, open(path, encoding="utf-8").read()

    def end_inboxes(self):
        """Ends the inboxes that the steps started; each is in the process group of its step."""
        for group in self.groups:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(group, signal.SIGTERM)
        self.groups.clear()


class Job:
    """A job of GitHub Actions."""

    def __init__(self, project, variables):
        self.project, self.variables = project, variables
        self.outputs, self.output = {}, ""
        self.path, self.variables_file = (os.path.join(project.home, name) for name in ("path", "variables"))
        for file in (self.path, self.variables_file):
            open(file, "w").close()

    def text(self, value, inputs):
        def known(match):
            kind, *names = match[1].strip().split(".")
            if kind == "inputs":
                return inputs[names[0]]
            if kind == "vars":
                return self.variables[names[0]]
            if kind == "steps" and names[1] == "outputs":
                return self.outputs[names[0]][names[2]]
            raise KeyError(match[1])
        return re.sub(r"\$\{\{(.*?)\}\}", known, str(value))

    def steps(self, steps, inputs=None, environment=None):
        """Runs steps; returns whether all succeeded."""
        holds = True
        for step in steps:
            if not holds and step.get("if") != "${{ !cancelled() }}":
                continue
            own = {key: self.text(value, inputs or {})
                   for key, value in {**(environment or {}), **step.get("env", {})}.items()}
            if "run" in step:
                holds = self.script(step, own, inputs or {}) and holds
            elif "/pushinbox@" in step["uses"]:
                action = yaml.safe_load(open(os.path.join(ROOT, "action.yml"), encoding="utf-8"))
                given = {key: self.text(value, inputs or {}) for key, value in step["with"].items()}
                unknown = given.keys() - action["inputs"].keys()
                if unknown:
                    raise KeyError(f"no inputs: {unknown}")
                values = {key: given.get(key, entry.get("default")) for key, entry in action["inputs"].items()}
                holds = self.steps(action["runs"]["steps"], values, own) and holds
                if "id" in step and holds:
                    self.outputs[step["id"]] = {
                        key: self.text(entry["value"], values) for key, entry in action["outputs"].items()}
        return holds

    def script(self, step, environment, inputs):
        output = os.path.join(self.project.home, "outputs")
        open(output, "w").close()
        added = open(self.path, encoding="utf-8").read().split()
        status, text = self.project.shell(self.text(step["run"], inputs), {
            **self.project.environment, **assignments(self.variables_file), **environment,
            "GITHUB_OUTPUT": output, "GITHUB_PATH": self.path, "GITHUB_ENV": self.variables_file,
            "PATH": ":".join([*added, self.project.environment["PATH"]])})
        self.output += text
        if "id" in step:
            self.outputs[step["id"]] = assignments(output)
        return status == 0


def github(project, title, expected, says="", name="push"):
    os.makedirs(project.environment["RUNNER_TEMP"], exist_ok=True)
    workflow = yaml.safe_load(example(f".github/workflows/{name}.yml"))
    problem = ""
    for key, job in workflow["jobs"].items():
        run = Job(project, {"PUSHINBOX_ARCHIVE": project.archive, "PUSHINBOX_SHA256": project.sum})
        try:
            holds = run.steps(job["steps"], environment=job.get("env"))
        except (KeyError, subprocess.TimeoutExpired) as error:
            holds, run.output = None, f"{run.output}\n{error!r}"
        if holds != expected or says not in run.output:
            problem += f"{key}: {'succeeded' if holds else 'failed'}\n{run.output}"
    row(title, problem)
    project.end_inboxes()


def shell(project, title, script, variables, expected=0, says=""):
    try:
        status, output = project.shell(script, {**project.environment, **variables})
    except subprocess.TimeoutExpired as error:
        status, output = None, repr(error)
    row(title, "" if status == expected and says in output else f"exit {status}\n{output}")
    project.end_inboxes()


def main():
    with tempfile.TemporaryDirectory() as home:
        project = Project(home)
        try:
            with project.other_inboxes():
                play(project)
        finally:
            project.end_inboxes()
    print(f"1..{count}")
    sys.exit(failed)


def play(project):
    variables = {"PUSHINBOX_ARCHIVE": "file://" + project.archive, "PUSHINBOX_SHA256": project.sum}
    jobs = yaml.safe_load(example(".gitlab-ci.yml"))
    with_script = re.search(r"^```yaml\n(server:\n.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)[1]
    jobs["server with the script"] = yaml.safe_load(with_script)["server"]

    def gitlab(name, title, expected=0, says="", reports=True):
        """Plays a job. Unless it does not begin, it writes its reports and artifacts, whatever its result."""
        job, base = jobs[name], jobs[jobs[name]["extends"]]
        artifacts = job.get("artifacts", {})
        files = [*artifacts.get("paths", []), *artifacts.get("reports", {}).values()]
        for file in files:
            with contextlib.suppress(FileNotFoundError):
                os.remove(os.path.join(project.folder, file))
        script = "\n".join([*base["before_script"], *job["script"]])
        shell(project, title, script, {**variables, **base["variables"]}, expected, says)
        if files and reports:
            missing = [file for file in files if not os.path.exists(os.path.join(project.folder, file))]
            row(f"{title}, and has its reports", f"missing: {missing}" if missing else "")

    for name in "live-test.sh", "expectations.jsonl":
        project.write(name, written(name))

    github(project, "the workflow of GitHub Actions succeeds", True)
    github(project, "the small workflow of GitHub Actions succeeds", True, name="scenarios")
    sarif = os.path.join(project.folder, "lint.sarif")
    row("the workflow writes SARIF", "" if os.path.exists(sarif) and os.path.getsize(sarif) > 100 else "there is none")
    gitlab("scenarios", "the job of GitLab for scenarios succeeds")
    gitlab("server", "the job of GitLab for a server succeeds")
    gitlab("server with the script", "the job of GitLab for a server succeeds with the script")
    shell(project, "the script for a shell succeeds", example("push-test.sh"), variables)

    project.scenario('{"expect":{"unread":2}}')
    github(project, "a failed expectation fails the workflow with an annotation", False,
           "::error file=push/story.jsonl,line=2,col=11,title=")
    github(project, "a failed expectation fails the small workflow", False, "::error file=", "scenarios")
    gitlab("scenarios", "a failed expectation fails the job of GitLab for scenarios", 1)
    other = subprocess.Popen(
        [PROGRAM, "serve", "--quiet", "--ephemeral", "--listen", "127.0.0.1:0", "--socket", "push.sock"],
        cwd=project.folder, env=project.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    subprocess.run([PROGRAM, "ready", "--wait", f"{TIME}s", "--socket", "push.sock"], cwd=project.folder,
                   env=project.environment, check=True)
    gitlab("server", "beside the inbox of an earlier job, the job of GitLab for a server fails", 1,
           says="has the control socket push.sock")
    gitlab("server with the script", "beside the inbox of an earlier job, the job with the script fails", 1,
           says="has the control socket push.sock", reports=False)
    other.terminate()
    other.wait(TIME)
    project.write("expectations.jsonl", '{"expect":{"unread":3}}\n')
    gitlab("server with the script", "a failed expectation fails the job of GitLab for a server", 1)
    shell(project, "a failed expectation fails the script", example("push-test.sh"), variables, 1)
    project.sum = "0" * 64
    github(project, "another checksum fails the workflow", False)
    project.archive, archive = "", project.archive
    github(project, "an unset variable fails the workflow", False, "::error title=PushInbox::archive is empty")
    project.archive = archive
    shell(project, "another checksum fails the script", example("push-test.sh"),
          {**variables, "PUSHINBOX_SHA256": "0" * 64}, 1)


main()

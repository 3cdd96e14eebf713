"""Sends hostile texts through every field, checks every output, and prints TAP.

text.py PROGRAM takes one case of each kind and 300 random strings. TEXT=brief takes 90 random strings, TEXT=all all
cases. TEXT_SEED sets the seed of the random strings.
"""

import concurrent.futures
import multiprocessing
import os
import secrets
import sys
import tempfile

import corpus
import lines
import screen
import views

STRINGS, BRIEF_STRINGS = 300, 90
WORKERS = 4
LINES_BATCH = 34


def play_lines(path, folder, cases):
    try:
        session = lines.Lines(path, folder, cases)
        session.run()
        views.check(session.program, cases, session.findings)
        return session.findings
    except Exception as problem:
        findings = lines.Findings()
        findings.problems["lines: the session ends"].append(f"{type(problem).__name__}: {problem}")
        return findings


def batches(cases, size):
    return [cases[start:start + size] for start in range(0, len(cases), size)]


def mixed_batches(cases, size):
    """Returns batches with cases of all kinds each: some outputs have nothing to say about payloads of bytes alone."""
    count = -(-len(cases) // size)
    return [cases[start::count] for start in range(count)]


def pad(batch, cases, size):
    """Returns a batch filled up with other cases, for the frames of all batches have the same pushes."""
    return batch + (cases * size)[:size - len(batch)]


def screen_jobs(groups, form):
    """Returns batches of cases, each with a size of the screen and whether the session is brief."""
    jobs = []
    for name, cases in groups.items():
        for number, batch in enumerate(batches(cases, screen.BATCH)):
            is_whole = name == "corpus" and form != "all"
            sizes = screen.SIZES if is_whole else [screen.SIZES[number % len(screen.SIZES)]]
            jobs += [(pad(batch, cases, screen.BATCH), size, name == "random" and form == "brief") for size in sizes]
    return jobs


def play(path, groups, form):
    """Runs everything; returns the findings of all parts."""
    fork = multiprocessing.get_context("fork")
    findings = lines.Findings()
    with (
        tempfile.TemporaryDirectory() as folder,
        concurrent.futures.ProcessPoolExecutor(WORKERS, fork) as first,
        concurrent.futures.ProcessPoolExecutor(WORKERS, fork) as second,
    ):
        jobs = []

        def submit(pool, work, *arguments):
            jobs.append(pool.submit(work, path, os.path.join(folder, f"job{len(jobs)}"), *arguments))

        for size in screen.SIZES:
            submit(first, screen.record, size)
        records = jobs[:]
        for cases in groups.values():
            for batch in mixed_batches(cases, LINES_BATCH):
                submit(first, play_lines, batch)
        submit(first, lines.play_talk)
        # The processes of the second pool begin when the harmless frames are there, and inherit them.
        for size, record in zip(screen.SIZES, records):
            screen.BASELINES[size] = record.result().frames
        for batch, size, is_brief in screen_jobs(groups, form):
            submit(second, screen.play, batch, size, is_brief)
        for job in jobs:
            findings.merge(job.result())
    return findings


def report(findings):
    """Prints TAP; returns the exit status."""
    has_failed = False
    for number, (name, problems) in enumerate(findings.problems.items(), 1):
        print(f"{'not ok' if problems else 'ok'} {number} - {name}")
        for problem in problems[:3]:
            print("\n".join("# " + line for line in ascii_lines(problem)))
        has_failed |= bool(problems)
    print(f"1..{len(findings.problems)}")
    return 1 if has_failed else 0


def ascii_lines(text):
    """Returns lines that are safe to print, for problems quote what reached a terminal."""
    return [ascii(line)[1:-1][:600] for line in text.split("\n")][:45]


def main():
    path = os.path.realpath(sys.argv[1])
    form = os.environ.get("TEXT")
    seed = os.environ.get("TEXT_SEED") or secrets.token_hex(4)
    cases = corpus.read()
    print(f"# seed {seed} (TEXT_SEED={seed} repeats it), {len(cases)} cases in the corpus", flush=True)
    count = BRIEF_STRINGS if form == "brief" else STRINGS
    groups = {"corpus": cases if form == "all" else corpus.select(cases), "random": corpus.draw(seed, count)}
    return report(play(path, groups, form))


if __name__ == "__main__":
    sys.exit(main())

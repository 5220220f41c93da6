#!/usr/bin/env python3
"""What the page takes, and what it stands: one table.

  load.py FOLDER-WITH-THE-BINARIES

First byte and whole page over a cold cache, 200 open event streams of 50 people, 10 000 requests by 200 clients, and clients
that send a byte every second; all over loopback, against the built program.
"""

import asyncio
import re
import statistics
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

sys.dont_write_bytecode = True

from household import Household, clock

PEOPLE = [f"p{number:02}" for number in range(50)]
HEAD = "GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nCookie: reconcile={cookie}\r\nAccept-Encoding: gzip\r\n{more}\r\n"


def policy():
    people = "people:\n" + "".join(f"  {name}: {{manages: [kids, tv]}}\n" for name in PEOPLE)
    return (
        people + 'targets:\n  kids: {acl-rules: ["Downtime-*"]}\n  tv: {firewall-policies: [Kids bedtime]}\n'
        f"policy:\n  - kids off {clock(300)}–{clock(600)}\n  - tv off {clock(300)}–{clock(700)}\n"
    )


class Stage:
    def __init__(self, house):
        self.house, self.server = house, house.running[-1].pid
        self.cookies = {}

    def join(self, person):
        class Stay(urllib.request.HTTPRedirectHandler):
            def redirect_request(self, *_):
                return None

        link = self.house.link(person, "load")
        try:
            urllib.request.build_opener(Stay).open(urllib.request.Request(link, method="POST"), timeout=20)
        except urllib.error.HTTPError as answer:
            self.cookies[person] = re.match(r"reconcile=([^;]+)", answer.headers["Set-Cookie"]).group(1)

    def resident(self):
        """What the server holds, in KiB; without what it shares with every program."""
        text = Path(f"/proc/{self.server}/smaps_rollup").read_text()
        return sum(int(value) for value in re.findall(r"^Private_\w+:\s+(\d+)", text, re.M))

    def whole(self):
        return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.server}/status").read_text()).group(1))

    def wakes(self):
        text = Path(f"/proc/{self.server}/status").read_text()
        return sum(int(value) for value in re.findall(r"ctxt_switches:\s+(\d+)", text))

    async def ask(self, path, person, more=""):
        """One request on a connection of its own: seconds to the first byte, and the bytes."""
        began = time.perf_counter()
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.house.page)
            head = HEAD.format(
                path=path, port=self.house.page, cookie=self.cookies[person], more=more + "Connection: close\r\n"
            )
            writer.write(head.encode())
            first = await reader.read(1)
            took = time.perf_counter() - began
            rest = await reader.read()
            writer.close()
        except OSError as error:
            return time.perf_counter() - began, str(error).encode()
        return took, first + rest

    async def stream(self, person, heard, address):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.house.page, local_addr=(address, 0))
        writer.write(HEAD.format(path="/events", port=self.house.page, cookie=self.cookies[person], more="").encode())
        try:
            while line := await reader.readline():
                if line.startswith(b"event: change"):
                    heard[0] += 1
        finally:
            writer.close()


async def measure(stage):
    rows = []
    firsts = [(await stage.ask("/", PEOPLE[0])) for _ in range(41)]
    rows.append(("first byte of the page, median", f"{statistics.median(t for t, _ in firsts) * 1000:.1f} ms", "< 5 ms"))
    page = firsts[-1][1]
    files = re.findall(rb'(?:href|src)="(/(?:style\.css|script\.js)[^"]*)"', page)
    whole = len(page) + sum([len((await stage.ask(path.decode(), PEOPLE[0]))[1]) for path in files])
    rows.append(("page, style and script with their heads", f"{whole / 1024:.1f} KiB", "< 30 KiB"))
    rows.append(("round trips more than the page's own", "1", "1"))

    await asyncio.sleep(5)
    rest, before = stage.resident(), stage.wakes()
    rows.append(("memory at rest", f"{stage.whole() / 1024:.1f} MiB, of it its own {rest / 1024:.1f} MiB", "< 20 MiB"))
    await asyncio.sleep(20)
    rows.append(("wake-ups in 20 s at rest", str(stage.wakes() - before), "its clock's"))

    heard = [[0] for _ in range(200)]
    tasks = [asyncio.create_task(stage.stream(PEOPLE[n % 50], heard[n], f"127.0.0.{40 + n % 10}")) for n in range(200)]
    await asyncio.sleep(3)
    rows.append(("200 streams of 50 people, above rest", f"{(stage.resident() - rest) / 1024:.1f} MiB", "< 10 MiB"))
    at_first = [count[0] for count in heard]
    changes = 5
    for number in range(changes):
        await asyncio.to_thread(stage.house.run, "override", "tv", "off", "--for", f"{10 + number}m")
        await asyncio.sleep(2.5)
    missed = sum(count[0] - first < changes for count, first in zip(heard, at_first))
    rows.append((f"streams that missed one of {changes} changes", str(missed), "0"))
    ended = sum(task.done() for task in tasks)
    rows.append(("streams that ended", str(ended), "0"))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.sleep(1)
    return rows


async def storm(stage):
    """From ten addresses: one address may hold no more than twenty connections."""
    failed, done = 0, 0

    async def client(number):
        nonlocal failed, done
        reader = writer = None
        for _ in range(50):
            try:
                if writer is None:
                    reader, writer = await asyncio.open_connection(
                        "127.0.0.1", stage.house.page, local_addr=(f"127.0.0.{2 + number % 10}", 0)
                    )
                writer.write(HEAD.format(path="/", port=stage.house.page, cookie=stage.cookies[PEOPLE[number % 50]], more="").encode())
                head = await reader.readuntil(b"\r\n\r\n")
                length = int(re.search(rb"Content-Length: (\d+)", head).group(1))
                await reader.readexactly(length)
                if not head.startswith(b"HTTP/1.1 200"):
                    failed += 1
                done += 1
                if b"Connection: close" in head:
                    writer.close()
                    writer = None
            except (OSError, asyncio.IncompleteReadError, AttributeError):
                failed += 1
                writer = None
        if writer:
            writer.close()

    began = time.perf_counter()
    await asyncio.gather(*(client(number) for number in range(200)))
    took = time.perf_counter() - began
    return [
        ("10 000 requests by 200 clients: errors", str(failed), "0"),
        ("the same, requests a second", f"{done / took:.0f}", ""),
    ]


async def slow(stage):
    """Twenty connections each from ten addresses that send a byte a second; meanwhile somebody else looks."""
    async def crawl(number):
        try:
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", stage.house.page, local_addr=(f"127.0.0.{20 + number % 10}", 0)
            )
            for letter in HEAD.format(path="/", port=stage.house.page, cookie="x", more="X: " + "y" * 200 + "\r\n"):
                writer.write(letter.encode())
                await asyncio.sleep(1)
        except OSError:
            pass

    tasks = [asyncio.create_task(crawl(number)) for number in range(200)]
    await asyncio.sleep(2)
    looks = []
    for _ in range(40):
        took, answer = await stage.ask("/", PEOPLE[1])
        looks.append((took, answer.startswith(b"HTTP/1.1 200")))
        await asyncio.sleep(0.2)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return [
        ("beside 200 slow clients: pages that came", f"{sum(ok for _, ok in looks)} of 40", "40 of 40"),
        ("the same, first byte, median", f"{statistics.median(t for t, _ in looks) * 1000:.1f} ms", ""),
    ]


def main(binaries):
    with tempfile.TemporaryDirectory() as folder:
        house = Household(folder, Path(binaries).resolve(), policy())
        try:
            stage = Stage(house)
            for person in PEOPLE:
                stage.join(person)
            rows = asyncio.run(measure(stage)) + asyncio.run(storm(stage)) + asyncio.run(slow(stage))
        finally:
            house.end()
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        print("| " + " | ".join(text.ljust(width) for text, width in zip(row, widths)) + " |")


main(*sys.argv[1:])

"""What a device does that means harm, or is broken.

`wire`: what goes over the wire in place of a healthy answer, as pieces of bytes; `size` says how much of it.
`content`: the healthy answer in the right form, but with other things in it.
`holds`: what a system has, from its first answer to its last; of some as the text of its list.
"""

import functools
import gzip
import json
import time
import zlib

from systems import group, rule

OK = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
# Nothing is sent for longer than this, whoever is asleep.
MOST_SECONDS = 30


def until_refused(piece, pause=0.0):
    """The same piece again and again, until the other side has had enough."""
    end = time.monotonic() + MOST_SECONDS
    while time.monotonic() < end:
        yield piece
        if pause:
            time.sleep(pause)
    yield None


class Wire:
    """Each of these ends the connection, but for those that lie in a whole answer."""

    # Without end

    def body_endless(answer, size):
        yield OK + b"\r\n"
        yield from until_refused(b" " * 65536)

    def body_announced(answer, size):
        yield OK + b"Content-Length: %d\r\n\r\n" % size
        yield from until_refused(b" " * 65536)

    def spaces(answer, size):
        yield OK + b"Content-Length: %d\r\n\r\n" % (size + len(answer.body))
        for _ in range(size // 65536):
            yield b" " * 65536
        yield b" " * (size % 65536) + answer.body

    def drip_body(answer, size):
        yield OK + b"Content-Length: 4096\r\n\r\n"
        yield from until_refused(b" ", pause=0.2)

    def drip_header(answer, size):
        yield OK
        yield from until_refused(b"a", pause=0.2)

    def silence(answer, size):
        yield from until_refused(b"", pause=0.2)

    def trailers(answer, size):
        yield CHUNKED + b"2\r\n{}\r\n0\r\n"
        yield from until_refused(b"a:b\r\n" * 5000)

    def trailer_lines_long(answer, size):
        yield CHUNKED + b"2\r\n{}\r\n0\r\n"
        yield from until_refused(b"a:" + b"b" * 60000 + b"\r\n")

    def header_fields(answer, size):
        yield OK
        yield from until_refused(b"a: b\r\n" * 5000)

    def header_field_endless(answer, size):
        yield OK + b"a: "
        yield from until_refused(b"b" * 65536)

    def status_line_endless(answer, size):
        yield b"HTTP/1.1 200 "
        yield from until_refused(b"O" * 65536)

    def interim(answer, size):
        yield from until_refused(b"HTTP/1.1 %d Wait\r\n\r\n" % size * 1000)

    def interim_drip(answer, size):
        yield from until_refused(b"HTTP/1.1 103 Wait\r\n\r\n", pause=0.1)

    def chunk_extension(answer, size):
        yield CHUNKED + b"2;"
        yield from until_refused(b"x" * (4 << 20))

    def chunks_tiny(answer, size):
        yield CHUNKED
        yield from until_refused(b"1\r\n \r\n" * 500_000)

    def chunks_of_nothing_new(answer, size):
        yield CHUNKED
        yield from until_refused(b"0000000000000001\r\n \r\n" * 100_000)

    # Coded

    def gzip_content(answer, size):
        yield OK + b"Content-Encoding: gzip\r\n\r\n" + packed(size)
        yield None

    def gzip_transfer(answer, size):
        yield OK + b"Transfer-Encoding: gzip\r\n\r\n" + packed(size)
        yield None

    def gzip_twice(answer, size):
        yield OK + b"Transfer-Encoding: gzip, gzip\r\n\r\n" + packed_twice(size)
        yield None

    def deflate_transfer(answer, size):
        yield OK + b"Transfer-Encoding: deflate\r\n\r\n" + packed(size, zlib.MAX_WBITS)
        yield None

    # Not HTTP

    def ancient(answer, size):
        yield answer.body
        yield None

    def mail(answer, size):
        yield b"220 mail ready\r\n"
        yield None

    def lengths_two(answer, size):
        yield OK + b"Content-Length: 1\r\n" + answer.bytes[len(b"HTTP/1.1 200 X\r\n") :]
        yield None

    def length_negative(answer, size):
        yield OK + b"Content-Length: -1\r\n\r\n" + answer.body
        yield None

    def length_overflows(answer, size):
        yield OK + b"Content-Length: 18446744073709551617\r\n\r\n" + answer.body
        yield None

    def length_and_chunks(answer, size):
        yield OK + b"Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"
        yield b"%x\r\n%s\r\n0\r\n\r\n" % (len(answer.body), answer.body)
        yield None

    def zero_in_header(answer, size):
        yield OK + b"A: x\0y\r\n\r\n" + answer.body
        yield None

    def cut(answer, size):
        yield answer.bytes[: len(answer.bytes) // 2]
        yield None

    def reset(answer, size):
        yield None

    def twice(answer, size):
        yield answer.bytes + answer.bytes

    def evil_behind(answer, size):
        """A second answer behind the first, which nobody has asked for."""
        evil = b'{"offset":0,"limit":200,"count":0,"totalCount":0,"data":[],"groups":[]}'
        yield answer.bytes + OK + b"Content-Length: %d\r\n\r\n" % len(evil) + evil

    # Other answers

    def redirect(answer, size):
        yield b"HTTP/1.1 %d Go\r\nLocation: http://127.0.0.1:9/\r\nContent-Length: 0\r\n\r\n" % size

    def status(answer, size):
        yield b"HTTP/1.1 %d No\r\nContent-Length: 2\r\n\r\n{}" % size

    def web_page(answer, size):
        yield b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 13\r\n\r\n<html></html>"

    def digest(answer, size):
        yield b'HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm="x", nonce="y"\r\nContent-Length: 2\r\n\r\n{}'

    def cookies(answer, size):
        answer.headers += [("Set-Cookie", f"evil{number}=stolen") for number in range(50)]
        answer.headers += [("Strict-Transport-Security", "max-age=9"), ("Alt-Svc", 'h2="127.0.0.1:9"')]
        yield answer.bytes

    def retry_after(answer, size):
        yield b"HTTP/1.1 503 Wait\r\nRetry-After: " + str(size).encode() + b"\r\nContent-Length: 2\r\n\r\n{}"

    def echo(answer, size):
        """The whole request in an error, the secret with it."""
        raw = answer.request.raw
        body = json.dumps({"error": {"message": raw.decode("latin-1")}, "message": repr(raw)}).encode()
        yield b"HTTP/1.1 %d No\r\nContent-Length: %d\r\n\r\n" % (size, len(body)) + body

    # JSON

    def brackets(answer, size):
        yield from whole(b"[", size)

    def objects_in_one_another(answer, size):
        yield from whole(b'{"a":', size)

    def arrays(answer, size):
        yield from whole(b"[],", size, b"[", b"[]]")

    def numbers(answer, size):
        yield from whole(b"1,", size, b"[", b"1]")

    def one_number(answer, size):
        yield from whole(b"9", size)

    def one_string(answer, size):
        yield from whole(b"a", size, b'"', b'"')

    def escapes(answer, size):
        yield from whole(b"\\u00e9", size, b'"', b'"')

    def members(answer, size):
        """`size` members, each with a name of its own of seven digits."""
        steps = range(1_000_000, 1_000_000 + size, 5000)
        yield OK + b"Content-Length: %d\r\n\r\n{" % (len(steps) * 5000 * len(b'"1000000":1,') + len(b'"":1}') + 1)
        for start in steps:
            yield b"".join(b'"%d":1,' % number for number in range(start, start + 5000))
        yield b'"":1}'

    def not_json(answer, size):
        yield from whole(b"", 0, NOT_JSON[size % len(NOT_JSON)])

    def rubbish(answer, size):
        yield from whole(bytes(range(256)), size)


NOT_JSON = [
    b'{"data": NaN}', b'{"data": [Infinity]}', b'{"a": "\\ud800"}', b'{"a": "\xff\xfe"}', b"\xff\xfe{\0}\0", b"",
    b"null", b"1e400", b'{"count": 1e400}', b'{"a":1}{"b":2}', b"{'a': 1}", b'{"a":1,}', b"[1 2]", b'{"a"}', b"\0",
    b'{"totalCount": 9223372036854775808, "data": []}', b'{"data": {}}', b'{"groups": {}}', b'{"data": [[[[]]]]}',
]  # fmt: skip


def prepare(name, size):
    """Makes what takes long to make, so that it is there when it is asked for."""
    if name in ("gzip_content", "gzip_transfer"):
        packed(size)
    elif name == "gzip_twice":
        packed_twice(size)
    elif name == "deflate_transfer":
        packed(size, zlib.MAX_WBITS)


@functools.cache
def packed_twice(size):
    return gzip.compress(packed(size))


@functools.cache
def packed(size, window=31):
    packer = zlib.compressobj(1, zlib.DEFLATED, window)
    return b"".join(packer.compress(b" " * 65536) for _ in range(size // 65536)) + packer.flush()


def whole(unit, size, before=b"", behind=b""):
    """A whole answer of about `size` bytes."""
    count = size // max(1, len(unit))
    yield OK + b"Content-Length: %d\r\n\r\n" % (len(before) + count * len(unit) + len(behind)) + before
    step = max(1, 65536 // max(1, len(unit)))
    for _ in range(count // step):
        yield unit * step
    yield unit * (count % step) + behind


def fat_page(offset, size, action):
    """As text: it is large, and made of few parts."""
    numbers = range(offset, min(offset + 200, 4900))
    data = [json.dumps(rule(number, "Y", action=action) | {"description": "d" * size}) for number in numbers]
    head = f'{{"offset": {offset}, "limit": 200, "count": {len(data)}, "totalCount": 4900, "data": ['
    return (head + ", ".join(data) + "]}").encode()


def broadcast(number):
    return {"type": "STANDARD"} | {key: rule(number, f"XXX{number}")[key] for key in ("id", "name", "enabled", "metadata")}


class Content:
    """Changes the JSON of a healthy answer; what is called after a stage, such as `fat_policies`, that of this stage."""

    def total_huge(value, size):
        return value | {"totalCount": 2**63 - 1}

    def total_negative(value, size):
        return value | {"totalCount": -(2**63)}

    def total_grows(value, size):
        return value | {"totalCount": value["offset"] + 10 * max(1, value["count"])}

    def count_lies(value, size):
        return value | {"count": 2**62, "limit": 0, "offset": -1}

    def page_forever(value, size):
        """Full pages for ever, one object after the other."""
        data = [rule(value["offset"] + number, f"Y{value['offset'] + number}") for number in range(200)]
        return value | {"data": data, "count": 200, "totalCount": 2**40}

    def page_again(value, size):
        """The same page for ever."""
        return value | {"data": [rule(0)] * 200, "count": 200, "totalCount": 2**40}

    def page_overfull(value, size):
        data = [rule(number, f"Y{number}") for number in range(size)]
        return value | {"data": data, "count": size, "totalCount": size}

    def fat(value, size):
        """A page of a list of 4900 objects, each with a text of `size` bytes."""
        return fat_page(value["offset"], size, "BLOCK")

    def fat_policies(value, size):
        return fat_page(value["offset"], size, {"type": "BLOCK"})

    def secrets(value, size):
        """A WiFi with `size` passphrases, no two alike; in a list hundreds of them."""
        if "data" not in value:
            texts = [f"{value['id'][:8]} {number}" for number in range(size)]
            return broadcast(0) | {"id": value["id"], "securityConfiguration": {"passphrase": texts}}
        start = value["offset"]
        data = [broadcast(number) for number in range(start, min(start + 200, 500))]
        return value | {"data": data, "count": len(data), "totalCount": 500}

    def page_empty(value, size):
        return value | {"data": [], "count": 0, "totalCount": 1000}

    def forgets(value, size):
        """Says that nothing was moved."""
        if "groups" in value:
            return value | {"groups": [group | {"enabled": True} for group in value["groups"]]}
        return value | {"enabled": False}

    def forgets_listed(value, size):
        """Says in a list that everything is disabled, whatever was done to it."""
        if "data" in value:
            return value | {"data": [rule | {"enabled": False} for rule in value["data"]]}
        return value | {"enabled": False}

    def other_object(value, size):
        """Another object in place of the one that was asked for."""
        if "groups" in value:
            return value | {"groups": [group(7, "other")]}
        return rule(99, "Other")

    def wrong_types(value, size):
        return {key: [value] for key, value in value.items()}

    def nulls(value, size):
        return {key: None for key in value}

    def duplicate_keys(value, size):
        text = json.dumps(value)
        return (text[:-1] + "," + text[1:]).encode()

    def session_id(value, size):
        return {"session": value["session"] | {"sid": SESSION_IDS[size]}}

    def timer(value, size):
        return value | {"blocking": "disabled", "timer": TIMERS[size]}

    def site_path(value, size):
        return value | {"data": [site | {"id": "../../../../etc?x=#"} for site in value["data"]]}

    def sites_many(value, size):
        data = [{"id": rule(number)["id"], "name": f"S{number}", "internalReference": "x"} for number in range(200)]
        return value | {"data": data, "count": 200, "totalCount": size}

    def version_long(value, size):
        text = "10.5.66" + "\x1b]8;;http://x\x07\u202e\u2028\x9b31m" + "9" * size
        if "version" in value:
            return {"version": {"ftl": {"local": {"version": text}}}}
        return {"applicationVersion": text}

    def domains_of_one_name(value, size):
        rest = b',"type":"deny","kind":"exact","groups":[0],"enabled":true,"comment":"%s","id":' % (b"c" * 60)
        rows = (b'{"domain":"youtube.com"%s%d}' % (rest, number) for number in range(size))
        return b'{"domains":[%s]}' % b",".join(rows)

    def members_long(value, size):
        return value | {"x" * size: "y" * size}


SESSION_IDS = ["a\r\nX-Evil: 1", "a b", "s" * 257, "s" * 5_000_000, "\u00e9\u202e", 7, "", None, "\x1b[31m", "\0"]
TIMERS = [-5, 1e308, 2**63 - 1, -(2**63), "soon", [], {}, 10**300, 0.1, True]


class Holds:
    """What a system has, in place of the one rule `X` or the one group `g5`."""

    def same_name(size):
        return [rule(number) for number in range(size)]

    def same_name_and_id(size):
        return [rule(0) for _ in range(size)]

    def many(size):
        return [rule(0)] + [rule(number, f"Y{number}") for number in range(1, size)]

    def big_name(size):
        return [rule(0, "X" + "A" * size)]

    def big_names(size):
        return [rule(number, f"XAAA{number}" + "A" * size) for number in range(200)]

    def combining(size):
        return [rule(0, "XAAA" + "\u0301" * size)]

    def stars(size):
        return [rule(number, "a" * size) for number in range(200)]

    def big_object(size):
        return [rule(0, description="d" * size)]

    def deep_object(size):
        return [rule(0, sourceFilter={"type": "NETWORKS", "networkIds": ["x"], "more": nested(size)})]

    def escapes_in_names(size):
        return [rule(0)] + [rule(number + 1, f"XAAA-{name}") for number, name in enumerate(HOSTILE_NAMES)]

    def invisible_twins(size):
        return [rule(0), *(rule(number + 1, f"XAAA{mark}") for number, mark in enumerate(INVISIBLE))]

    def paths_as_ids(size):
        return [rule(0) | {"id": HOSTILE_IDS[size]}]

    def blocks_all(size):
        rows = [{"sourceFilter": None}, {"sourceFilter": {}}, {"sourceFilter": {"type": "NETWORKS", "networkIds": []}}]
        return [rule(0) | rows[size]]

    def derived(size):
        return [rule(0, metadata={"origin": "DERIVED"})]

    def odd_origin(size):
        return [rule(0, metadata={"origin": "\x1b[2J" + "O" * size})]

    # Of a Pi-hole

    def groups(size):
        return [group(0, "Default"), *(group(number, f"h{number}") for number in range(6, size)), group(5, "g5")]

    def groups_of_one_name(size):
        return [group(number, "g5") for number in range(size)]

    def groups_of_one_id(size):
        return [group(5, f"h{number}") for number in range(size)] + [group(5, "g5")]

    def group_names(size):
        return [group(number + 6, name) for number, name in enumerate(HOSTILE_NAMES)] + [group(5, "g5")]

    def group_ids(size):
        odd = [2**63 - 1, -(2**63), -1, 0, 1e10]
        return [group(number, f"h{place}") for place, number in enumerate(odd)] + [group(5, "g5")]

    def group_comment(size):
        return [group(5, "g5", comment="\x1b[31m" + "c" * size)]


    # Of a Home Assistant: the text of its list

    def entities(size):
        """Lights that are off, among so many values that no more are taken."""
        lights = [entity(f"light.l{number}", "off") for number in range(size)]
        sensors = [entity(f"sensor.s{number}", "1") for number in range(380_000 - size)]
        return listed(lights + sensors)

    def entities_that_say_nothing(size):
        return listed(entity(f"light.l{number}", "what") for number in range(size))

    def groups_in_one_another(size):
        """The outermost first."""
        inner = [f"light.g{number}" for number in range(1_000_000, 1_000_000 + size)] + ["light.end"]
        groups = [entity(inner[place], "on", [inner[place + 1]]) for place in range(size)]
        return listed([*groups, entity("light.end", "off")])

    def groups_around_groups(size):
        """Each of `size` groups has the same hundred in it, which have hundreds of lights."""
        lights = [f"light.l{number}" for number in range(400)]
        inner = [f"light.i{number}" for number in range(40)]
        groups = [entity(name, "on", lights) for name in inner]
        groups += [entity(f"light.g{number}", "on", [inner[number % 40]]) for number in range(size)]
        return listed(groups + [entity(name, "off") for name in lights])

    def groups_in_a_circle(size):
        names = [f"light.g{number}" for number in range(size)]
        return listed(entity(name, "off", [names[place - 1]]) for place, name in enumerate(names))

    def members_of_one(size):
        return b'[{"entity_id":"light.l1","state":"on","attributes":{"entity_id":[%s"a"]}}]' % (b'"a",' * size)

    def members_of_many(size):
        """Ids that are too long to be kept in place."""
        members = [f"light.{number:012}" for number in range(500)]
        return listed(entity(f"light.g{number}", "on", members) for number in range(size))

    def long_state(size):
        return listed([entity("light.l1", "\\u001b[31m" + "x" * size)])

    # Of a guest pass: the text of its list

    def guest_entities(size):
        return b'{"entities":%s}' % listed(entity(f"light.l{number}", "on") for number in range(size))

    def guest_lamp(size):
        """One that the pass may switch off, and that stays on."""
        return b'{"entities":%s}' % listed([entity("light.lamp", "on")])

    def guest_state(size):
        return b'{"entities":%s}' % listed([entity("light.l1", "\\u001b[31m" + "x" * size)])


def entity(name, state, members=()):
    """As text: thousands of them are made."""
    held = ',"attributes":{"entity_id":[%s]}' % ",".join(f'"{member}"' for member in members) if members else ""
    return f'{{"entity_id":"{name}","state":"{state}"{held}}}'


def listed(entities):
    return f"[{','.join(entities)}]".encode()


def nested(depth):
    value = 1
    for _ in range(depth):
        value = [value]
    return value


HOSTILE_NAMES = [
    "\x1b[31mred", "\x1b]8;;http://evil\x07link", "line\nnext", "back\rspace", "\x9b31m", "\u202eright",
    "\u2028line", "\0zero", "\x07bell", "<script>", "`code`", "| cell |", "[link](http://evil)", "@everyone",
    "::set-output name=x::y", "%0A", "../../etc", "?query#part", "%2e%2e", "'; drop", '"quote"', "$(id)", "{{x}}",
    "*", "?", "\ufeffbom", "\U000e0041tag", "e\u0301" * 200, "\u00ad\u034f\u17b4\u180e\u200c\u2063\u206a", " ", ".",
    "..", "/", "#",
]  # fmt: skip
INVISIBLE = ["\u00ad", "\u034f", "\u17b4", "\u180e", "\u200c", "\u2063", "\u206a", "\u2800", "\u3164", "\ufff9"]
HOSTILE_IDS = ["../../x", "?x=1", "%2e%2e", "a\r\nX-Evil: 1", "", "i" * 100_000, 7, None, "\u202e"]

"""Policies that mean harm: `make` is one of these, `run` the command that is to survive it."""

import os

HEAD = "timezone: UTC\n"
SYSTEM = 'systems:\n  g: {kind: unifi, url: "https://127.0.0.1:9", api-key: {env: NO_SUCH_KEY}}\n'
PLAIN = HEAD + SYSTEM + "targets:\n  kids: {system: g, acl-rules: [Downtime]}\npolicy:\n  - kids off 21:00–07:00\n"


def run(case, row):
    make(case, row)
    policy = case.folder / "policy.yaml"
    case.write("good.yaml", PLAIN)
    arguments = [str(policy) if word == "POLICY" else word for word in row.get("run", ["validate", "POLICY"])]
    for _ in range(row.get("runs", 1)):
        outcome = case.run(arguments)
        case.judge_row(outcome)
    case.judge_state()


def make(case, row):
    """Makes the policy in a process of its own: the memory that it takes would count as the program's."""
    child = os.fork()
    if child == 0:
        made = getattr(Policies, row["make"])(row.get("size", 0))
        for name, content in made.items() if isinstance(made, dict) else [("", made)]:
            case.write(f"policy.yaml/{name}" if name else "policy.yaml", content)
        os._exit(0)
    if os.waitpid(child, 0)[1]:
        raise RuntimeError("the policy was not made")


def sentences(lines):
    return PLAIN + "".join(f"  - {line}\n" for line in lines)


def calendar(events, before=""):
    """A policy whose schedule is a calendar of these events, each written without its BEGIN and END."""
    body = "".join(f"BEGIN:VEVENT\r\n{event}\r\nEND:VEVENT\r\n" for event in events)
    return calendar_files(f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{before}{body}END:VCALENDAR\r\n")


def calendar_files(text):
    policy = PLAIN.replace("policy:", "schedules:\n  c: {ics: c.ics}\n  b: {ics: c.ics, busy: true}\npolicy:")
    return {"a.yaml": policy + "  - kids off 21:00–07:00 except c\n  - kids on b\n", "c.ics": text}


def date(number):
    return f"{2000 + number // 336:04}{number // 28 % 12 + 1:02}{number % 28 + 1:02}"


class Policies:
    def plain(size):
        return PLAIN

    # YAML

    def laughs(size):
        levels = ["x-a0: &a0 [ha]"]
        levels += [f"x-a{level}: &a{level} [" + ",".join([f"*a{level - 1}"] * 9) + "]" for level in range(1, size)]
        return "\n".join(levels) + "\n" + PLAIN

    def aliases(size):
        return PLAIN + "x-a: &a 1\nx-b: [" + ",".join(["*a"] * size) + "]\n"

    def aliases_undefined(size):
        return "x-b: [" + ",".join(f"*a{number}" for number in range(size)) + "]\n"

    def alias_of_itself(size):
        return PLAIN + "x-a: &a [*a]\n"

    def brackets(size):
        return PLAIN + "x-a: " + "[" * size

    def maps(size):
        return PLAIN + "x-a: " + "{a: " * size

    def indented(size):
        return PLAIN + "".join(" " * level + "a:\n" for level in range(size))

    def nulls(size):
        return b"\0" * size

    def rubbish(size):
        return bytes((number * 7919 + number // 251) % 256 for number in range(size))

    def long_line(size):
        return PLAIN + "x-a: '" + "a" * size + "'\n"

    def unclosed(size):
        return PLAIN + 'x-a: "' + "a\n" * size

    def repeated_keys(size):
        return PLAIN + "x-a: {" + ", ".join(["b: 1"] * size) + "}\n"

    def unknown_keys(size):
        return PLAIN + "".join(f"k{number}: 1\n" for number in range(size))

    def tabs(size):
        return PLAIN + "\t" * size

    def documents(size):
        return PLAIN + "---\n" * size

    def tags(size):
        return PLAIN + "x-a: !!python/object/apply:os.system ['true']\nx-b: !<tag:evil> 1\n"

    def merges(size):
        return PLAIN + "x-a: &a {b: 1}\nx-c: {" + ", ".join(["<<: *a"] * size) + "}\n"

    def byte_order(size):
        return PLAIN.encode("utf-16")

    def not_unicode(size):
        return PLAIN.encode() + b"x-a: \xed\xa0\x80\xff\xfe\xc0\xaf\n"

    # Size

    def folder_of_large_files(size):
        return {f"{number:04}.yaml": "x-a: '" + "a" * 1_000_000 + "'\n" for number in range(size)}

    def folder_of_small_files(size):
        return {"a.yaml": PLAIN} | {f"b{number:05}.yaml": "x-a: 1\n" for number in range(size)}

    def one_large_file(size):
        return PLAIN + "# " + "x" * size + "\n"

    # Language

    def strange_words(size):
        """Entries on one line, each of words that are none, with marks that combine."""
        word = "\u0301, "
        return HEAD + "policy: [" + ",".join(f"'x\u0301 {word * 20}'" for _ in range(size)) + "]\n"

    def strange_sentence(size):
        return sentences(["kids off " + "x\u0301, 9\u0301 " * size])

    def strange_schedules(size):
        words = "".join(f"  s{number}: 'x\u0301 \u0301, \u0301, 9\u03019'\n" for number in range(size))
        return PLAIN.replace("policy:", f"schedules:\n{words}policy:")

    def lines(size):
        return sentences(f"kids on {10 + number % 10}:{number % 60:02}–22:00" for number in range(size))

    def lines_until(size):
        return sentences(f"kids on until 22:{number % 60:02}" for number in range(size))

    def all_in_other_words(size):
        more = "".join(f"  t{number}: {{system: g, acl-rules: [R{number}]}}\n" for number in range(size))
        return PLAIN.replace("policy:", more + "policy:") + "  - all off by 22:00\n" * size

    def dates(size):
        dates = ((2027 + number // 336, number // 28 % 12 + 1, number % 28 + 1) for number in range(size))
        days = ", ".join(f"{year}-{month:02}-{day:02}" for year, month, day in dates)
        return PLAIN.replace("policy:", f"schedules:\n  days: {days}\npolicy:") + "  - kids on days\n"

    def schedules_deep(size):
        named = ["  s0: 10:00–11:00"] + [f"  s{number}: s{number - 1}" for number in range(1, size)]
        return PLAIN.replace("policy:", "schedules:\n" + "\n".join(named) + "\npolicy:") + f"  - kids on s{size - 1}\n"

    def schedules_wide(size):
        named = ["  s0: 10:00–11:00"]
        named += [f"  s{number}: [s{number - 1}, s{number - 1}, s{number - 1}]" for number in range(1, size)]
        return PLAIN.replace("policy:", "schedules:\n" + "\n".join(named) + "\npolicy:") + f"  - kids on s{size - 1}\n"

    def schedules_round(size):
        return PLAIN.replace("policy:", "schedules:\n  a: b\n  b: a\npolicy:") + "  - kids on a\n"

    def targets_apart(size):
        """Each with a line of its own."""
        more = "".join(f"  t{number}: {{system: g, acl-rules: [R{number}]}}\n" for number in range(size))
        lines = "".join(f"  - t{number} off {number % 20:02}:00–{number % 20 + 3:02}:30\n" for number in range(size))
        return PLAIN.replace("policy:", more + "policy:") + lines

    def targets_deep(size):
        named = [f"  t{number}: {{targets: [t{number - 1}]}}" for number in range(1, size)]
        text = PLAIN.replace("policy:", "  t0: {targets: [kids]}\n" + "\n".join(named) + "\npolicy:")
        return text + f"  - t{size - 1} off\n"

    def targets_wide(size):
        named = ["  t0: {targets: [kids]}"]
        named += [f"  t{number}: {{targets: [t{number - 1}, t{number - 1}]}}" for number in range(1, size)]
        return PLAIN.replace("policy:", "\n".join(named) + "\npolicy:") + f"  - t{size - 1} off\n"

    def fan_out(size):
        named = [f"  t{number}: {{system: g, acl-rules: [R{number}]}}" for number in range(300)]
        text = PLAIN.replace("policy:", "\n".join(named) + "\npolicy:")
        everyone = ", ".join(f"t{number}" for number in range(300))
        return text + "".join(f"  - {everyone} off\n" for _ in range(size))

    def systems(size):
        more = [
            f'  g{number}: {{kind: unifi, url: "https://127.0.0.1:{number % 60000 + 1}", api-key: {{env: NO}}}}'
            for number in range(size)
        ]
        return PLAIN.replace("targets:", "\n".join(more) + "\ntargets:")

    def unknown_words(size):
        return sentences(f"kidz{number} off" for number in range(size))

    def unknown_names(size):
        names = ", ".join(f"N{number}" for number in range(size))
        return PLAIN.replace("[Downtime]", f"[{names}]")

    def long_word(size):
        return sentences(["kids off " + "a" * size])

    def long_time(size):
        return sentences(["kids off " + "9" * size + ":00–07:00"])

    def years(size):
        days = ["9999-12-31", "0001-01-01..9999-12-31", "feb 29", "2026-02-30"]
        return sentences(f"kids off {day}" for day in days)

    def exceptions(size):
        return sentences(["kids off daily" + " except sat" * size])

    def ands(size):
        return sentences(["kids off " + " and ".join(["mon 21:00–07:00"] * size)])

    def tests_long(size):
        text = PLAIN + "".join(f"  - kids on {number % 24:02}:00–24:00\n" for number in range(2000))
        tests = "".join(f"  - kids are off always 2026-01-01..2125-12-31\n" for _ in range(size))
        return text + "tests:\n" + tests

    def zone(size):
        return PLAIN.replace("UTC", "../../../../etc/passwd")

    def zone_long(size):
        return PLAIN.replace("UTC", "A" * size)

    # Calendars

    def calendar_rule_every_second(size):
        return calendar(["DTSTART:20200101T000000Z\r\nDURATION:PT1S\r\nRRULE:FREQ=SECONDLY"])

    def calendar_rules(size):
        rules = ["FREQ=DAILY", "FREQ=HOURLY", "FREQ=MINUTELY;INTERVAL=7", "FREQ=MONTHLY;BYDAY=5MO,-1FR;BYSETPOS=1,-1"]
        starts = (f"DTSTART:20{number % 100:02}0101T000000Z\r\nDURATION:PT1M" for number in range(size))
        return calendar(f"{start}\r\nRRULE:{rules[number % 4]}" for number, start in enumerate(starts))

    def calendar_rules_that_never_fit(size):
        rules = [
            "YEARLY;BYMONTH=2;BYMONTHDAY=30", "YEARLY;BYDAY=53MO;BYMONTH=2", "YEARLY;BYWEEKNO=54",
            "MONTHLY;BYMONTHDAY=31,-31;BYDAY=5MO;BYSETPOS=300",
        ]  # fmt: skip
        start = "DTSTART;VALUE=DATE:20260101"
        return calendar(
            f"{start}\r\nRRULE:FREQ={rules[number % 4]};INTERVAL={number % 9 + 1}" for number in range(size)
        )

    def calendar_counts(size):
        return calendar([f"DTSTART;VALUE=DATE:20260101\r\nRRULE:FREQ=DAILY;COUNT={'9' * size}"])

    def calendar_exceptions(size):
        dates = ",".join(date(number) for number in range(size))
        lines = [f"{name};VALUE=DATE:{dates}" for name in ("EXDATE", "RDATE")]
        return calendar(["\r\n".join(["DTSTART;VALUE=DATE:20200101", "RRULE:FREQ=DAILY", *lines])])

    def calendar_line(size):
        return calendar(["DTSTART;VALUE=DATE:20260101\r\nSUMMARY:" + "x" * size])

    def calendar_folded(size):
        return calendar(["DTSTART;VALUE=DATE:20260101\r\nSUMMARY:" + "\r\n x" * size])

    def calendar_nested(size):
        return calendar(["DTSTART;VALUE=DATE:20260101\r\n" + "BEGIN:VALARM\r\n" * size])

    def calendar_unclosed(size):
        return calendar_files("BEGIN:VCALENDAR\r\n" + "BEGIN:VEVENT\r\n" * size)

    def calendar_events(size):
        return calendar(f"UID:{number}\r\nDTSTART;VALUE=DATE:{date(number)}" for number in range(size))

    def calendar_parameters(size):
        return calendar(["DTSTART;VALUE=DATE" + ";X=Y" * size + ":20260101"])

    def calendar_zone(size):
        lines = ["BEGIN:VTIMEZONE", "TZID:Mine"]
        for number in range(size):
            lines += ["BEGIN:STANDARD", f"DTSTART:{date(number)}T000000", "TZOFFSETFROM:+0000"]
            lines += [f"TZOFFSETTO:+0{number % 10}00", "RRULE:FREQ=DAILY", "END:STANDARD"]
        zone = "\r\n".join([*lines, "END:VTIMEZONE", ""])
        return calendar(["DTSTART;TZID=Mine:20260101T000000\r\nDURATION:PT1H"], zone)

    def calendar_controls(size):
        return calendar(["DTSTART:\x1b[31mno\x9b \u202e <script>"])

    def calendar_nulls(size):
        return calendar_files(b"\0" * size)

    def calendars_of_much(size):
        body = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-A:" + "a" * (3 << 20) + "\r\nEND:VCALENDAR\r\n"
        names = [f"c{number}" for number in range(size)]
        schedules = "".join(f"  {name}: {{ics: {name}.ics}}\n" for name in names)
        text = PLAIN.replace("policy:", f"schedules:\n{schedules}policy:")
        text += "".join(f"  - kids on {name}\n" for name in names)
        return {"a.yaml": text} | {f"{name}.ics": body for name in names}

    def calendar_of_a_device(size):
        leads = ["/dev/zero", "../../../../etc/passwd", "https://127.0.0.1/c.ics", "a/../../b.ics", "c.ics/.", "~/c.ics"]
        text = PLAIN.replace("policy:", f'schedules:\n  c: {{ics: "{leads[size]}"}}\npolicy:')
        return {"a.yaml": text + "  - kids on c\n"}

    # Text

    def controls(size):
        text = 'x-a: "\\e[31m\\a\\x9b31m\\u202e\\u2028"\n' + PLAIN.replace("kids", '"k\\e[2Jids"')
        return text + '  - do: kids off\n    because: "\\e]8;;http://evil\\a \\u202e <script> `x` |"\n'

    def controls_raw(size):
        return PLAIN + "  - kids \x1b[31m off \x9b \u202e \u2028 \x07\n"

    def because(size):
        words = "</text><script>alert(1)</script> ]]> | `x` [a](b) @all ::error::"
        return PLAIN + f'  - do: kids off\n    because: "{words}"\n'

    def because_long(size):
        return PLAIN + "  - do: kids off\n    because: '" + "b" * size + "'\n"

    def because_of_commands(size):
        return PLAIN + '  - do: kids off\n    because: "' + "'sudo " * size + '"\n'

    def secrets(size):
        return PLAIN.replace("{env: NO_SUCH_KEY}", "plainly-a-secret-0123456789abcdef")

    def secret_in_wrong_places(size):
        return (
            PLAIN.replace("https://127.0.0.1:9", "https://u:plainly-a-secret@127.0.0.1:9")
            + "password: plainly-a-secret\ntoken: plainly-a-secret\npsk: plainly-a-secret\n"
        )

    def secret_devices(size):
        return PLAIN.replace("{env: NO_SUCH_KEY}", "{file: " + DEVICES[size] + "}")

    def secret_names(size):
        return PLAIN.replace("{env: NO_SUCH_KEY}", "{credential: " + CREDENTIALS[size] + "}")

    def authority_devices(size):
        return PLAIN.replace("api-key:", "tls: {ca: " + DEVICES[size] + "}, api-key:")

    def unit_lines(size):
        path = "/a/long/enough/path /etc/systemd/system/../../../tmp/pwned.conf c\\n[Service]\\nExecStart=/bin/evil"
        return PLAIN.replace("{env: NO_SUCH_KEY}", '{file: "' + path + '"}')


DEVICES = ["/dev/zero", "/etc/shadow", "/proc/self/environ", "/dev", "/proc/kmsg", "relative", "/nonexistent\\n/x"]
CREDENTIALS = ["../../etc/shadow", '"a\\0b"', "%2e%2e", '"a\\u202eb"', ".", "a" and "x" * 65]

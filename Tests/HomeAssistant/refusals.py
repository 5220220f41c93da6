"""Tokens that are refused: every refusal counts towards a ban, so there is one and no more."""

from checks import check, expect, same

# Three parts as a real one has, signed by nobody.
WRONG = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJub2JvZHkifQ.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"


@check("a wrong token is refused once, then nothing is asked until the token changes")
def wrong_token(house):
    house.given(switch__plain="on", switch__other="on")
    targets = {"it": "entities: [switch.plain]", "other": "entities: [switch.other]"}
    program = house.program(targets, ["it off", "other off"], token=WRONG)
    run = program.apply().must(77).calls_only()
    same(len(run.refused), 1, "refusals:")
    same(len(run.requests), 1, "requests:")
    for later in (program.apply(), program.plan(), program.drift()):
        later.must(75, 77)
        same(later.requests, [], "requests of a later run:")
    program.give(house.accounts.user)
    program.apply().must(0).calls_only("switch.turn_off switch.plain", "switch.turn_off switch.other")


@check("doctor with a wrong token is refused at most once")
def doctor(house):
    program = house.program({"it": "entities: [switch.plain]"}, ["it off"], token=WRONG)
    run = program.doctor()
    expect(run.status != 0, "all is well")
    same(len(run.refused), 1, "refusals:")


@check("a reader's token plans, and its first refusal is its last")
def reader(house):
    house.given(switch__plain="on", switch__other="on", light__kids_desk="on")
    targets = {"it": "entities: [switch.plain, switch.other, light.kids_desk]"}
    program = house.program(targets, ["it off"], token=house.accounts.reader)
    run = program.plan().must(0)
    same(run.report["summary"]["changes"], 3, "changes:")
    run = program.apply()
    expect(run.status in (3, 77), f"status {run.status}: {run.summary}")
    same(len(run.refused), 1, "refusals:")
    same(program.apply().requests, [], "requests of the next run:")


@check("doctor finds a household in order, and its version")
def healthy(house):
    house.given(switch__plain="on")
    house.program({"it": "entities: [switch.plain]"}, ["it on"]).doctor().must(0).says("2024.3.3").calls_only()

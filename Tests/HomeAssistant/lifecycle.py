"""What is moved by hand is told; what a server says that is not itself is not believed."""

import threading

from checks import check, expect, same
from rest import until


@check("what was moved by hand is drift, with exit code 2, and is put right")
def drift(house):
    house.given(switch__plain="on", lock__side_door="unlocked")
    targets = {"it": "entities: [switch.plain]", "door": "entities: [lock.side_door]"}
    program = house.program(targets, ["it off", "door locked"])
    program.apply().must(0)
    program.drift().must(0).calls_only()
    house.given(switch__plain="on", lock__side_door="unlocked")
    run = program.drift().must(2).calls_only()
    same(run.report["summary"]["changes"], 2, "changes:")
    same({one["cause"] for one in run.report["resources"]}, {"outside"}, "cause:")
    program.apply().must(0).calls_only("switch.turn_off switch.plain", "lock.lock lock.side_door")
    program.drift().must(0)


def nothing_concluded(program, *words):
    """No run says that something differs, calls anything or remembers it; `words` are how it may tell of the server."""
    before = told(program)
    for run in (program.drift(), program.apply()):
        run.must(69, 75).calls_only()
        same([request for request in run.requests if request.method != "GET"], [])
        same(run.report["resources"], [], "resources:")
        expect(any(one["status"] in words for one in run.report["systems"]), f"systems: {run.report['systems']}")
    same(told(program), before, "told of the switch:")


def told(program):
    """How often the history names the switch."""
    return program.history().count("switch.plain")


def settled(house):
    """A switch that is as it is wanted, after a run that changed it."""
    house.given(switch__plain="on")
    program = house.program({"it": "entities: [switch.plain]"}, ["it off"])
    program.apply().must(0).calls_only("switch.turn_off switch.plain")
    expect(told(program) > 0, "the history does not tell of the change")
    return program


@check("a server that is gone: nothing is concluded")
def gone(house):
    program = settled(house)
    with house.gone():
        nothing_concluded(program, "unreachable")
    program.apply().must(0).calls_only()


@check("a server that starts: nothing is concluded until it has started")
def starting(house):
    program = settled(house)
    program.follow(["it on"])
    with house.starting():
        nothing_concluded(program, "not-ready")
    program.apply().must(0).calls_only("switch.turn_on switch.plain")
    same(house.owner.state("switch.plain"), "on")


@check("a server in recovery mode: nothing is concluded")
def recovery_mode(house):
    program = settled(house)
    with house.recovering():
        nothing_concluded(program, "not-ready")
    program.apply().must(0).calls_only()


@check("a server that restarts while a device is switched: the outcome is not known, and nothing is sent twice")
def restarted(house):
    house.given(switch__slow="off")
    program = house.program({"it": "entities: [switch.slow]"}, ["it on"])
    runs = []
    house.witness.forget()
    running = threading.Thread(target=lambda: runs.append(program.start(*APPLY, program.policy, *program.where)))
    running.start()
    until(lambda: house.witness.heard("switch.slow"), 20, "the call")
    with house.gone():
        pass
    running.join()
    calls, _ = house.witness.look()
    same([str(call) for call in calls if call.direct], ["switch.turn_on switch.slow"])
    runs[0].must(3, 69, 75)
    same(house.owner.state("switch.slow"), "off", "after its restart")
    program.apply().must(0).calls_only("switch.turn_on switch.slow")


# What is left of the time is less than what a device is given.
APPLY = ["apply", "--format", "json", "--deadline", "20s", "--policy"]

"""Devices that take their time, and such as never do what they are told."""

from checks import check, expect, same


@check("a switch that takes 3 s is waited for")
def slow(house):
    house.given(switch__slow="off")
    program = house.program({"it": "entities: [switch.slow]"}, ["it on"])
    program.apply().must(0).calls_only("switch.turn_on switch.slow")
    same(house.owner.state("switch.slow"), "on")
    program.apply().must(0).calls_only()


@check("a switch that takes 15 s is waited for, and holds up nobody")
def very_slow(house):
    house.given(switch__very_slow="off", switch__plain="off", light__kids_bed="off")
    targets = {"it": "entities: [switch.very_slow]", "others": "entities: [switch.plain, light.kids_bed]"}
    program = house.program(targets, ["it on", "others on"])
    program.apply().must(0)
    slow, *others = [house.owner.entity(one) for one in ("switch.very_slow", "switch.plain", "light.kids_bed")]
    same([one["state"] for one in (slow, *others)], ["on"] * 3)
    for other in others:
        expect(other["last_changed"] < slow["last_changed"], f"{other['entity_id']} came after the slow one")
    program.apply().must(0).calls_only()


@check("a switch that follows 2 s after its answer is waited for, and called once")
def late(house):
    house.given(switch__late="off")
    program = house.program({"it": "entities: [switch.late]"}, ["it on"])
    program.apply().must(0).calls_only("switch.turn_on switch.late")
    same(house.owner.state("switch.late"), "on")


@check("what is deaf, what fails and what misses its code are told, and called once each")
def deaf(house):
    house.given(switch__plain="off")
    house.owner.call("lock.lock", "lock.code_door", code="1234")
    targets = {
        "it": "entities: [switch.ignores, switch.fails, switch.plain]",
        "door": "entities: [lock.code_door], may-unlock: true",
    }  # fmt: skip
    run = house.program(targets, ["it on", "door unlocked"]).apply().must(3)
    run.says("switch.ignores").says("switch.fails").says("lock.code_door")
    same(house.owner.state("switch.plain"), "on")
    same(house.owner.state("lock.code_door"), "locked")
    # Without its code a door need not even be asked.
    called = sorted(call for call in run.direct if not call.startswith("lock."))
    same(called, [f"switch.turn_on switch.{name}" for name in ("fails", "ignores", "plain")])
    expect(len(run.direct) <= 4, f"called {run.direct}")

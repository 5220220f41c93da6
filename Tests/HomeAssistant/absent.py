"""Entities that are not there: a problem each, and the others go on."""

from checks import check, expect, same


@check("an unavailable entity is a problem, and the others go on")
def unavailable(house):
    for wanted, before in (("off", "on"), ("on", "off")):
        house.given(switch__plain=before)
        program = house.program({"it": "entities: [switch.unavailable, switch.plain]"}, [f"it {wanted}"])
        run = program.apply().must(3).says("switch.unavailable").calls_only(f"switch.turn_{wanted} switch.plain")
        expect("unavailable" in problems(run), f"no problem says so: {run.summary}")
        same(house.owner.state("switch.plain"), wanted)


@check("a missing entity is a problem that tells the name that is meant, and the others go on")
def missing(house):
    house.given(switch__other="on")
    program = house.program({"it": "entities: [switch.plian, switch.other]"}, ["it off"])
    run = program.apply().must(3).says("switch.plian").calls_only("switch.turn_off switch.other")
    expect("switch.plain" in problems(run), f"does not tell 'switch.plain': {run.summary}")


@check("a group with a member that is unavailable is a problem, and its other member goes off")
def in_a_group(house):
    for group in ("group.half_there", "group.half_there_all"):
        house.given(switch__plain="on")
        run = house.program({"it": f"entities: [{group}]"}, ["it off"]).apply().must(3)
        run.says("switch.unavailable").calls_only("switch.turn_off switch.plain")
        same(house.owner.state("switch.plain"), "off")


@check("what cannot be switched is an error or a problem, and nothing is called for it")
def read_only(house):
    run = house.program({"it": "entities: [sensor.power_consumption]"}, ["it off"]).apply().must(3, 65)
    run.says("sensor.power_consumption").calls_only()


@check("an entity that is gone for one reading, as in a reload, is no problem and no drift")
def one_reading(house):
    house.given(switch__plain="on")
    program = house.program({"it": "entities: [switch.plain]"}, ["it on"])
    program.apply().must(0)
    house.vanish("switch.plain")
    program.drift().must(0)
    house.vanish("switch.plain")
    program.apply().must(0).calls_only()
    same(house.owner.state("switch.plain"), "on", "the reading was not repeated:")


def problems(run):
    return " ".join(f"{one['message']} {one['hint']}" for one in run.report.get("problems", []))

"""Locks, covers and valves: driven one way freely, and the other only where the policy says so."""

from checks import check, expect, same


def refused(program, permission):
    """The policy itself is an error, so that nobody is even asked."""
    for run in (program.validate(), program.apply()):
        run.must(65).says(permission).calls_only()
        same(run.requests, [], "requests:")


@check("a lock is locked")
def lock(house):
    house.given(lock__side_door="unlocked")
    program = house.program({"door": "entities: [lock.side_door]"}, ["door locked"])
    program.apply().must(0).calls_only("lock.lock lock.side_door")
    same(house.owner.state("lock.side_door"), "locked")
    program.apply().must(0).calls_only()


@check("a lock is not unlocked without may-unlock")
def unlock_without(house):
    house.given(lock__side_door="locked")
    refused(house.program({"door": "entities: [lock.side_door]"}, ["door unlocked"]), "may-unlock")
    same(house.owner.state("lock.side_door"), "locked")


@check("a lock is unlocked with may-unlock")
def unlock(house):
    house.given(lock__side_door="locked")
    program = house.program({"door": "entities: [lock.side_door], may-unlock: true"}, ["door unlocked"])
    program.apply().must(0).calls_only("lock.unlock lock.side_door")
    same(house.owner.state("lock.side_door"), "unlocked")
    program.apply().must(0).calls_only()


@check("a lock is neither locked nor unlocked while no line holds")
def no_line_holds(house):
    for state in ("locked", "unlocked"):
        house.given(lock__side_door=state)
        target = "entities: [lock.side_door], may-unlock: true"
        house.program({"door": target}, ["door locked 2020-02-02"]).apply().must(0).calls_only()
        same(house.owner.state("lock.side_door"), state)


@check("an override unlocks nothing without may-unlock")
def override_without(house):
    house.given(lock__side_door="locked")
    program = house.program({"door": "entities: [lock.side_door]"}, ["door locked"])
    program.apply().must(0)
    run = program.override("door", "unlocked", "--for", "30m")
    expect(run.status != 0, "the override was taken")
    run.says("may-unlock").calls_only()
    program.apply().must(0).calls_only()
    same(house.owner.state("lock.side_door"), "locked")


@check("an override locks, and its end unlocks nothing")
def override_ends(house):
    house.given(lock__side_door="unlocked")
    program = house.program({"door": "entities: [lock.side_door]"}, ["door locked 2020-02-02"])
    program.apply().must(0).calls_only()
    program.override("door", "locked", "--for", "30m").must(0)
    program.apply().must(0).calls_only("lock.lock lock.side_door")
    program.override("end", "all").must(0)
    program.apply().must(0).calls_only()
    same(house.owner.state("lock.side_door"), "locked")


@check("a lock that takes 4 s is waited for")
def slow_lock(house):
    house.given(lock__slow_door="unlocked")
    program = house.program({"door": "entities: [lock.slow_door]"}, ["door locked"])
    program.apply().must(0).calls_only("lock.lock lock.slow_door")
    same(house.owner.state("lock.slow_door"), "locked")


@check("a lock that jams is a problem, and is not driven again at once")
def jam(house):
    house.given(lock__poorly_installed_door="unlocked", switch__plain="on")
    targets = {"door": "entities: [lock.poorly_installed_door]", "it": "entities: [switch.plain]"}
    program = house.program(targets, ["door locked", "it off"])
    run = program.apply().must(3).says("jammed")
    run.calls_only("lock.lock lock.poorly_installed_door", "switch.turn_off switch.plain")
    same(house.owner.state("lock.poorly_installed_door"), "jammed")
    program.apply().must(3).says("jammed").calls_only()


@check("a lock with a code is unlocked with it, and the code is not printed")
def code(house):
    house.owner.call("lock.lock", "lock.code_door", code="1234")
    house.becomes("lock.code_door", "locked")
    target = "entities: [lock.code_door], may-unlock: true, code: {file: FOLDER/code}"
    program = house.program({"door": target}, ["door unlocked"])
    program.secret("code", "1234")
    run = program.apply().must(0)
    run.calls_only("lock.unlock lock.code_door")
    same(house.owner.state("lock.code_door"), "unlocked")
    expect("1234" not in run.text.replace("lock.code_door", ""), "the code was printed")


@check("a lock that stands for others locks them all")
def lock_of_locks(house):
    house.given(lock__side_door="locked", lock__back_door="unlocked")
    house.program({"doors": "entities: [lock.every_door]"}, ["doors locked"]).apply().must(0)
    same([house.owner.state(one) for one in ("lock.side_door", "lock.back_door")], ["locked", "locked"])


@check("a group of doors is a problem of its target, and nothing is driven")
def group_of_doors(house):
    house.given(lock__side_door="unlocked", lock__back_door="locked", switch__plain="on", switch__other="on")
    for group in ("group.doors_any", "group.doors_all", "group.mixed"):
        house.given(switch__other="on")
        targets = {"doors": f"entities: [{group}]", "it": "entities: [switch.other]"}
        run = house.program(targets, ["doors off", "it off"]).apply().must(3).says(group)
        run.calls_only("switch.turn_off switch.other")
    same([house.owner.state(one) for one in ("lock.side_door", "lock.back_door")], ["unlocked", "locked"])


@check("a lock that is not there is a problem, and the other one is locked")
def lost_lock(house):
    house.given(lock__side_door="unlocked")
    program = house.program({"doors": "entities: [lock.lost_door, lock.side_door]"}, ["doors locked"])
    program.apply().must(3).says("lock.lost_door").calls_only("lock.lock lock.side_door")
    same(house.owner.state("lock.side_door"), "locked")


@check("a cover is closed, and is waited for")
def close_cover(house):
    house.given(cover__gate="open", cover__garage_door="open")
    program = house.program({"gate": "entities: [cover.gate, cover.garage_door]"}, ["gate closed"])
    program.apply().must(0).calls_only("cover.close_cover cover.gate", "cover.close_cover cover.garage_door")
    same([house.owner.state(one) for one in ("cover.gate", "cover.garage_door")], ["closed", "closed"])
    program.apply().must(0).calls_only()


@check("a cover is not opened without may-open")
def open_cover_without(house):
    house.given(cover__gate="closed")
    refused(house.program({"gate": "entities: [cover.gate]"}, ["gate open"]), "may-open")
    same(house.owner.state("cover.gate"), "closed")


@check("a cover is opened with may-open")
def open_cover(house):
    house.given(cover__gate="closed")
    program = house.program({"gate": "entities: [cover.gate], may-open: true"}, ["gate open"])
    program.apply().must(0).calls_only("cover.open_cover cover.gate")
    same(house.owner.state("cover.gate"), "open")


@check("a cover that is a little open is closed")
def ajar(house):
    house.owner.call("cover.set_cover_position", "cover.hall_window", position=10)
    house.becomes("cover.hall_window", "open")
    program = house.program({"window": "entities: [cover.hall_window]"}, ["window closed"])
    program.apply().must(0).calls_only("cover.close_cover cover.hall_window")
    same(house.owner.state("cover.hall_window"), "closed")


@check("a valve is closed, not opened without may-open, and opened with it")
def valve(house):
    house.given(valve__orchard="open")
    program = house.program({"water": "entities: [valve.orchard]"}, ["water closed"])
    program.apply().must(0).calls_only("valve.close_valve valve.orchard")
    same(house.owner.state("valve.orchard"), "closed")
    refused(house.program({"water": "entities: [valve.orchard]"}, ["water open"]), "may-open")
    program = house.program({"water": "entities: [valve.orchard], may-open: true"}, ["water open"])
    program.apply().must(0).calls_only("valve.open_valve valve.orchard")
    same(house.owner.state("valve.orchard"), "open")

"""What is switched off and on again, each by its own service, and once."""

from checks import check, expect, same


def there_and_back(house, entity, off, on):
    """Off, nothing more to do, on, nothing more to do; `on` are the services that may bring it on."""
    if house.owner.state(entity) == "off":
        house.owner.call(f"{entity.split('.')[0]}.turn_on", entity)
    expect(house.owner.state(entity) not in ("off", "unavailable", "unknown", None), "it is not on to begin with")
    program = house.program({"it": f"entities: [{entity}]"}, ["it off"])
    program.apply().must(0).calls_only(f"{off} {entity}")
    same(house.owner.state(entity), "off")
    program.apply().must(0).calls_only()
    program.follow(["it on"])
    run = program.apply().must(0)
    expect(run.direct in ([f"{service} {entity}"] for service in on), f"called {run.direct}")
    expect(house.owner.state(entity) not in ("off", "unavailable", "unknown", None), house.owner.state(entity))
    program.apply().must(0).calls_only()


@check("a switch goes off and on")
def switch(house):
    there_and_back(house, "switch.plain", "switch.turn_off", ["switch.turn_on"])


@check("a light goes off and on")
def light(house):
    there_and_back(house, "light.ceiling_lights", "light.turn_off", ["light.turn_on"])


@check("an input_boolean goes off and on")
def input_boolean(house):
    there_and_back(house, "input_boolean.spare", "input_boolean.turn_off", ["input_boolean.turn_on"])


@check("a template switch goes off and on, and what is behind it with it")
def template(house):
    there_and_back(house, "switch.template_tv", "switch.turn_off", ["switch.turn_on"])
    same(house.owner.state("input_boolean.kids_tv"), "on")


@check("a media player goes off and on")
def media_player(house):
    there_and_back(house, "media_player.walkman", "media_player.turn_off", ["media_player.turn_on"])


@check("a climate goes off and on")
def climate(house):
    there_and_back(house, "climate.hvac", "climate.turn_off", ["climate.turn_on", "climate.set_hvac_mode"])


@check("a fan, a siren and a humidifier go off and on")
def others(house):
    for entity in ("fan.ceiling_fan", "siren.siren", "humidifier.hygrostat"):
        domain = entity.split(".")[0]
        there_and_back(house, entity, f"{domain}.turn_off", [f"{domain}.turn_on"])


@check("a group goes off and on, each member by its own service")
def group(house):
    house.given(switch__plain="on", input_boolean__homework="on", light__kids_desk="off")
    program = house.program({"it": "entities: [group.kids_devices]"}, ["it off"])
    program.apply().must(0).calls_only("switch.turn_off switch.plain", "input_boolean.turn_off input_boolean.homework")
    same(house.owner.state("group.kids_devices"), "off")
    program.apply().must(0).calls_only()
    program.follow(["it on"])
    program.apply().must(0)
    same([house.owner.state(one) for one in GROUP], ["on"] * 3)
    program.apply().must(0).calls_only()


GROUP = ["switch.plain", "input_boolean.homework", "light.kids_desk"]


@check("a pattern fits what it names, and 'not' takes one out")
def pattern(house):
    house.given(light__kids_desk="on", light__kids_bed="on", light__kids_night="on", light__ceiling_lights="on")
    program = house.program({"it": 'entities: ["light.kids_*"], not: [light.kids_night]'}, ["it off"])
    program.apply().must(0).calls_only("light.turn_off light.kids_desk", "light.turn_off light.kids_bed")
    same([house.owner.state(one) for one in ("light.kids_night", "light.ceiling_lights")], ["on", "on"])


@check("a dry run and a plan write nothing, and show what differs")
def dry_run(house):
    house.given(switch__plain="on", lock__side_door="unlocked", cover__gate="closed")
    before = house.times()
    targets = {
        "it": "entities: [switch.plain, light.bed_light]", "door": "entities: [lock.side_door]",
        "gate": "entities: [cover.gate], may-open: true",
    }  # fmt: skip
    program = house.program(targets, ["it off", "door locked", "gate open"])
    for run in (program.plan(), program.apply("--dry-run"), program.plan("--detailed-exitcode")):
        run.must(2 if "--detailed-exitcode" in run.arguments else 0).calls_only()
        same(run.report["summary"]["changes"], 3, "changes:")
        same([request for request in run.requests if request.method != "GET"], [])
    same(house.times(), before)


@check("what is in place already is not switched, whatever it is")
def in_place(house):
    house.given(switch__plain="off", input_boolean__spare="on", lock__side_door="locked", cover__gate="closed")
    targets = {
        "it": "entities: [switch.plain]", "spare": "entities: [input_boolean.spare]",
        "door": "entities: [lock.side_door]", "gate": "entities: [cover.gate]",
    }  # fmt: skip
    before = house.times()
    run = house.program(targets, ["it off", "spare on", "door locked", "gate closed"]).apply().must(0).calls_only()
    same(run.report["summary"]["inPlace"], 4, "in place:")
    same(house.times(), before)


@check("a few entities are read one by one, many with one request")
def reading(house):
    house.given(switch__plain="off")
    run = house.program({"it": "entities: [switch.plain]"}, ["it off"]).apply().must(0)
    expect(not asked(run, "/api/states"), "asked for all states for the sake of one")
    many = [f"light.{name}" for name in LIGHTS] + [f"switch.{name}" for name in SWITCHES]
    for entity in many:
        house.put(entity, "off")
    run = house.program({"it": f"entities: [{', '.join(many)}]"}, ["it off"]).apply().must(0)
    expect(asked(run, "/api/states"), f"asked {len(run.requests)} times and never for all states")


LIGHTS = [
    "kids_desk", "kids_bed", "kids_night", "bed_light", "ceiling_lights", "kitchen_lights", "office_rgbw_lights",
    "living_room_rgbww_lights", "entrance_color_white_lights",
]  # fmt: skip
SWITCHES = ["plain", "other", "ac", "decorative_lights", "falls_back", "late"]


def asked(run, path):
    return any(request.path == path for request in run.requests)

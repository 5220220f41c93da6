"""What the provider relies on, held against the running server by its REST interface alone."""

import http.client
import threading

from checks import expect, fact, same
from rest import Rest

REFUSED = (401, "401: Unauthorized")
BAD = (400, "400: Bad Request")
FAILED = (500, "500 Internal Server Error\n\nServer got itself in trouble")


def short(answer):
    return (answer.status, answer.text)


# What is there, and what is not


@fact("a missing entity: 404 as JSON when read, 200 [] when switched")
def missing_entity(house):
    same(short(house.user.get("/api/states/switch.nowhere")), (404, '{"message":"Entity not found."}'))
    same(short(house.user.call("switch.turn_on", "switch.nowhere")), (200, "[]"))


@fact("a missing path: 404 as text, with a token and without")
def missing_path(house):
    for rest in (house.user, Rest(house.server.url)):
        same(short(rest.get("/api/nowhere")), (404, "404: Not Found"))


@fact("an entity's name is put into lower case")
def lower_case(house):
    same(house.user.entity("Switch.Plain")["entity_id"], "switch.plain")


@fact("unavailable is a state, and switching it answers 200 []")
def unavailable(house):
    same(house.user.state("switch.unavailable"), "unavailable")
    same(short(house.user.call("switch.turn_on", "switch.unavailable")), (200, "[]"))


@fact("an entity of another domain is left as it is, with 200 []")
def foreign_domain(house):
    house.given(light__kids_desk="off")
    same(short(house.user.call("switch.turn_on", "light.kids_desk")), (200, "[]"))
    same(house.user.state("light.kids_desk"), "off")


@fact("a running server says RUNNING, and no recovery mode")
def running(house):
    same(house.user.get("/api/core/state").value["state"], "RUNNING")
    config = house.user.get("/api/config").value
    same((config["state"], config["recovery_mode"], config["safe_mode"]), ("RUNNING", False, False))
    expect("demo" in config["components"], "no demo")


# Who may what


@fact("a wrong token: 401 as text")
def wrong_token(house):
    for token in ("wrong", None):
        same(short(Rest(house.server.url, token).get("/api/core/state")), REFUSED)


@fact("a user who is no administrator reads and switches, and renders no template")
def rights_of_a_user(house):
    house.given(switch__plain="off")
    same(house.user.call("switch.turn_on", "switch.plain").status, 200)
    same(house.user.state("switch.plain"), "on")
    same(short(house.user.post("/api/template", {"template": "{{ 1 }}"})), REFUSED)


@fact("a reader reads all, and is refused every switch with 401")
def rights_of_a_reader(house):
    same(len(house.reader.get("/api/states").value), len(house.owner.get("/api/states").value))
    same(short(house.reader.call("switch.turn_on", "switch.plain")), REFUSED)
    same(short(house.reader.call("switch.turn_on", "switch.nowhere")), REFUSED)


# What an answer proves


@fact("switching to the state that holds moves no time")
def no_change(house):
    house.given(switch__plain="on")
    before = house.user.entity("switch.plain")
    same(short(house.user.call("switch.turn_on", "switch.plain")), (200, "[]"))
    same(house.user.entity("switch.plain"), before)


@fact("a change that takes 3 s is in the answer")
def slow(house):
    house.given(switch__slow="off")
    answer = house.user.call("switch.turn_on", "switch.slow")
    same([(one["entity_id"], one["state"]) for one in answer.value], [("switch.slow", "on")])


@fact("a change that takes 15 s is not in the answer, and is there")
def very_slow(house):
    house.given(switch__very_slow="off")
    same(short(house.user.call("switch.turn_on", "switch.very_slow")), (200, "[]"))
    same(house.user.state("switch.very_slow"), "on")


@fact("a change that comes later is not there when the answer is")
def late(house):
    house.given(switch__late="off")
    same(short(house.user.call("switch.turn_on", "switch.late")), (200, "[]"))
    same(house.user.state("switch.late"), "off")
    house.becomes("switch.late", "on")


@fact("a device that ignores the call answers 200 []")
def ignores(house):
    same(short(house.user.call("switch.turn_on", "switch.ignores")), (200, "[]"))
    same(house.user.state("switch.ignores"), "off")


@fact("a device may fall back after the answer has said that it is on")
def falls_back(house):
    answer = house.user.call("switch.turn_on", "switch.falls_back")
    same([one["state"] for one in answer.value], ["on"])
    house.becomes("switch.falls_back", "off")


@fact("a call goes on when the caller hangs up")
def hanging_up(house):
    house.given(switch__slow="off")
    try:
        house.user.post("/api/services/switch/turn_on", {"entity_id": "switch.slow"}, timeout=1)
        expect(False, "the call did not block")
    except TimeoutError:
        same(house.user.state("switch.slow"), "off")
    house.becomes("switch.slow", "on")


@fact("an assumed state is marked")
def assumed(house):
    same(house.user.entity("switch.assumed")["attributes"]["assumed_state"], True)


@fact("painting a state switches nothing, and only an administrator may")
def painting(house):
    same(short(house.user.post("/api/states/switch.plain", {"state": "off"})), REFUSED)
    house.given(switch__plain="on")
    same(house.owner.post("/api/states/switch.plain", {"state": "off"}).status, 200)
    same(house.user.state("switch.plain"), "off")
    # The device is on and says so as soon as it speaks again.
    house.owner.call("homeassistant.update_entity", "switch.plain")
    house.becomes("switch.plain", "on")


# What is refused


@fact("an integration that fails: 500 as text, and the connection ends")
def integration_fails(house):
    answer = house.user.call("switch.turn_on", "switch.fails")
    same(short(answer), FAILED)
    same(answer.headers["Connection"], "close")


@fact("an unknown service, an unknown field, a nested target and no entity: 400 as text")
def bad_requests(house):
    same(short(house.user.call("group.turn_on", "group.kids_devices")), BAD)
    same(short(house.user.call("lock.turn_on", "lock.side_door")), BAD)
    same(short(house.user.call("switch.turn_on", "switch.plain", colour="red")), BAD)
    for body in ({"target": {"entity_id": "switch.plain"}}, {}, {"entity_id": ""}, {"entity_id": "nodot"}):
        same(short(house.user.post("/api/services/switch/turn_on", body)), BAD, body)


@fact("what is no JSON: 400 with a message")
def no_json(house):
    answer = house.user.ask("POST", "/api/services/switch/turn_on", b"{entity_id:")
    same((answer.status, answer.value), (400, {"message": "Data should be valid JSON."}))


# Doors


@fact("a lock says locking and unlocking on its way")
def transitional_lock(house):
    house.given(lock__slow_door="locked")
    for service, on_the_way, there in (("unlock", "unlocking", "unlocked"), ("lock", "locking", "locked")):
        call = threading.Thread(target=house.user.call, args=(f"lock.{service}", "lock.slow_door"))
        call.start()
        house.becomes("lock.slow_door", on_the_way, 5)
        call.join()
        same(house.user.state("lock.slow_door"), there)


@fact("a lock may jam, with 200")
def jam(house):
    house.given(lock__poorly_installed_door="unlocked")
    same(house.user.call("lock.lock", "lock.poorly_installed_door").status, 200)
    same(house.user.state("lock.poorly_installed_door"), "jammed")


@fact("a lock with a code: 500 without it, unlocked with it")
def code(house):
    house.owner.call("lock.lock", "lock.code_door", code="1234")
    same(short(house.user.call("lock.unlock", "lock.code_door")), FAILED)
    same(house.user.state("lock.code_door"), "locked")
    same(house.user.call("lock.unlock", "lock.code_door", code="1234").status, 200)
    same(house.user.state("lock.code_door"), "unlocked")


@fact("covers and valves answer at once and are on their way for a while")
def moving(house):
    for domain, entity in (("cover", "cover.gate"), ("valve", "valve.orchard")):
        house.put(entity, "closed")
        answer = house.user.call(f"{domain}.open_{domain}", entity)
        same([one["state"] for one in answer.value], ["opening"])
        same(house.user.state(entity), "opening")
        house.becomes(entity, "open")


@fact("homeassistant.turn_on leaves locks and covers as they are, with 200")
def general_service(house):
    house.given(switch__plain="off", lock__side_door="locked", cover__gate="closed")
    same(house.user.call("homeassistant.turn_on", "group.mixed").status, 200)
    same(house.user.state("switch.plain"), "on")
    same(house.user.state("lock.side_door"), "locked")
    same(house.user.call("homeassistant.turn_on", "cover.gate").status, 200)
    same(house.user.state("cover.gate"), "closed")


# Other domains


@fact("a climate that is off comes back in some mode")
def climate(house):
    house.user.call("climate.turn_off", "climate.hvac")
    same(house.user.state("climate.hvac"), "off")
    house.user.call("climate.turn_on", "climate.hvac")
    expect(house.user.state("climate.hvac") in ("heat", "cool", "auto"), house.user.state("climate.hvac"))


@fact("a media player that is turned on is something else than off")
def media_player(house):
    house.put("media_player.walkman", "off")
    house.user.call("media_player.turn_on", "media_player.walkman")
    expect(house.user.state("media_player.walkman") in ("on", "idle", "playing", "paused"), "it is off")


# Groups


@fact("a group is on while one member is, and with all:true while all are")
def group_arithmetic(house):
    house.given(switch__plain="off", input_boolean__homework="off", light__kids_desk="off")
    same(groups(house, "kids_devices", "all_devices"), ["off", "off"])
    house.given(light__kids_desk="on")
    same(groups(house, "kids_devices", "all_devices"), ["on", "off"])
    house.given(switch__plain="on", input_boolean__homework="on")
    same(groups(house, "kids_devices", "all_devices"), ["on", "on"])


@fact("a group leaves out a member that is unavailable, and with all:true is off for it")
def group_with_absent(house):
    house.given(switch__plain="on")
    same(groups(house, "half_there", "half_there_all"), ["on", "off"])
    house.given(switch__plain="off")
    same(groups(house, "half_there", "half_there_all"), ["off", "off"])


@fact("a group of all locks says locked while one of them is unlocked")
def group_of_locks(house):
    house.given(lock__side_door="locked", lock__back_door="locked")
    same(groups(house, "doors_any", "doors_all"), ["locked", "locked"])
    house.given(lock__back_door="unlocked")
    same(groups(house, "doors_any", "doors_all"), ["unlocked", "locked"])
    house.given(lock__back_door="locked")


@fact("lock.lock of a lock that stands for others locks them all")
def lock_of_locks(house):
    house.given(lock__side_door="unlocked", lock__back_door="unlocked")
    same(house.user.entity("lock.every_door")["attributes"]["entity_id"], ["lock.side_door", "lock.back_door"])
    house.user.call("lock.lock", "lock.every_door")
    same([house.user.state(one) for one in ("lock.side_door", "lock.back_door")], ["locked", "locked"])


def groups(house, *names):
    return [house.user.state(f"group.{name}") for name in names]


# When it is not itself


@fact("while it starts it says NOT_RUNNING, and misses entities that it will have")
def starting(house):
    with house.starting():
        same(house.user.get("/api/core/state").value["state"], "NOT_RUNNING")
        same(house.user.get("/api/states/switch.plain").status, 404)
        same(house.user.state("group.half_there"), "unknown")
        same(house.user.call("homeassistant.turn_on", "switch.plain").status, 200)
    same(house.user.state("switch.plain"), "off")


@fact("in recovery mode it says RUNNING, and what it knew is unavailable")
def recovery_mode(house):
    with house.recovering():
        same(house.user.get("/api/core/state").value["state"], "RUNNING")
        same(house.user.get("/api/config").value["recovery_mode"], True)
        entity = house.user.entity("switch.plain")
        same((entity["state"], entity["attributes"]["restored"]), ("unavailable", True))
        same(short(house.user.call("switch.turn_on", "switch.plain")), BAD)


@fact("a server that is stopped refuses connections")
def stopped(house):
    with house.gone():
        try:
            http.client.HTTPConnection("127.0.0.1", house.server.port, timeout=5).connect()
            expect(False, "it listens")
        except ConnectionRefusedError:
            pass

"""The dry run of a household with `requests`: what is to be switched, and nothing is.

Every system in a thread of its own, one session for each, as many requests as its API forces.
The inventory is the playbook's; secrets come from the environment.
"""

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor

import requests

RULE = "Downtime-iPad"
PAGE = 200


def opened():
    session = requests.Session()
    # Else a variable of the environment would outrank the authority that is given.
    session.trust_env = False
    return session


def ask(session, method, url, **arguments):
    answer = session.request(method, url, timeout=30, **arguments)
    answer.raise_for_status()
    return answer.json() if answer.content else None


def items(session, url):
    found = []
    while True:
        page = ask(session, "GET", url, params={"offset": len(found), "limit": PAGE})
        found += page["data"]
        if not page["data"] or len(found) >= page["totalCount"]:
            break
    if len({item["id"] for item in found}) != page["totalCount"]:
        raise RuntimeError(f"{url} does not add up")
    return found


def console(name, url, authority):
    with opened() as session:
        session.headers["X-API-KEY"] = os.environ["KEY"]
        session.verify = authority
        base = url + "/proxy/network/integration/v1"
        version = ask(session, "GET", base + "/info")["applicationVersion"]
        (site,) = items(session, base + "/sites")
        rules = items(session, f"{base}/sites/{site['id']}/acl-rules")
        (rule,) = [rule for rule in rules if rule["name"] == RULE]
        wanted = rule["action"] == "BLOCK"
        state = "in place" if rule["enabled"] == wanted else f"enabled: {rule['enabled']} -> {wanted}"
        return f"{name} {version}: {RULE} {state}"


def pihole(name, url):
    with opened() as session:
        base = url + "/api"
        login = ask(session, "POST", base + "/auth", json={"password": os.environ["WORD"]})
        session.headers["X-FTL-SID"] = login["session"]["sid"]
        try:
            blocking = ask(session, "GET", base + "/dns/blocking")["blocking"]
            version = ask(session, "GET", base + "/info/version")["version"]["ftl"]["local"]["version"]
        finally:
            ask(session, "DELETE", base + "/auth")
        return f"{name} {version}: blocking {'in place' if blocking == 'enabled' else blocking + ' -> enabled'}"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        groups = json.load(file)
    authority = groups["consoles"]["vars"]["authority"]
    consoles = groups["consoles"]["hosts"].items()
    piholes = groups["piholes"]["hosts"].items()
    with ThreadPoolExecutor(len(consoles) + len(piholes)) as pool:
        plans = [pool.submit(console, name, host["url"], authority) for name, host in consoles]
        plans += [pool.submit(pihole, name, host["url"]) for name, host in piholes]
    for plan in plans:
        print(plan.result())


main()

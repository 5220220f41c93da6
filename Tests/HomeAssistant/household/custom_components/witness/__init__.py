"""Writes down every service that is called and every request that comes, for the suite to read.

Both are written before the caller learns the outcome, or at once after it: what a program did is in the files when it
has ended.
"""

import json
import logging

from homeassistant.core import callback


async def async_setup(hass, config):
    calls = open(hass.config.path("calls.jsonl"), "a", buffering=1)

    @callback
    def note(event):
        json.dump(event.data | {"context": event.context.id, "user": event.context.user_id}, calls, default=str)
        calls.write("\n")

    hass.bus.async_listen("call_service", note)

    requests = logging.FileHandler(hass.config.path("requests.log"))
    requests.setFormatter(logging.Formatter("%(message)s"))
    log = logging.getLogger("aiohttp.access")
    log.addHandler(requests)
    log.setLevel(logging.INFO)
    log.propagate = False
    return True

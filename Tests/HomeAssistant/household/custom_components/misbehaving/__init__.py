"""Devices that are slow, late, absent or broken, each in one way that its name tells."""

import asyncio
import logging
from pathlib import Path

from .vanishing import Vanishing

DOMAIN = "misbehaving"


async def async_setup(hass, config):
    """Takes as long to start as there is a file `hold-start`, so that the suite says how long a start is."""
    logging.getLogger("aiohttp.access").addHandler(Vanishing(hass))
    hold = Path(hass.config.path("hold-start"))
    while await hass.async_add_executor_job(hold.exists):
        await asyncio.sleep(0.05)
    return True

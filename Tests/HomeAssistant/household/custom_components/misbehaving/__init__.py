"""Devices that are slow, late, absent or broken, each in one way that its name tells."""

import asyncio
from pathlib import Path

DOMAIN = "misbehaving"


async def async_setup(hass, config):
    """Takes as long to start as there is a file `hold-start`, so that the suite says how long a start is."""
    hold = Path(hass.config.path("hold-start"))
    while await hass.async_add_executor_job(hold.exists):
        await asyncio.sleep(0.05)
    return True

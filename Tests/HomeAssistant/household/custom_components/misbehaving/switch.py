"""Switches, each with one fault."""

from homeassistant.components.switch import SwitchEntity
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers.event import async_call_later

import asyncio


async def async_setup_platform(hass, config, add_entities, discovery_info=None):
    add_entities([
        Switch("Plain"),
        Switch("Other"),
        Switch("Slow", blocks=3),
        Switch("Very slow", blocks=15),
        Switch("Late", lags=2),
        Switch("Falls back", falls_back=1),
        Switch("Ignores", ignores=True),
        Switch("Fails", fails=True),
        Switch("Unavailable", available=False),
        Switch("Assumed", assumed=True),
    ])  # fmt: skip


class Switch(SwitchEntity):
    """A switch that is off to begin with."""

    _attr_should_poll = False

    def __init__(
        self, name, blocks=0, lags=0, falls_back=0, ignores=False, fails=False, available=True, assumed=False
    ):
        self._attr_name = name
        self._attr_unique_id = f"switch-{name}"
        self._attr_is_on = False
        self._attr_available = available
        self._attr_assumed_state = assumed
        self.blocks, self.lags, self.falls_back = blocks, lags, falls_back
        self.ignores, self.fails = ignores, fails

    async def async_turn_on(self, **options):
        await self.move(True)

    async def async_turn_off(self, **options):
        await self.move(False)

    async def move(self, on):
        if self.fails:
            raise HomeAssistantError("the device did not answer")
        if self.ignores:
            return
        await asyncio.sleep(self.blocks)
        if self.lags:
            self.later(self.lags, on)
            return
        was = self._attr_is_on
        self.show(on)
        if self.falls_back and on != was:
            self.later(self.falls_back, was)

    def later(self, seconds, on):
        async def change(now):
            self.show(on)

        async_call_later(self.hass, seconds, change)

    def show(self, on):
        self._attr_is_on = on
        self.async_write_ha_state()

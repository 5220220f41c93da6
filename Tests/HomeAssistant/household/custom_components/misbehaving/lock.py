"""Locks: two that behave, one that takes its time, one that wants a code. The demo has one that jams."""

import asyncio

from homeassistant.components.lock import LockEntity


async def async_setup_platform(hass, config, add_entities, discovery_info=None):
    add_entities([
        Lock("Side door"),
        Lock("Back door"),
        Lock("Slow door", takes=4),
        Lock("Code door", code_format=r"^\d{4}$"),
        Lock("Lost door", available=False),
    ])  # fmt: skip


class Lock(LockEntity):
    """A lock that is locked to begin with. The service takes as long as the bolt does."""

    _attr_should_poll = False

    def __init__(self, name, takes=0, code_format=None, available=True):
        self._attr_name = name
        self._attr_unique_id = f"lock-{name}"
        self._attr_is_locked = True
        self._attr_code_format = code_format
        self._attr_available = available
        self.takes = takes

    async def async_lock(self, **options):
        await self.move(True)

    async def async_unlock(self, **options):
        await self.move(False)

    async def move(self, locked):
        if self.takes:
            self._attr_is_locking, self._attr_is_unlocking = locked, not locked
            self.async_write_ha_state()
            await asyncio.sleep(self.takes)
        self._attr_is_locking = self._attr_is_unlocking = False
        self._attr_is_locked = locked
        self.async_write_ha_state()

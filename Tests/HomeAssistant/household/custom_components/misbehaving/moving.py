"""What opens and closes, and is on its way for a while."""

from homeassistant.helpers.event import async_call_later


class Moving:
    """Closed to begin with."""

    _attr_should_poll = False

    def __init__(self, name, seconds):
        self._attr_name = name
        self._attr_unique_id = f"moving-{name}"
        self._attr_is_closed = True
        self.seconds = seconds

    def begin(self, closed):
        """Says that it moves, and arrives later."""
        self._attr_is_opening, self._attr_is_closing = not closed, closed
        self.async_write_ha_state()

        async def arrive(now):
            self._attr_is_opening = self._attr_is_closing = False
            self._attr_is_closed = closed
            self.async_write_ha_state()

        async_call_later(self.hass, self.seconds, arrive)

"""A valve: its service returns at once, and then it turns for some seconds."""

from homeassistant.components.valve import ValveEntity, ValveEntityFeature

from .moving import Moving


async def async_setup_platform(hass, config, add_entities, discovery_info=None):
    add_entities([Valve("Orchard", seconds=2)])


class Valve(Moving, ValveEntity):
    """Closed to begin with."""

    _attr_reports_position = False
    _attr_supported_features = ValveEntityFeature.OPEN | ValveEntityFeature.CLOSE

    async def async_open_valve(self):
        self.begin(closed=False)

    async def async_close_valve(self):
        self.begin(closed=True)

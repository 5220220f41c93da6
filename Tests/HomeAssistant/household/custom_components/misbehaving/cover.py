"""A gate: its service returns at once, and then it moves for some seconds."""

from homeassistant.components.cover import CoverDeviceClass, CoverEntity, CoverEntityFeature

from .moving import Moving


async def async_setup_platform(hass, config, add_entities, discovery_info=None):
    add_entities([Gate("Gate", seconds=3)])


class Gate(Moving, CoverEntity):
    """Closed to begin with."""

    _attr_device_class = CoverDeviceClass.GATE
    _attr_supported_features = CoverEntityFeature.OPEN | CoverEntityFeature.CLOSE

    async def async_open_cover(self, **options):
        self.begin(closed=False)

    async def async_close_cover(self, **options):
        self.begin(closed=True)

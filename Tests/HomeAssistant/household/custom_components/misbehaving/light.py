"""Lights that behave, three whose names fit one pattern."""

from homeassistant.components.light import ColorMode, LightEntity


async def async_setup_platform(hass, config, add_entities, discovery_info=None):
    add_entities([Light("Kids desk"), Light("Kids bed"), Light("Kids night")])


class Light(LightEntity):
    """A light that is on to begin with."""

    _attr_should_poll = False
    _attr_color_mode = ColorMode.ONOFF
    _attr_supported_color_modes = {ColorMode.ONOFF}

    def __init__(self, name):
        self._attr_name = name
        self._attr_unique_id = f"light-{name}"
        self._attr_is_on = True

    async def async_turn_on(self, **options):
        self._attr_is_on = True
        self.async_write_ha_state()

    async def async_turn_off(self, **options):
        self._attr_is_on = False
        self.async_write_ha_state()

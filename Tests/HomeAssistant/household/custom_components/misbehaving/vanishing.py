"""Entities that are gone for one reading, as they are for some milliseconds while an integration is loaded anew."""

import logging


class Vanishing(logging.Handler):
    """Hears of every request after its answer, and brings back what somebody has found missing."""

    def __init__(self, hass):
        super().__init__()
        self.hass = hass
        self.gone = {}
        hass.services.async_register("misbehaving", "vanish", self.vanish)

    async def vanish(self, call):
        entity = call.data["entity_id"]
        self.gone[entity] = self.hass.states.get(entity)
        self.hass.states.async_remove(entity)

    def emit(self, record):
        line = record.getMessage()
        if "GET /api/states" not in line or line.endswith('"suite"'):
            return
        for entity, state in self.gone.items():
            self.hass.states.async_set(entity, state.state, state.attributes)
        self.gone = {}

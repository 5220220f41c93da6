/// `/api/config` and `/api/core/state`.
extension HomeAssistant {
  var coreState: JSONValue {
    var state: JSONValue = ["state": .string(phaseName)]
    if generation != .old {
      state["recorder_state"] = ["migration_in_progress": false, "migration_is_live": false]
    }
    return state
  }

  private var phaseName: String {
    switch phase {
    case .refusesConnections, .notRunning: "NOT_RUNNING"
    case .starting: "STARTING"
    case .running: "RUNNING"
    }
  }

  /// In recovery mode it is that of a server that nobody has configured.
  var config: JSONValue {
    let place: (country: JSONValue, elevation: JSONValue, latitude: JSONValue, longitude: JSONValue, zone: String) =
      recoveryMode ? (nil, 0, 0, 0, "UTC") : ("AT", 150, .number("48.2"), .number("16.4"), timeZone)
    let domains = recoveryMode ? [] : Set(board.all.map(\.domain)).sorted()
    let folders: JSONValue = ["/media", "/config/www"]
    return [
      "allowlist_external_dirs": folders, "allowlist_external_urls": [],
      "components": .array((["homeassistant", "api", "http"] + domains).map { .string($0) }),
      "config_dir": "/config", "config_source": .string(recoveryMode ? "default" : "yaml"), "country": place.country,
      "currency": "EUR", "debug": false, "elevation": place.elevation, "external_url": nil, "internal_url": nil,
      "language": "en", "latitude": place.latitude, "location_name": .string(locationName),
      "longitude": place.longitude, "radius": 100, "recovery_mode": .bool(recoveryMode), "safe_mode": false,
      "state": .string(phaseName), "time_zone": .string(place.zone),
      "unit_system": [
        "length": "km", "accumulated_precipitation": "mm", "area": "m²", "mass": "g", "pressure": "Pa",
        "temperature": "°C", "volume": "L", "wind_speed": "m/s",
      ],
      "version": .string(version), "whitelist_external_dirs": folders,
    ]
  }
}

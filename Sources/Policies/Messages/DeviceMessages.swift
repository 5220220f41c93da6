import CivilTime
import Text

/// What can be wrong with devices and their traffic.
extension PolicyMessage {
  static func deviceNamedTwice(_ name: String) -> PolicyMessage {
    PolicyMessage(.nameTwice, "the device '\(name)' is defined twice", hint: "keep one of them, or rename one")
  }

  static func deviceTwice(_ mac: MACAddress, _ first: String) -> PolicyMessage {
    PolicyMessage(
      .deviceAddress, "\(mac) is already the address of '\(first)'", hint: "keep one name, or correct the address")
  }

  /// `mac` is what was read, if that is an address.
  static func deviceAddress(_ text: String, _ mac: MACAddress?) -> PolicyMessage {
    mac == nil
      ? PolicyMessage(
        .deviceAddress, "'\(text)' is not a MAC address",
        hint: "write it like \"04:00:5e:00:53:01\"; 'reconcile devices' lists the connected devices")
      : PolicyMessage(
        .deviceAddress, "'\(text)' is not the address of a single device",
        hint: "choose one that 'reconcile devices' lists")
  }

  static func unknownDevice(_ name: String, isAddress: Bool, suggestion: String?, known: [String]) -> PolicyMessage {
    let others =
      isAddress
      ? "give it a name under 'devices' at the top, and use that name here"
      : known.isEmpty ? "define it under 'devices' at the top" : "the devices are \(someOf(known))"
    return PolicyMessage(
      .deviceUnknown, "unknown device '\(name)'", hint: didYouMean(isAddress ? nil : suggestion, otherwise: others))
  }

  static func unusedDevice(_ name: String) -> PolicyMessage {
    PolicyMessage(
      .deviceUnused, "no target names the device '\(name)', so nothing here stops it",
      hint: "name it in 'devices' of a target, or remove it"
    ).asWarning
  }

  static func privateAddress(_ device: Device) -> PolicyMessage {
    PolicyMessage(
      .devicePrivate,
      "\(device.mac) is a private address: '\(device.name)' may switch to another one, and then nothing here stops it",
      hint: "turn off private addresses for this WiFi on the device and write the address it then has, or say why this "
        + "one stays: {mac: \"\(device.mac)\", because: …}"
    ).asWarning
  }

  static func otherClock(_ clock: String, of system: System, zone: Zone) -> PolicyMessage {
    let noun = system.kind.noun
    if case .unknown(let suggestions)? = system.clock {
      let names = alternatives(suggestions.map { "'\($0)'" })
      return PolicyMessage(
        .systemClock,
        "unknown time zone '\(clock)' of the clock of '\(system.name)', so the \(noun) keeps no hours by itself",
        hint: suggestions.isEmpty
          ? "write the zone that the \(noun) is set to; if that is the policy's, '\(zone.name)'"
          : "did you mean \(names)?"
      ).asWarning
    }
    return PolicyMessage(
      .systemClock,
      "the clock of '\(system.name)' is set to '\(clock)' and the policy to '\(zone.name)', so the \(noun) keeps no hours "
        + "by itself",
      hint: "set the \(noun) to \(zone.name), and write that here, too"
    ).asWarning
  }

  static func trafficID(_ text: String) -> PolicyMessage {
    PolicyMessage(
      .objectID, "'\(text)' is not the id of an application",
      hint: "write id: and a number; 'reconcile apps' lists them")
  }

  static func siteForm(_ site: String, hint: String) -> PolicyMessage {
    let instead = site.hasPrefix("*.") ? "write '\(site.dropFirst(2))'" : hint
    return PolicyMessage(.domainForm, "'\(site)' is not a site", hint: instead)
  }

  static func pruneNeedsOwner(_ key: String, of system: String) -> PolicyMessage {
    PolicyMessage(
      .ownerForm, "'\(key)' of '\(system)' removes what this file owns, but the file has no owner",
      hint: "write 'owner: NAME' at the top; two files with the same owner would remove each other's entries")
  }

  static func substitute(
    _ substitute: SystemKind.Substitute, of key: String, target: String, on system: String, _ noun: String,
    members: (String) -> [String]?
  ) -> PolicyMessage {
    let narrowed = substitute.narrowed.compactMap { key, hint in members(key).map { (hint, $0) } }.first
    let devices = members(key) ?? []
    let hint = (narrowed?.0 ?? substitute.hint).exchanging("TARGET", for: target).exchanging("SYSTEM", for: system)
      .exchanging("MEMBERS", for: devices.isEmpty ? "its devices" : devices.listed())
      .exchanging("NARROWED", for: (narrowed?.1 ?? []).joined(separator: ", "))
    return PolicyMessage(.targetSystem, "'\(system)' is \(noun.withArticle), which has no \(key)", hint: hint)
  }
}

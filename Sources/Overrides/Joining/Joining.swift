package import Approvals
import CivilTime
import Controller
import Planning
package import Policies
package import StateStore

/// Links, and the devices that act for people since they used one.
package enum Joining {
  /// Keeps a link for `person` that has `token` in it.
  package static func link(
    _ person: Name, device: String?, _ token: DeviceToken, _ context: OverrideContext, in store: StateStore
  ) throws(StateError) {
    let link = JoinLink(person: person, device: device, hash: token.hash, made: context.clocks)
    try store.keep(
      link, telling: Event(at: context.now, .linkMade, by: context.person, name: person.text, message: device))
  }

  /// Lets a program that shows `token` act for `person`.
  package static func admit(
    _ person: Name, program: String?, _ token: DeviceToken, _ context: OverrideContext, in store: StateStore
  ) throws(StateError) {
    let device = JoinedDevice(
      person: person, name: program, hash: token.hash, joined: context.now, isProgram: true)
    try store.keep(device, telling: joined(device, by: context.person))
  }

  /// Uses a link, once: whoever shows `cookie` acts for its person from then on. Nil where the link is not good.
  package static func redeem(
    _ link: DeviceToken, as cookie: DeviceToken, at now: ClockReading, in store: StateStore
  ) throws(StateError) -> JoinedDevice? {
    try store.redeem(link: link.hash, as: cookie.hash, at: now) { joined($0, by: $0.person.text) }
  }

  /// Lets `devices` act for nobody any more, and nobody use `links`.
  package static func forget(
    _ devices: [JoinedDevice], links: [JoinLink] = [], _ context: OverrideContext, in store: StateStore
  ) throws(StateError) {
    try store.forget(links) { link in
      Event(
        at: context.now, .deviceForgotten, by: context.person, name: link.person.text,
        message: link.device.map { "the link for '\($0)'" } ?? "a link")
    }
    try store.forget(devices) { device in
      Event(
        at: context.now, .deviceForgotten, by: context.person, name: device.person.text, message: device.name)
    }
  }

  private static func joined(_ device: JoinedDevice, by person: String) -> Event {
    Event(at: device.joined, .deviceJoined, by: person, name: device.person.text, message: device.name)
  }
}

import JSONTree
import Providers
import Planning
import UniFi

/// The story of an SSID that the caller named, as there is none that would have no effect: whoever is on it is cut off
/// for some seconds. Its switch is moved to and fro, and put back as it was found in any case.
struct WiFiStory: Sendable {
  let hand: ConsoleHand
  let name: String
  /// The path of the site's SSIDs.
  let path: String

  /// Tells it. What is given back is for people.
  func tell(on system: LiveSystem) async throws(LiveFailure) -> String {
    let found = try await system.object(.wifi, named: name)
    guard let id = found.id else { throw LiveFailure("expected the SSID '\(name)' to have an id") }
    let before = try await hand.look("\(path)/\(id)")
    do throws(LiveFailure) {
      try await SwitchStory.moveToAndFro(found, on: system)
    } catch {
      try await putBack(before, id, because: error)
      throw error
    }
    // Not shown where it differs: it holds the passphrase.
    try demand(try await hand.look("\(path)/\(id)") == before, "all that '\(name)' says to be as it was")
    return "moved the switch of '\(name)' to and fro, left a stale change alone; it is as it was"
  }

  private func putBack(_ before: JSON, _ id: String, because failure: LiveFailure) async throws(LiveFailure) {
    do throws(LiveFailure) {
      let now = try await hand.look("\(path)/\(id)")
      guard let enabled = before["enabled"], now["enabled"] != enabled else { return }
      try await hand.put("\(path)/\(id)", now.removing(["id", "metadata"]).setting("enabled", to: enabled))
    } catch {
      let was = before["enabled"]?.bool == true ? "enabled" : "disabled"
      throw LiveFailure("\(failure.message); putting it back failed too (\(error.message)): it was \(was) before")
    }
  }
}

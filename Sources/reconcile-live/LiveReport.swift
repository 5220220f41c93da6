import Glibc

/// What the suite says while it goes on: a line for each story.
struct LiveReport {
  let system: String
  private(set) var failures = 0

  init(system: String) { self.system = system }

  /// Tells a story and what came of it; whether it went well.
  @discardableResult
  mutating func tell(
    _ what: String, on place: String, _ story: () async throws(LiveFailure) -> String
  ) async -> Bool {
    do throws(LiveFailure) {
      say("ok", what, try await story())
      // Beside other programs' output, a line comes when it is true.
      fflush(nil)
      return true
    } catch {
      // Who has ended the suite knows that, and nothing went wrong.
      if Interruption.isWanted {
        say("stopped", what, error.message)
        return false
      }
      failures += 1
      say("FAILED", what, "\(place): \(error.message)")
      return false
    }
  }

  /// Says that a kind is not tried, and why.
  func leaveOut(_ what: String, _ reason: String) { say("left out", what, reason) }

  private func say(_ mark: String, _ what: String, _ words: String) {
    print(Self.padded(system, 8) + Self.padded(what, 12) + Self.padded(mark, 10) + words)
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}

import Controller
import Host
import StateStore

/// What the policy and the state say, kept until one of them is touched.
final class KnownHousehold {
  private let places: Places
  private let environment: Environment
  /// Is called where what is shown was read from other files than before.
  private let whenElsewhere: () -> Void
  /// As it was read last.
  private(set) var last: Household?
  /// Whether the policy was touched since, or something else that the watched folders tell of.
  private(set) var isOld = true
  /// What the state was when it was read: what a command has written by now is shown at once, not a moment later.
  private var version: StateVersion?

  init(_ places: Places, _ environment: Environment, whenElsewhere: @escaping () -> Void) {
    (self.places, self.environment, self.whenElsewhere) = (places, environment, whenElsewhere)
  }

  /// Every file that what is shown was read from.
  var files: [String] { (last?.files ?? [places.policy]) + [places.state.file] }

  /// Has all of it read again when it is needed next.
  func touch() { isOld = true }

  /// What is in the policy and the state; nil where neither can be read.
  func current() -> Household? {
    let version = StateVersion(of: places.state.file)
    guard isOld || last == nil || version != self.version else { return last }
    let before = files
    do throws(StateError) {
      let known = last
      last = try Household(places, environment)
      last?.note(after: known, at: environment.now())
      self.version = version
      isOld = false
      // Another policy has other files, or other calendars.
      if files != before { whenElsewhere() }
    } catch {
      // Who writes it is done in a moment.
      environment.warn(error.message)
    }
    return last
  }
}

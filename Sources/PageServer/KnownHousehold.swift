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
  /// Why it could not be read anew; nil where it could.
  private(set) var trouble: StateError?
  /// Whether there is no policy that could be shown: neither the files nor a version that was kept can be used.
  private(set) var isWithoutPolicy = false
  /// By hash, every device that was there at some time since the server began.
  private var devices: Set<String> = []
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

  /// Whether one of these hashes is that of a device that was let in since the server began.
  func hasKnown(deviceIn hashes: [String]) -> Bool { !devices.isDisjoint(with: hashes) }

  /// Whether the state that is there now says that one of these was let in and is not any more. Of a state that was put in
  /// the place of another one, and of none, nothing is known.
  func hasForgotten(deviceIn hashes: [String]) -> Bool {
    guard !isOld, trouble == nil else { return false }
    do throws(StateError) {
      return try StateStore(reading: places.state.path)?.hasForgotten(deviceIn: hashes) ?? false
    } catch {
      return false
    }
  }

  /// Whether what was read last goes on being shown as nothing newer can be read. Who writes it is done in a moment.
  var isUnread: Bool { trouble.map { ![.busy, .unfinished].contains($0.kind) } ?? false }

  /// What is in the policy and the state, as they were read last; nil where neither could ever be.
  func current() -> Household? {
    let version = StateVersion(of: places.state.file)
    guard isOld || last == nil || version != self.version else { return last }
    let before = files
    do throws(StateError) {
      let known = last
      let read = try Household(places, environment)
      // The server has begun with one: what is not there for a moment is not taken for empty.
      if read?.hasState != true { try StateStore.requireState(in: places.state.path) }
      if read == nil, !isWithoutPolicy { environment.warn(Self.noPolicy(at: places.policy)) }
      isWithoutPolicy = read == nil
      last = read
      last?.note(after: known, at: environment.now())
      devices.formUnion(last?.devices.keys ?? [:].keys)
      self.version = version
      isOld = false
      trouble = nil
      // Another policy has other files, or other calendars.
      if files != before { whenElsewhere() }
    } catch {
      // Who writes it is done in a moment; what goes on is said once.
      if error != trouble { environment.warn(error.message) }
      trouble = error
    }
    return last
  }

  private static func noPolicy(at path: String) -> String {
    "the policy '\(path)' cannot be used, and no earlier version of it can: nothing is enforced, and nobody's page is shown; "
      + "'reconcile validate' says why"
  }
}

import CivilTime
import StateStore

/// Which coming changes people are told of now, and when the next one is due. Decides; tells and remembers nothing.
struct Reminders: Hashable {
  /// Those of which people are told now, by time.
  var due: [ComingChange] = []
  /// Those that are to be remembered, so that nobody is told of them again.
  var told: [ToldChange] = []
  /// When the next one is due; nil where none of those that are known is.
  var next: Instant?

  /// How long a change is remembered after it came about, in seconds: a clock may be set back.
  private static let rememberedSeconds: Int64 = 86_400

  /// No reminders.
  init() {}

  /// Of the `coming` changes each is due from `before` seconds before it until it comes about, once; `told` are those
  /// that earlier runs told of.
  init(_ coming: [ComingChange], told: [ToldChange], before: Int64, now: Instant) {
    let known = Set(told)
    due = coming.filter { change in
      now < change.at && change.at + -before <= now
        && !known.contains(ToldChange(target: change.target, at: change.at))
    }
    self.told =
      told.filter { $0.at + Self.rememberedSeconds > now } + due.map { ToldChange(target: $0.target, at: $0.at) }
    next = coming.map { $0.at + -before }.filter { $0 > now }.min()
  }
}

extension StateSession {
  /// What of the `coming` changes is told now, `before` seconds beforehand. It is remembered before anybody is told: what
  /// cannot be remembered is not told, as it would be told every minute.
  func remind(
    _ coming: [ComingChange], before: Int64, at now: Instant, warn: (String) -> Void
  ) -> Reminders {
    guard let store else { return Reminders() }
    do throws(StateError) {
      let told = try store.toldChanges()
      var reminders = Reminders(coming, told: told, before: before, now: now)
      if reminders.told != told { try store.keep(told: reminders.told) }
      reminders.told = []
      return reminders
    } catch {
      tellNotKept(error, warn)
      return Reminders()
    }
  }
}

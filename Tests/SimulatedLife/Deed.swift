import TestSupport

/// One thing that happens in the life of a household.
struct Event: Sendable {
  /// Seconds since 1970, by the true clock.
  var at: Int64
  var deed: Deed
}

/// What may happen. Numbers pick among what is there at the time.
enum Deed: Sendable {
  /// The timer rings, and the program runs.
  case tick
  /// Everything that is wrong ends; the program runs twice an hour later, and all is to be well.
  case calm
  case person(Person)
  case override(OverrideDeed)
  case rules(HouseRules)
  /// Somebody saves a file that is none.
  case brokenRules
  case mendedRules
  case weather(system: Int, Weather)
  /// The machine's clock is set: so many seconds ahead of the true one.
  case clock(ahead: Int64)
  /// The next run is killed at the `point`-th point at which it waits or writes.
  case kill(point: Int)
  /// The disk of the machine fills up, or has room again.
  case disk(isFull: Bool)
  /// What somebody, by the name of their user, does about what is guarded.
  case guarding(String, GuardDeed)
}

/// What people do by hand, on the system with the number `system`.
enum Person: Sendable {
  case toggle(system: Int, UInt64)
  case rename(system: Int, UInt64)
  case delete(system: Int, UInt64)
  case add(system: Int, UInt64)
  /// Pauses a Pi-hole; nil for as long as it may take.
  case pause(system: Int, seconds: Int?)
  case resume(system: Int)
}

/// What people ask of the program. `number` picks one of the overrides that hold.
enum OverrideDeed: Sendable {
  /// For so many seconds.
  case lasting(target: String, state: String, Int64)
  /// Until the next time at which the wall clock shows so many minutes of the day.
  case until(target: String, state: String, Int)
  /// To begin only after so many seconds, for as many as the last says.
  case later(target: String, state: String, Int64, Int64)
  case end(number: UInt64)
  case extend(number: UInt64, seconds: Int64)
}

/// What goes wrong.
enum Weather: Sendable {
  /// The requests with these numbers, counted from the next one.
  case faults(at: Int, count: Int, WireFault)
  /// The answer to the request with this number has a value of another type.
  case wrongType(at: Int, UInt64)
  /// The request with this number is refused with 401.
  case unauthorized(at: Int)
  /// Every session of the Pi-hole is over just before the request with this number.
  case sessionsEnd(at: Int)
  /// Everything takes so many seconds.
  case slow(seconds: Int)
  case booting(Bool)
  case readOnly(Bool)
  case otherKey(Bool)
  case restart(away: Int)
  case crash
  case locked(exclusively: Bool, requests: Int)
  case refusals(Int)
  case throttled(seconds: Int)
  case seatsTaken
  case resolver(fails: Bool)
  /// One of its things cannot be reached.
  case unreachable(UInt64)
  /// The answer to the next thing that is done does not come.
  case deedUnanswered
}

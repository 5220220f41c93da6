import TestSupport

/// One thing that happens in the life of a household.
struct Event: Sendable {
  /// Seconds since 1970.
  var at: Int64
  var deed: Deed
}

/// What may happen. Numbers pick among what is there at the time.
enum Deed: Sendable {
  /// The program runs, on a machine whose clock is so many seconds ahead.
  case tick(ahead: Int64)
  /// Everything that is wrong ends; the program runs twice an hour later, and all is to be well.
  case calm
  case person(Person)
  case rules(HouseRules)
  /// Somebody saves a file that is none.
  case brokenRules
  case mendedRules
  case weather(system: Int, Weather)
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

/// What goes wrong.
enum Weather: Sendable {
  /// The requests with these numbers, counted from the next one.
  case faults(at: Int, count: Int, WireFault)
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
}

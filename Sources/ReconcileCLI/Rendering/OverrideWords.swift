import Policies

extension Override {
  /// `override 3: kids on from 21:00:04 until 22:30, by anna (film night)`; `lock 3: …` for a lock
  func words(_ moments: Moments) -> String {
    "\(name): \(target) \(state.rawValue) from \(moments.short(from)) until \(moments.short(until)), by \(by)"
      + (because.map { " (\($0))" } ?? "")
  }
}

package import Host
import Providers

/// How the time of a run is shared out: what was agreed to be opened, the pass, and telling of it all.
package struct RunTime: Sendable {
  /// How long telling of a run may take at most, in seconds: programs and addresses have it side by side.
  package static let mostToTell: Int64 = 10
  /// How long it may take where the run has had all of its own time, in seconds: a server that is well takes less than one.
  static let leastToTell: Int64 = 3
  /// How long it may take where somebody waits for the program to end.
  static let toTellInHaste: Int64 = 2
  /// How much later than its deadline a run has told all: two seconds less than the kernel's timer leaves.
  private static let lastToTell: Int64 = 8

  private let deadline: Int64
  private var spent: Int64 = 0

  /// A run that begins now and has so many seconds.
  package init(deadline: Int64) { self.deadline = deadline }

  /// A part of it took so long.
  package mutating func spend(_ took: Duration) {
    spent += took.components.seconds + (took.components.attoseconds > 0 ? 1 : 0)
  }

  /// What is left of it, in seconds.
  package var left: Int64 { max(1, deadline - spent) }

  /// For how many seconds a pass may go on that others come after.
  package var half: Int64 { max(1, left / 2) }

  /// How long telling of it may take, in seconds; `isInHaste` where a signal has told the program to end. The same program
  /// has something to do again in `next` seconds; nil where nothing waits for that.
  package func toTell(isInHaste: Bool, next: Int64? = nil) -> Int64 {
    if isInHaste { return Self.toTellInHaste }
    let own = min(deadline + Self.lastToTell - spent, Self.mostToTell)
    return max(min(own, next ?? own), Self.leastToTell)
  }

  /// Has the process ended when the run is late, even outside of a pass, which sees to that by itself.
  package func end(_ host: any NetworkHost) { host.endProcess(after: max(deadline - spent, 0)) }
}

import Glibc

/// Medians of several runs.
enum Stopwatch {
  /// The median time of `runs` calls, in microseconds, after one that does not count.
  static func microseconds(runs: Int, _ work: () -> Void) -> Double {
    work()
    let clock = ContinuousClock()
    return median(
      (0..<runs).map { _ in
        let (seconds, attoseconds) = clock.measure(work).components
        return Double(seconds) * 1e6 + Double(attoseconds) / 1e12
      })
  }

  static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

/// A program that ran to its end.
struct FinishedProcess {
  /// From its start until it was waited for.
  var microseconds: Double
  /// The most memory it held at once.
  var peakKibibytes: Double

  /// Starts a program without output; nil where it could not be started.
  static func start(_ command: [String]) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    var arguments = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child = pid_t()
    return posix_spawn(&child, command[0], &actions, nil, &arguments, environ) == 0 ? child : nil
  }

  /// Runs a program without output; nil where it could not be run, or failed.
  init?(_ command: [String]) {
    var child: pid_t?
    var status: Int32 = 0
    var usage = rusage()
    let time = ContinuousClock().measure {
      child = Self.start(command)
      if let child { wait4(child, &status, 0, &usage) }
    }
    guard child != nil, status == 0 else { return nil }
    microseconds = Double(time.components.seconds) * 1e6 + Double(time.components.attoseconds) / 1e12
    peakKibibytes = Double(usage.ru_maxrss)
  }
}

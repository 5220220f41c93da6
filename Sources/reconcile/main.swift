import CCommandLine
import Glibc
import ReconcileCLI

// A pipe that is closed shows in what `write` returns, and must not end a run in the middle.
signal(SIGPIPE, SIG_IGN)
// A state file that may not grow (ulimit -f) is a failed write like any other.
signal(SIGXFSZ, SIG_IGN)
let words = UnsafeBufferPointer(start: command_line_words(), count: Int(command_line_count()))
exit(Reconcile.run(commandLine: words.compactMap { $0.map { String(cString: $0) } }, .live))

import Glibc
import ReconcileCLI

// A pipe that is closed shows in what `write` returns, and must not end a run in the middle.
signal(SIGPIPE, SIG_IGN)
// A state file that may not grow (ulimit -f) is a failed write like any other.
signal(SIGXFSZ, SIG_IGN)
exit(Reconcile.run(commandLine: CommandLine.arguments, .live))

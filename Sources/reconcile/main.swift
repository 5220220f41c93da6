import CCommandLine
import Glibc
import Host
import ReconcileCLI

ProcessStart.prepare()
let words = UnsafeBufferPointer(start: command_line_words(), count: Int(command_line_count()))
exit(Reconcile.run(commandLine: words.compactMap { $0.map { String(cString: $0) } }, .live(.shipped)))

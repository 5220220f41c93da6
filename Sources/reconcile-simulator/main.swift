import CCommandLine
import Glibc
import Simulator

let words = UnsafeBufferPointer(start: command_line_words(), count: Int(command_line_count()))
exit(Program.run(words.dropFirst().compactMap { $0.map { String(cString: $0) } }))

import Glibc
import Simulator

exit(Program.run(Array(CommandLine.arguments.dropFirst())))

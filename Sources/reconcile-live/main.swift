import Glibc

exit(LiveSuite.run())

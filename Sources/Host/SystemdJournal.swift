import CLinux
import Glibc

/// Whether what is printed goes to the journal of the machine.
enum SystemdJournal {
  /// systemd names the stream that it has connected. What was started by a service and prints somewhere else, as a
  /// terminal of a desktop does, has the variable all the same, so the file is compared.
  static func isBehind(_ descriptor: Int32, _ variable: (String) -> String?) -> Bool {
    var file = stat()
    guard let stream = variable("JOURNAL_STREAM"), fstat(descriptor, &file) == 0 else { return false }
    return stream == "\(file.st_dev):\(file.st_ino)"
  }
}

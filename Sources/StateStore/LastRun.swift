public import CivilTime
import Glibc

/// When a timer or a watch last ran: the time of an empty file in the state's folder.
///
/// A time and not a row: it is moved on with almost every run, and must neither wear out an SD card nor disturb who
/// reads the state. A run moves it on only where it is a few minutes old.
public enum LastRun {
  /// The name of the file in the state's folder.
  public static let fileName = "last-run"

  /// How old it may be before a run moves it on, in seconds.
  public static let staleSeconds: Int64 = 150

  /// Notes that a run got to its end at `now` with the state at `path`. Nothing depends on it, so that what fails is left.
  public static func mark(_ path: String, at now: Instant) {
    guard let folder = try? StateFolder(existing: path) else { return }
    if let last = read(path), abs(now - last) < staleSeconds { return }
    guard let descriptor = try? StateFolder.open(folder.path + "/" + fileName, in: folder.path) else { return }
    defer { close(descriptor) }
    let time = timespec(tv_sec: Int(now.secondsSinceEpoch), tv_nsec: 0)
    _ = futimens(descriptor, [time, time])
  }

  /// The time that was noted last, no more than a few minutes before the last run ended; nil where none was.
  public static func read(_ path: String) -> Instant? {
    var status = stat()
    guard lstat(path + "/" + fileName, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Instant(stored: Int64(status.st_mtim.tv_sec))
  }
}

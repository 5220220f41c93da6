import FileAccess
import Glibc
import Planning

/// Every text of this module.
enum Messages {
  static func damaged(_ path: String) -> StateError {
    StateError(
      .damaged, "the state file '\(path)' is damaged",
      hint: "the schedule is still enforced; the next apply sets the file aside and starts a new one")
  }

  static func missing(_ path: String) -> StateError {
    StateError(
      .missing, "no state is in '\(path)' any more",
      hint: "put it back before the next apply, which begins an empty one")
  }

  static func full(_ path: String) -> StateError {
    StateError(
      .full, "no space left for the state file '\(path)'",
      hint: "free some space: the schedule is still enforced, but what is done is not remembered")
  }

  static func readOnly(_ path: String) -> StateError {
    StateError(.readOnly, "the state file '\(path)' cannot be written", hint: access(to: path) ?? "run it with sudo")
  }

  /// On a disk that nobody may write to, root included.
  static func readOnlyDisk(_ path: String) -> StateError {
    StateError(
      .readOnlyDisk, "the state file '\(path)' cannot be written: its disk is read-only",
      hint: "mount the disk for writing; 'dmesg' may say why it is not")
  }

  /// What root can do that is kept from `path`; nil for anybody else, whom sudo helps.
  static func access(to path: String, for caller: UInt32 = geteuid()) -> String? {
    guard caller == 0 else { return nil }
    return
      "check the owner and permissions of '\(path)': root is kept from it, too, as in a container or on a network share"
  }

  static func busy(_ path: String) -> StateError {
    StateError(.busy, "another program is using the state file '\(path)'", hint: "try again in a moment")
  }

  static func forbidden(_ path: String, _ words: String) -> StateError {
    StateError(
      .forbidden, "the state in '\(path)' cannot be opened: \(words)",
      hint: access(to: path) ?? "run it with sudo, or give your own folder with --state")
  }

  /// Of what is no folder at `path`, or cannot be one.
  static func misplaced(_ path: String, _ code: Int32) -> StateError {
    let other = "give another folder with --state"
    return StateError(
      .forbidden, "the state in '\(path)' cannot be opened: \(String(cString: strerror(code)))",
      hint: code == ENOENT ? "make the folder above it, or \(other)" : other)
  }

  /// Of a link to what is not there, such as a disk that is not mounted: at `path`, or at a folder `above` it.
  static func linkToNothing(_ path: String, above: String? = nil) -> StateError {
    StateError(
      .forbidden,
      "the state in '\(path)' cannot be opened: \(above.map { "'\($0)'" } ?? "it") is a link to a folder that is not there",
      hint: "make that folder, or give another one with --state")
  }

  static func untrusted(_ flaw: TrustFlaw) -> StateError {
    let other = "give a folder with --state that nobody else may write to"
    return StateError(
      .untrusted, "the state cannot be trusted: \(flaw.words)", hint: flaw.remedy(for: geteuid()) ?? other)
  }

  static func failed(_ path: String, _ words: String) -> StateError {
    StateError(.failed, "the state in '\(path)' cannot be used: \(words)")
  }

  static func unfinished(_ path: String) -> StateError {
    StateError(
      .unfinished, "a write to the state file '\(path)' was interrupted and cannot be undone for reading",
      hint: "try again in a moment; the next apply undoes it")
  }

  static func tooLargeToUndo(_ path: String) -> StateError {
    StateError(
      .unfinished,
      "a write to the state file '\(path)' was interrupted and cannot be undone for reading: that takes over "
        + "\(RollbackJournal.mostBytes >> 20) MiB of memory",
      hint: "the next apply undoes it in the file itself")
  }

  /// What the system's error number `code` means for the file or folder at `path`.
  static func failure(_ path: String, _ code: Int32) -> StateError {
    let words = String(cString: strerror(code))
    switch code {
    case EACCES, EPERM: return forbidden(path, words)
    case EROFS: return readOnlyDisk(path)
    case ENOSPC, EDQUOT: return full(path)
    default: return failed(path, words)
    }
  }

  static func newer(_ path: String, _ version: Int64) -> StateError {
    StateError(
      .newer, "the state file '\(path)' was written by a later version of reconcile (format \(version))",
      hint: "update reconcile, or give another folder with --state; the schedule is still enforced")
  }

  static func folder(_ path: String) -> StateError {
    StateError(
      .forbidden, "the state file '\(path)' is a folder", hint: "remove it, or give another folder with --state")
  }

  static func link(_ path: String) -> StateError {
    StateError(
      .forbidden, "the state file '\(path)' is a link or not a regular file, and is not used",
      hint: "remove it, or give another folder with --state")
  }

  static func setAside(_ path: String, as other: String, savingOverrides isSaved: Bool) -> String {
    "the state file '\(path)' is damaged and was set aside as '\(other)'; what was done before is forgotten, "
      + (isSaved ? "but overrides are kept" : "and earlier overrides are lost")
  }

  static func actionNotOpen(_ key: ActionKey) -> StateError {
    StateError(.failed, "the action '\(key.target)' of \(key.at) is no longer due: another run has dealt with it")
  }

  static func noSuchOverride(_ id: String) -> StateError {
    StateError(.failed, "override \(id) not found", hint: "'reconcile override list' shows them")
  }
}

/// Every text about units that a person reads.
enum UnitsWording {
  static func unwritable(_ path: String, _ what: String) -> UsageError {
    UsageError(
      message: "'\(path)' cannot be written in a unit file: it has \(what)", hint: "give the policy another name")
  }

  static func stream(_ path: String) -> UsageError {
    UsageError(
      message: "'\(path)' can be read once, and a service reads it every time", hint: "give a file or a directory")
  }

  static func hidden(_ path: String, _ place: String) -> UsageError {
    UsageError(
      message: "a service cannot see '\(path)': everything in \(place) is hidden from it",
      hint: "put the policy into /etc/reconcile, and run 'reconcile units /etc/reconcile/policy.yaml'")
  }

  static func stateElsewhere(_ folder: String) -> UsageError {
    UsageError(
      message: "a service cannot keep its state in '\(folder)'",
      hint: "give a folder below /var/lib, such as --state /var/lib/reconcile")
  }

  static func secretFile(_ path: String, of system: String) -> String {
    "The secret of '\(system)' is the file '\(path)'. This service runs as a user of its own, who cannot read a file "
      + "that is closed to others. " + credentialInstead
  }

  static func secretVariable(_ name: String, of system: String) -> String {
    "The secret of '\(system)' is the variable '\(name)', which this service does not have; what 'Environment=' gives "
      + "it everybody on the machine can read. " + credentialInstead
  }

  static func authorities(_ path: String, in place: String, of system: String) -> String {
    "The authorities of '\(system)' are in '\(path)', and everything in \(place) is hidden from this service. Put the "
      + "file into /etc/reconcile."
  }

  private static let credentialInstead =
    "Write {credential: NAME} in the policy instead, put the secret into \(UnitRequest.folder)/NAME, and run "
    + "'reconcile units' again."

  static let service = "Apply the schedule of the home network"
  static let timer = "Apply the schedule of the home network every minute"
  static let daemon = "Keep the home network on its schedule"

  /// Why the timer is in UTC.
  static let utc = "In UTC, because a calendar in local time leaves out the hour that comes twice in autumn."
  /// Why one system call is allowed again.
  static let setpriority = "The threads of a Swift program set their own priority."
}

/// Whether systemd runs this, so that standard error is its journal.
enum SystemdService {
  /// systemd says so to what it starts.
  static func isAround(_ environment: Environment) -> Bool {
    ["JOURNAL_STREAM", "INVOCATION_ID"].contains { !(environment.variable($0) ?? "").isEmpty }
  }
}

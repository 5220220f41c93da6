import Controller

extension Invocation {
  /// What the command line says about one pass.
  func passSettings() throws(UsageError) -> PassSettings {
    PassSettings(
      targets: targets, deadlineSeconds: try duration(.deadline) ?? 60, maxChanges: try count(.maxChanges),
      again: again)
  }
}

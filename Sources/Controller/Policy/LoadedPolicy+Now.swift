package import Host

extension LoadedPolicy {
  /// The policy as its files have it now: this one where they are as they were when it was read. What came through a pipe
  /// can be read only once.
  package func asItIsNow(_ environment: Environment) -> LoadedPolicy {
    guard text.isFromFiles else { return self }
    var found = PolicyText(path: path, files: environment.files)
    found.readCalendars(text.calendars.map(\.path), ofPolicyAt: path, environment.files)
    if found.parts == text.parts { return self }
    var fresh = LoadedPolicy(path: path, environment, takesSketches: false)
    fresh.format = format
    return fresh
  }
}

/// What a program that stays hears of the machine it runs on.
package protocol HostEvents: Sendable {
  /// From now on it is these files and folders that are listened to, and those that links lead to from there.
  func attend(to paths: [String])
  /// Ends it all.
  func close()
}

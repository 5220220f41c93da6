import Policies

/// What a program that stays is to keep to.
struct WatchSettings: Sendable {
  /// Where it finds its policy and its state.
  var places: Places
  /// What each of its passes keeps to.
  var pass: PassSettings
  /// Who is told what a run did.
  var publishing: PublisherSettings
  /// How often it looks for what others moved, in seconds.
  var intervalSeconds: Int64
}

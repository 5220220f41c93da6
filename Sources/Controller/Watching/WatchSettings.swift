import Policies

/// What a program that stays is to keep to.
package struct WatchSettings: Sendable {
  /// Where it finds its policy and its state.
  package var places: Places
  /// What each of its passes keeps to.
  var pass: PassSettings
  /// Who is told what a run did.
  package var publishing: PublisherSettings
  /// How often it looks for what others moved, in seconds.
  var intervalSeconds: Int64

  package init(places: Places, pass: PassSettings, publishing: PublisherSettings, intervalSeconds: Int64) {
    self.places = places
    self.pass = pass
    self.publishing = publishing
    self.intervalSeconds = intervalSeconds
  }
}

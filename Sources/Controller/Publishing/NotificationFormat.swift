/// How those who are told of a run get it.
package enum NotificationFormat: String, CaseIterable, Sendable {
  /// One object, for programs.
  case json
  /// Lines for people, the first of which is the title.
  case text
}

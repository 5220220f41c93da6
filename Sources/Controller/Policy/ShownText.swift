import Documents
import Policies

/// The text of a policy as its problems are shown in it, and what of it may be a secret.
struct ShownText: Sendable {
  let sources: [SourceText]
  /// What the text alone shows to be one.
  let secrets: SecretPlaces
  /// The calendars among the sources, by the names that messages have for them.
  private let calendars: Set<String>

  /// What shows `diagnostics` in `text`, of which `documents` are the trees.
  init(_ text: PolicyText, _ documents: [PolicyDocument], for diagnostics: [Diagnostic]) {
    let calendars = Self.calendars(of: text, in: diagnostics)
    self.calendars = calendars
    sources =
      text.files.map { SourceText($0.bytes, file: $0.name) }
      + text.calendars.compactMap { calendar in
        guard calendars.contains(calendar.shownName), let bytes = try? calendar.content.get() else { return nil }
        return SourceText(bytes, file: calendar.shownName)
      }
    secrets = SecretPlaces(sources: sources, documents: documents)
  }

  /// Whether it shows `diagnostics` in `text` as well.
  func suits(_ text: PolicyText, _ diagnostics: [Diagnostic]) -> Bool {
    calendars == Self.calendars(of: text, in: diagnostics)
  }

  private static func calendars(of text: PolicyText, in diagnostics: [Diagnostic]) -> Set<String> {
    if text.calendars.isEmpty { return [] }
    return Set(text.calendars.map(\.shownName)).intersection(diagnostics.compactMap(\.span?.file))
  }
}

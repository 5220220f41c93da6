package import CivilTime
import Documents
package import Host
import Policies
import Text

extension LoadedPolicy {
  /// `sentences` as a policy that says nothing else: with the targets and schedules of the policy at `path` or, where that
  /// is nil, in `timezone` with targets that are made up.
  package init(trying sentences: [String], beside path: String?, timezone: String, _ environment: Environment) {
    let named = sentences.enumerated().map { number, sentence in
      (file: Self.name(ofTried: number, of: sentences.count), text: sentence)
    }
    var text = path.map { PolicyText(path: $0, files: environment.files) } ?? PolicyText(files: [])
    let (documents, found) = Self.documents(of: text)
    if let path, documents.isEmpty || documents.count < text.files.count {
      self.init(path, nil, text, documents, found)
      return
    }
    if let path { text.readCalendars(CalendarPaths.all(in: documents), ofPolicyAt: path, environment.files) }
    let context = Self.context(text, environment, takesSketches: true)
    let tried = TriedSentences(named, beside: documents, timezone: timezone)
    let decoded = tried.decoded(path: path ?? named.first?.file ?? "", context: context)
    let errors = found.filter { $0.severity == .error }
    self.init(
      path ?? "", errors.isEmpty ? decoded.policy : nil,
      text.adding(named.map { (name: $0.file, bytes: Array($0.text.utf8)) }), documents, errors + decoded.diagnostics)
  }

  /// What messages call a sentence that is tried, one of `count`.
  package static func name(ofTried number: Int, of count: Int) -> String {
    count == 1 ? "sentence" : "sentence \(number + 1)"
  }

  /// The same with what there is to advise about the sentences that were tried.
  package func advisedOfTried(_ count: Int, at now: Instant) -> LoadedPolicy {
    let files = (0..<count).map { Self.name(ofTried: $0, of: count) }
    return advised(at: now) { diagnostic in
      guard diagnostic.span.map({ files.contains($0.file) }) ?? false else { return nil }
      var diagnostic = diagnostic
      // In no file they have no ids that anybody could find.
      for (number, file) in files.enumerated() {
        diagnostic.message.replaceAll("'policy-\(number + 1)'", with: file)
        diagnostic.hint?.replaceAll("'policy-\(number + 1)'", with: file)
      }
      return diagnostic
    }
  }
}

extension String {
  fileprivate mutating func replaceAll(_ text: String, with other: String) {
    while let place = place(of: text) { replaceSubrange(place, with: other) }
  }
}

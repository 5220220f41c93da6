import Controller
import Policies
import Providers
import Planning
import Text

/// What the command line of `release` asks for.
struct ReleaseRequest {
  /// Names of targets and objects; empty for all.
  let words: [String]
  let keeps: Bool
  let isAgreed: Bool
  /// Whether it is said what is meant: these, or all.
  let isNamed: Bool

  init(_ invocation: Invocation) throws(UsageError) {
    words = invocation.operands
    keeps = invocation.has(.keep)
    isAgreed = invocation.has(.yes)
    isNamed = !words.isEmpty || invocation.has(.all)
    if invocation.has(.all), !words.isEmpty { throw ReleaseMessages.allAndNames }
    if keeps, isAgreed { throw ReleaseMessages.keepAndYes }
    if words.isEmpty, !invocation.has(.all), keeps || isAgreed { throw ReleaseMessages.whichOnes }
  }

  /// Whether `word` means the object: the target that closed it, its own name, or its id.
  static func isMeant(_ key: ObjectKey, _ closing: Closing, by word: String) -> Bool {
    word.lowercased() == closing.target.text || FoldedName(word) == FoldedName(closing.name)
      || word.lowercased() == "id:" + key.id.lowercased()
  }

  /// Those of `closings` that are meant.
  func chosen(from closings: [(key: ObjectKey, closing: Closing)]) -> [(key: ObjectKey, closing: Closing)] {
    guard !words.isEmpty else { return closings }
    return closings.filter { key, closing in words.contains { Self.isMeant(key, closing, by: $0) } }
  }

  /// The words that mean none of `closings`.
  func unknownWords(among closings: [(key: ObjectKey, closing: Closing)]) -> [String] {
    words.filter { word in !closings.contains { Self.isMeant($0.key, $0.closing, by: word) } }
  }
}

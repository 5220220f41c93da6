import Providers
import TextSearch

/// One of `processed.errors`. There is no code; the text is SQLite's.
enum Complaint: Hashable, Sendable {
  /// There is one of that name already, and it stays as it is.
  case exists
  /// The last of the groups that were put in is not there; those before it are, those after it are not.
  case unknownGroup
  case locked
  /// Anything else.
  case other(String)

  static let lockedWords = "database is locked"

  init(_ words: String, quoting: Reply.Quoting) {
    if words.holds(Self.lockedWords) {
      self = .locked
    } else if words.hasPrefix("UNIQUE constraint failed: domainlist.domain") {
      self = .exists
    } else if words.holds("FOREIGN KEY constraint failed") {
      self = .unknownGroup
    } else {
      self = .other(Reply.quotation(of: words, quoting) ?? "")
    }
  }

  /// What Pi-hole said, or what it meant.
  var words: String {
    switch self {
    case .exists: "there is one already"
    case .unknownGroup: "one of its groups is not there"
    case .locked: "its database is locked"
    case .other(let words): words.isEmpty ? "it does not say why" : "'\(words)'"
    }
  }
}

/// Why it is not certain by the answer that a write was taken, or wholly taken.
enum Doubt: Sendable {
  case lost(ProviderError)
  case complained(Complaint)

  /// What to say of it beside something else.
  var words: String {
    switch self {
    case .lost(let error): error.message
    case .complained(let complaint): complaint.words
    }
  }
}

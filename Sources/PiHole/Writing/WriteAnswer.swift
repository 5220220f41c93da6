import Documents
import HTTPTransport
import JSONTree
import Policies
import Providers
import Text

/// What became of a write, as far as its answer says.
enum WriteResult: Sendable {
  /// Taken; a read has to show it all the same.
  case accepted
  /// It may have taken effect or not: only a read can tell.
  case lost(ProviderError)
  /// It has not taken effect.
  case refused(ProviderError)

  /// Reads an answer, or why there is none.
  ///
  /// Of the server's errors (5xx) only `dns_failure` says for certain that nothing was done.
  init(_ answer: Result<Response, TransportError>, from system: Name, quoting: Reply.Quoting) {
    switch answer {
    case .failure(let error):
      let meaning = ProviderError(error, from: system)
      self = error.mayHaveArrived ? .lost(meaning) : .refused(meaning)
    case .success(let response):
      let reply = Reply(response)
      if reply.isSuccess {
        self = .accepted
      } else if response.status >= 500, reply.errorKey != "dns_failure" {
        self = .lost(reply.failure(quoting: quoting))
      } else {
        self = .refused(reply.failure(quoting: quoting))
      }
    }
  }
}

/// What became of the write of one row, as far as its answer says.
///
/// | status | body | means |
/// |---|---|---|
/// | 200, 201 | `processed.errors` empty | taken |
/// | 200, 201 | `database is locked` in `processed.errors` | locked |
/// | 200, 201 | anything else in `processed.errors` | complained, and done in part perhaps |
/// | 200, 201 | without `processed` | lost: something other than Pi-hole answered |
/// | 204 | – | taken: removed |
/// | 400 `database_error` | `database is locked` | locked |
/// | 400 | what was sent is at fault | unfit |
/// | 404 | no `error` | not there: nothing to remove |
/// | 5xx | – | lost |
/// | other | – | refused |
enum RowAnswer: Sendable {
  /// Taken; a read has to show it all the same. The rows that came with it.
  case taken(JSON)
  /// Said to be done by the status, and not done, or not all of it.
  case complained(Complaint)
  /// Not looked at: another program has locked the database.
  case locked
  /// There was nothing to remove.
  case notThere
  /// Refused for what it is, in these words.
  case unfit(String?)
  /// It may have taken effect or not: only a read can tell.
  case lost(ProviderError)
  /// It has not taken effect, and nothing else would.
  case refused(ProviderError)

  /// Reads an answer, or why there is none.
  init(_ answer: Result<Response, TransportError>, from system: Name, quoting: Reply.Quoting) {
    switch answer {
    case .failure: self = RowAnswer(WriteResult(answer, from: system, quoting: quoting))
    case .success(let response):
      let reply = Reply(response)
      if response.status == 204 {
        self = .taken(.null)
      } else if reply.isSuccess {
        self = RowAnswer(reply, quoting: quoting)
      } else if reply.saysDatabaseIsLocked {
        self = .locked
      } else if reply.saysNotThere {
        self = .notThere
      } else if reply.isAboutWhatWasSent {
        self = .unfit(reply.quotation(quoting))
      } else {
        self = RowAnswer(WriteResult(answer, from: system, quoting: quoting))
      }
    }
  }

  private init(_ delivery: WriteResult) {
    switch delivery {
    case .accepted: self = .taken(.null)
    case .lost(let error): self = .lost(error)
    case .refused(let error): self = .refused(error)
    }
  }

  /// Reads an answer whose status says nothing but that the request was understood.
  private init(_ reply: Reply, quoting: Reply.Quoting) {
    guard let tree = reply.tree, let errors = tree["processed"]?["errors"]?.elements else {
      self = .lost(reply.unreadable("the Pi-hole's answer does not say what was done"))
      return
    }
    let complaints = errors.map { Complaint($0["error"]?.string ?? "", quoting: quoting) }
    guard let first = complaints.first else {
      self = .taken(tree)
      return
    }
    self = complaints.contains(.locked) ? .locked : .complained(first)
  }
}

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
    case .lost(let error): error.message.text
    case .complained(let complaint): complaint.words
    }
  }
}

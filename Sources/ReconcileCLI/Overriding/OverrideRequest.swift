/// What `override` is asked to do. No target is called like one of its words: they are reserved.
enum OverrideRequest: Hashable, Sendable {
  case list
  /// Ends the override of this number.
  case end(id: String)
  /// Gives the override of this number another end.
  case extend(id: String, OverrideEnd)
  /// Makes one; the words are not checked yet.
  case make(target: String, state: String, OverrideEnd)

  /// The words that are no target.
  static let words = ["list", "end", "extend"]

  init(_ invocation: Invocation) throws(UsageError) {
    let words = invocation.operands
    let end = try OverrideEnd(invocation)
    switch words.first {
    case nil: throw Wording.overrideWhat
    case "list":
      if words.count > 1 { throw UsageError.tooMany(words[1]) }
      try Self.takesNo([.forDuration, .until, .because], "list", invocation)
      self = .list
    case "end":
      try Self.takesNo([.forDuration, .until, .because], "end", invocation)
      self = .end(id: try Self.number(words, "end"))
    case "extend":
      try Self.takesNo([.because], "extend", invocation)
      let id = try Self.number(words, "extend")
      guard let end else { throw Wording.endMissing("extend \(id)") }
      self = .extend(id: id, end)
    case let target?:
      guard words.count > 1 else { throw Wording.stateMissing(target) }
      guard let end else { throw Wording.endMissing("\(target) \(words[1])") }
      self = .make(target: target, state: words[1], end)
    }
  }

  private static func number(_ words: [String], _ verb: String) throws(UsageError) -> String {
    guard words.count > 1 else { throw Wording.numberMissing(verb) }
    guard let number = Int64(words[1]), number > 0 else { throw Wording.noNumber(words[1], verb) }
    return String(number)
  }

  private static func takesNo(_ options: [Option], _ verb: String, _ invocation: Invocation) throws(UsageError) {
    for option in options where invocation.has(option) { throw Wording.notWithVerb(option, verb) }
  }
}

import CivilTime
import Controller
import Host
import Policies
import Providers
import Planning
import Overrides

/// `reconcile more`: puts the next `off` of targets off, or lets them be on for a while where they are off.
enum MoreCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let writing = try OverrideWriting(invocation, environment)
    let (targets, length) = try words(invocation)
    let loaded = try invocation.followedPolicy(environment)
    guard let policy = loaded.policy else { return loaded.refuse(environment) }
    try MoreTime.check(targets, policy)
    let context = OverrideContext(
      policy: policy, invocation.places(environment), environment,
      approver: try ApproverProof(invocation, environment))
    return try writing.make(
      .more(targets.map { Name($0.lowercased()) }, length), length: length, context)
  }

  /// The targets, and how much more: the last word, or the last two, such as `30 minutes`.
  private static func words(
    _ invocation: Invocation
  ) throws(UsageError) -> (targets: [String], length: CivilLength) {
    let words = invocation.operands
    guard let last = words.last else { throw Messages.moreWhat }
    let isApart = CivilLength(last) == nil && words.count > 2
    let count = isApart && CivilLength(joined(words.suffix(2))) != nil ? 2 : 1
    if CivilLength(joined(words.suffix(count))) == nil, let place = placeOfLength(words) {
      let others = words[..<place.lowerBound].filter { $0 != "for" } + words[place.upperBound...]
      let (targets, length) = (try checked(others, invocation), joined(words[place]))
      try check(length, length, targets)
      throw Messages.lengthFirst(length, targets)
    }
    let isNegative = last.hasPrefix("-") && last.count > 1
    // `+30m`
    if last.hasPrefix("+"), let length = CivilLength(String(last.dropFirst())), words.count > 1 {
      let targets = try checked(words.dropLast(), invocation)
      try check("\(length)", last, targets)
      throw Messages.lengthWritten(last, "\(length)", targets)
    }
    let end = isNegative || last == "0" ? nil : BareEnd(words) { invocation.household }
    if let end, end.option.first != "--\(Option.forDuration.name)" {
      let targets = try checked(end.words, invocation)
      try end.check(invocation)
      throw Messages.moreUntil(targets, end.option)
    }
    let targets = TargetWords.split(words.dropLast(count))
    guard let length = CivilLength(joined(words.suffix(count))), length.nominalSeconds > 0 else {
      if let end, let length = end.option.last, CivilLength(joined(words.suffix(count))) == nil {
        let targets = try checked(end.words, invocation)
        try check(length, end.text, targets)
        throw Messages.lengthWritten(end.text, length, targets)
      }
      let isNothing = isNegative || last == "0" || CivilLength(joined(words.suffix(count))) != nil
      throw (isNothing ? Messages.noMoreTime : Messages.lengthMissing)(
        exampleTargets(targets, last, invocation.household.policy), last)
    }
    guard !targets.isEmpty else { throw Messages.moreWhat }
    if length.nominalSeconds > OverrideContext.longestSeconds { throw Messages.endTooFar }
    if targets.count > 1, targets.last?.lowercased() == "for" {
      throw Messages.forBeforeLength("\(length)", try checked(Array(targets.dropLast()), invocation))
    }
    return (targets, length)
  }

  /// `words` for a line to type. Throws what is wrong with the targets that they name, which that line would be refused for.
  private static func checked(_ words: [String], _ invocation: Invocation) throws(UsageError) -> [String] {
    if let policy = invocation.household.policy { try MoreTime.check(TargetWords.split(words), policy) }
    return words
  }

  /// Throws why no line with the length is taken, which is written as `word`.
  private static func check(_ length: String, _ word: String, _ targets: [String]) throws(UsageError) {
    let seconds = CivilLength(length)?.nominalSeconds ?? 0
    if seconds == 0 { throw Messages.noMoreTime(targets, word) }
    if seconds > OverrideContext.longestSeconds { throw Messages.endTooFar }
  }

  /// Where a length of one word or two is that has something behind it; nil where none is.
  private static func placeOfLength(_ words: [String]) -> Range<Int>? {
    words.indices.lazy.flatMap { start in [2, 1].map { start..<(start + $0) } }.first { place in
      place.upperBound < words.count && CivilLength(joined(words[place])) != nil
    }
  }

  /// For an example: those of `words` that `policy` has, else one that it has; `last` was to be a length. Without a policy all
  /// that can be names.
  private static func exampleTargets(_ words: [String], _ last: String, _ policy: Policy?) -> [String] {
    let names = words.prefix { !["for", "until", "till", "to", "at", "from"].contains($0.lowercased()) }
    guard let policy else { return names.isEmpty ? ["kids"] : Array(names) }
    let known = (names + TargetWords.split([last])).filter { policy.target(Name($0.lowercased())) != nil }
    let other = policy.everyTarget.first { $0.states == .onOff && $0.enforcement != .observe }
    return known.isEmpty ? [other?.name.text ?? "kids"] : known
  }

  private static func joined(_ words: ArraySlice<String>) -> String { words.joined(separator: " ") }
}

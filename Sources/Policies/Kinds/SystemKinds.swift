/// The kinds of system that policies may name, in the order in which they are listed, and the words that come with them.
public struct SystemKinds: Sendable {
  /// The kinds.
  public let all: [SystemKind]
  /// The keys that only some kinds have under `systems`, each once, in order.
  public let settingKeys: [String]
  /// The keys of selectors, each once, in order; `targets`, which names other targets, is not among them.
  public let selectorKeys: [String]
  /// The words of the language, with those of the kinds.
  let vocabulary: Vocabulary

  /// These kinds; no two have the same word.
  public init(_ kinds: [SystemKind]) {
    all = kinds
    settingKeys = kinds.settingKeys
    var seen: Set<String> = []
    selectorKeys = kinds.flatMap { $0.selectors.map(\.key) }.filter { seen.insert($0).inserted }
    vocabulary = Vocabulary(
      pairs: kinds.flatMap { $0.everySelector.compactMap(\.states) })
  }

  /// The kind of this word.
  public func named(_ name: String) -> SystemKind? { all.first { $0.name == name } }

  /// Their words.
  public var names: [String] { all.map(\.name) }

  /// The kinds that have this selector.
  public func having(selector key: String) -> [SystemKind] { all.filter { !$0.selectors(key).isEmpty } }

  /// What selects objects of this kind; nil where nothing does.
  public func selector(of object: ObjectKind) -> SelectorKind? {
    all.lazy.flatMap(\.everySelector).first { $0.object == object }
  }

  /// The first selector of actions, with whose key a sketch says that something has no states; nil if there is none.
  var action: SelectorKind? { all.lazy.flatMap(\.selectors).first(where: \.isOfActions) }

  /// Every state that a sentence can ask for.
  public var states: [TargetState] { vocabulary.states }

  /// The state that `word` names, `leave` among them; nil where it is none. In lower case.
  public func state(_ word: String) -> TargetState? { vocabulary.state(word) }

  /// The state that a verb asks for; nil where it is none. In lower case.
  public func state(verb: String) -> TargetState? { vocabulary.state(verb: verb) }

  /// The state that somebody means by `word`, be it a verb or none of the language; nil where nobody knows. In lower case.
  public func state(meantBy word: String) -> TargetState? {
    vocabulary.state(verb: word) ?? vocabulary.state(meantBy: word)
  }

  /// The words that can be no name, in lower case and sorted.
  public var reservedWords: [String] { vocabulary.reservedWords }

  /// Those of them that also keep a longer word from being a name, where it is made of such words alone.
  var reservedParts: [String] { vocabulary.reservedParts }

  /// A name that `text` can become in a policy, such as `emmas-ipad` for `Emmas iPad`, and that is none of `taken`; nil where
  /// nothing of the text can be in a name.
  public func proposedName(for text: String, taken: Set<String>) -> Name? {
    NameRules.proposal(for: text, .device, taken: taken, vocabulary).map(Name.init)
  }

  /// What keeps `text` from being the name of a target, and a name to use instead, if there is one; nil where nothing does.
  public func fault(ofTarget text: String) -> (message: String, instead: Name?)? {
    guard let fault = NameRules.fault(of: text, vocabulary) else { return nil }
    let proposal = NameRules.proposal(for: text, .target, taken: [], vocabulary)
    return (PolicyMessage.nameForm(text, fault: fault, proposal: proposal).message, proposal.map(Name.init))
  }

  /// What they are together: each with its article, joined by `or`.
  public var choice: String { PolicyMessage.alternatives(all.map { $0.title.withArticle + $0.supported }) }
}

extension [SystemKind] {
  /// The keys that only some of them have under `systems`, each once, in order.
  public var settingKeys: [String] {
    var seen: Set<String> = []
    return flatMap { $0.settings.map(\.key) }.filter { seen.insert($0).inserted }
  }
}

extension String {
  /// It with `a` or `an` before it.
  public var withArticle: String { (first.map { "AEIOaeio".contains($0) } == true ? "an " : "a ") + self }
}

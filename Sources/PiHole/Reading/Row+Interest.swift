import JSONTree
import Policies
import Providers
import Text

extension Row {
  /// Those domain entries of `answer` that `interest` is about; throws where an entry is not understood. Of the others no
  /// tree is made.
  static func entries(in answer: JSONText, for interest: DomainInterest) throws(ProviderError) -> [Row] {
    var rows: [Row] = []
    for element in try Table.domains.rows(in: answer) where try interest.isAbout(element) {
      guard rows.count < Table.mostOwnEntries else { throw .tooManyOwnEntries(interest.mark) }
      rows.append(try Row(element.tree, of: .domains))
    }
    return rows
  }
}

extension DomainInterest {
  /// Where the entries are that have to be known; nil where only the whole list says so: where a target prunes, and of
  /// a name outside ASCII, whose stored form Pi-hole alone makes.
  var places: [RowAddress]? {
    guard !needsAllOwned else { return nil }
    var places: [RowAddress] = []
    for entry in named {
      let text = entry.isRegex ? entry.text : entry.text.lowercased()
      guard entry.isRegex || text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
      places.append(.domain(entry.list, isRegex: entry.isRegex, text))
    }
    return places + leftBehind.sorted().compactMap(RowAddress.init(domainID:)).filter { !places.contains($0) }
  }

  /// Whether the entry `element` is named, was left behind, or says the mark; throws where it is no entry.
  fileprivate func isAbout(_ element: JSONText) throws(ProviderError) -> Bool {
    guard let list = element["type"]?.string.flatMap(DomainEntries.List.init), let kind = element["kind"]?.string,
      ["exact", "regex"].contains(kind), let text = element["domain"]?.string
    else { throw .strangeRow(.domains) }
    let isRegex = kind == "regex"
    if names(list, isRegex: isRegex, text) { return true }
    if let comment = element["comment"]?.string, comment.holds(mark) { return true }
    if let readable = element["unicode"]?.string, readable != text, names(list, isRegex: isRegex, readable) {
      return true
    }
    return !leftBehind.isEmpty && leftBehind.contains(RowAddress.domain(list, isRegex: isRegex, text).id)
  }
}

internal import JSONTree
internal import Reconciliation

/// One page of a list: `{offset, limit, count, totalCount, data}`, all five required.
struct UniFiPage {
  /// The most items that a page may be asked for; without asking it holds 25.
  static let most = 200

  /// How many items the whole list has.
  let total: Int
  /// In the console's order.
  let items: [(id: String?, text: JSONText)]

  /// The page asked for at `offset`; throws where it does not hold together. An item may come without an id only where
  /// `mayLackIDs`.
  init(_ text: JSONText, offset: Int, mayLackIDs: Bool) throws(ProviderError) {
    guard let page = text.members, let data = page["data"]?.elements, let total = page["totalCount"]?.int,
      let count = page["count"]?.int, let start = page["offset"]?.int, let limit = page["limit"]?.int
    else { throw UniFiWording.malformed("a page lacks one of offset, limit, count, totalCount, data") }
    let items = data.map { (id: $0["id"]?.string, text: $0) }
    guard count == data.count, mayLackIDs || items.allSatisfy({ $0.id != nil }), start == offset, count <= limit,
      total >= 0, count == 0 || total >= offset + count
    else { throw UniFiWording.malformed("a page contradicts itself") }
    self.total = total
    self.items = items
  }
}

/// What was gathered from the pages of a list.
struct UniFiPass {
  /// Every item once; of items without an id none can be told to be another.
  private(set) var items: [JSONText] = []
  /// How many the console says there are.
  private(set) var total = 0
  /// Where the next page begins.
  private(set) var offset = 0
  private var ids: Set<String> = []
  private var hasItemsWithoutID = false
  private var hasMovingTotal = false

  /// Adds a page and says whether it is the last.
  mutating func take(_ page: UniFiPage) -> Bool {
    hasMovingTotal = hasMovingTotal || (offset > 0 && page.total != total)
    for item in page.items {
      if let id = item.id {
        if ids.insert(id).inserted { items.append(item.text) }
      } else {
        hasItemsWithoutID = true
        items.append(item.text)
      }
    }
    total = page.total
    offset += page.items.count
    return page.items.isEmpty || offset >= total
  }

  /// Whether the pages add up. An item without an id could have been moved from one page to the next by another that
  /// came before it, and stand here twice: with such items the total must not have moved.
  var isWhole: Bool { items.count == total && !(hasItemsWithoutID && hasMovingTotal) }
}

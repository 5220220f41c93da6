import JSONTree
import Providers

/// A list of a console.
struct UniFiList<Item: Sendable>: Sendable {
  /// Where it is, without a query.
  let path: String
  /// What it lists, in words.
  let what: String
  /// Whether items may come without an id.
  let mayLackIDs: Bool
  /// What an item is, once its text is understood.
  let make: @Sendable (JSONText) throws(Setback) -> Item

  /// Where the page that begins at `offset` is.
  func path(offset: Int) -> String { "\(path)?offset=\(offset)&limit=\(UniFiPage<Item>.most)" }
}

/// One page of a list: `{offset, limit, count, totalCount, data}`, all five required.
struct UniFiPage<Item: Sendable>: Sendable {
  /// The most items that a page may be asked for; without asking it holds 25.
  static var most: Int { 200 }

  /// In bytes. What somebody makes in the console has a few hundred.
  private static var largestItem: Int { JSONBudget.small.bytes }

  /// How many items the whole list has.
  let total: Int
  /// In the console's order.
  let items: [Entry]
  /// How much text it was.
  let size: JSONBudget

  /// An item and its id, where it has one.
  struct Entry: Sendable {
    var id: String?
    var item: Item
  }

  /// The page of `list` that was asked for at `offset`; throws where it does not hold together.
  init(_ text: JSONText, offset: Int, of list: UniFiList<Item>) throws(Setback) {
    // Counted first: of millions nothing is made.
    if let count = text["data"]?.elementCount, count > UniFiClient.mostItems {
      throw .failed(UniFiMessages.tooMany(list.what, count: count, most: UniFiClient.mostItems))
    }
    guard let data = text["data"]?.elements, let total = text["totalCount"]?.int, let count = text["count"]?.int,
      let start = text["offset"]?.int, let limit = text["limit"]?.int
    else { throw .failed(UniFiMessages.malformed("a page lacks one of offset, limit, count, totalCount, data")) }
    let ids = data.map { $0["id"]?.string }
    guard count == data.count, list.mayLackIDs || ids.allSatisfy({ $0 != nil }), start == offset, count <= limit,
      total >= 0, count == 0 || total >= offset + count
    else { throw .failed(UniFiMessages.malformed("a page contradicts itself")) }
    self.total = total
    size = text.extent
    var items: [Entry] = []
    items.reserveCapacity(count)
    for (id, text) in zip(ids, data) {
      guard text.size <= Self.largestItem else { throw .failed(UniFiMessages.tooLarge(list.what, size: text.size)) }
      items.append(Entry(id: id, item: try list.make(text)))
    }
    self.items = items
  }
}

/// What was gathered from the pages of a list.
struct UniFiPass<Item: Sendable>: Sendable {
  /// How many items are taken at most.
  private let most: Int
  /// What they are, in words.
  private let what: String
  /// Every item once, page by page; of items without an id none can be told to be another.
  private var pages: [[UniFiPage<Item>.Entry]] = []
  /// How much text the pages that follow may have.
  private(set) var room = UniFiClient.listBudget
  /// How many the console says there are.
  private(set) var total = 0
  /// Where the next page begins.
  private(set) var offset = 0
  /// Where the page after the next one begins, if the next is full; nil where none is known to follow it.
  var offsetAhead: Int? {
    let ahead = offset + UniFiPage<Item>.most
    return ahead < total ? ahead : nil
  }
  private var ids: Set<String> = []
  private var hasItemsWithoutID = false
  private var hasMovingTotal = false

  /// Nothing yet of a list of `what`, of which at most `most` items are taken.
  init(most: Int, of what: String) { (self.most, self.what) = (most, what) }

  /// Adds a page and says whether it is the last; throws where the list has more items than are taken.
  mutating func take(_ page: UniFiPage<Item>) throws(Setback) -> Bool {
    let count = max(page.total, offset + page.items.count)
    guard count <= most else { throw .failed(UniFiMessages.tooMany(what, count: count, most: most)) }
    hasMovingTotal = hasMovingTotal || (offset > 0 && page.total != total)
    if offset == 0 { ids.reserveCapacity(page.total) }
    var repeated: Set<Int> = []
    for place in page.items.indices {
      if let id = page.items[place].id {
        if !ids.insert(id).inserted { repeated.insert(place) }
      } else {
        hasItemsWithoutID = true
      }
    }
    let isNew = { (place: Int) in !repeated.contains(place) }
    pages.append(repeated.isEmpty ? page.items : page.items.indices.filter(isNew).map { page.items[$0] })
    room.bytes -= page.size.bytes
    room.values -= page.size.values
    total = page.total
    offset += page.items.count
    return page.items.isEmpty || offset >= total
  }

  /// How many items there are.
  var count: Int { pages.reduce(0) { $0 + $1.count } }

  /// `part` of every item, in the console's order.
  func map<Part>(_ part: (Item) -> Part) -> [Part] {
    var parts: [Part] = []
    parts.reserveCapacity(count)
    for page in pages { for place in page.indices { parts.append(part(page[place].item)) } }
    return parts
  }

  /// Whether the pages add up. An item without an id could have been moved from one page to the next by another that
  /// came before it, and stand here twice: with such items the total must not have moved.
  var isWhole: Bool { count == total && !(hasItemsWithoutID && hasMovingTotal) }
}

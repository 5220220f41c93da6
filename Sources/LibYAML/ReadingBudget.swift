/// What may still be read. One budget for several files limits them in total.
public struct ReadingBudget: Hashable, Sendable {
  /// The most collections that may be in one another, aliases expanded.
  public static let maximumDepth = 32
  /// The bytes that may still be read; 1 MiB to begin with.
  public var bytes: Int
  /// The nodes (scalars, keys, collections) that may still be read, aliases expanded; 100 000 to begin with.
  public var nodes: Int
  /// The bytes of text that may still be read, aliases expanded; 4 MiB to begin with. Without it few nodes that repeat
  /// one long text would keep whoever reads them busy for hours.
  public var text: Int

  /// A budget; the whole one unless given.
  public init(bytes: Int = 1 << 20, nodes: Int = 100_000, text: Int = 4 << 20) {
    self.bytes = bytes
    self.nodes = nodes
    self.text = text
  }
}

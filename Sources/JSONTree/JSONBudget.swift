/// How much JSON an answer may hold. Who asks knows how much can be meant: a list of thousands of objects, or one switch.
public struct JSONBudget: Hashable, Sendable {
  /// In bytes of the text.
  public var bytes: Int
  /// How many values and names of members.
  public var values: Int

  /// A budget of so many bytes, and of so many values and names of members.
  public init(bytes: Int, values: Int) {
    self.bytes = bytes
    self.values = values
  }

  /// For one object, or a few words about a system. What such answers really hold is a few KiB.
  public static let small = JSONBudget(bytes: 64 << 10, values: 16_384)
  /// For a list. 16 MiB of real objects, the most that is taken of any answer, hold fewer values.
  public static let list = JSONBudget(bytes: 16 << 20, values: 2_000_000)
}

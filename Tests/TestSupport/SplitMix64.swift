/// Numbers that look random and are the same for the same seed, on every machine.
///
/// The generator is Steele, Lea and Flood's SplitMix64. A property test names its seed, so that a failure can be
/// repeated from the name of the case alone.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The sequence that belongs to `seed`.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number of `range`, which must not be empty.
  public mutating func int(in range: Range<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.upperBound - range.lowerBound))
  }

  /// True in one of `outOf` cases on average; `outOf` is at least 1.
  public mutating func oneIn(_ outOf: Int) -> Bool {
    int(in: 0..<outOf) == 0
  }

  /// One element of `choices`, which must not be empty.
  public mutating func pick<Choices: RandomAccessCollection>(_ choices: Choices) -> Choices.Element {
    choices[choices.index(choices.startIndex, offsetBy: int(in: 0..<choices.count))]
  }

  /// The elements of `items` in another order.
  public mutating func shuffled<Element>(_ items: [Element]) -> [Element] {
    items.shuffled(using: &self)
  }
}

import CivilTime

/// What covers what of the statements about one target.
///
/// Of statements that hold at the same times only the last can show: together they are one layer.
struct TargetLayers {
  private struct Layer {
    var when: Int
    /// The last of its statements.
    var statement: Int
    /// The layers that show where this one holds, as bits from this layer's own on; empty before there is any.
    var shown: [UInt64] = []

    /// Notes that the layer so many above this one shows, of `count` from this one on.
    mutating func show(_ distance: Int, of count: Int) {
      if shown.isEmpty { shown = Array(repeating: 0, count: (count + 63) / 64) }
      shown[distance / 64] |= 1 << UInt64(distance % 64)
    }
  }

  /// In the order of their last statements.
  private var layers: [Layer] = []
  private var indexOfWhen: [Int: Int] = [:]

  /// - Parameters:
  ///   - naming: the statements that name the target, in the order of the file.
  ///   - whenOf: for each statement of the policy, what tells its times from others.
  init(naming: [Int], whenOf: [Int]) {
    for statement in naming.reversed() where indexOfWhen[whenOf[statement]] == nil {
      indexOfWhen[whenOf[statement]] = layers.count
      layers.append(Layer(when: whenOf[statement], statement: statement))
    }
    layers.reverse()
    indexOfWhen = indexOfWhen.mapValues { layers.count - 1 - $0 }
  }

  /// The layer of the statements with these times; every statement about the target belongs to one.
  func index(ofWhen when: Int) -> Int? { indexOfWhen[when] }

  /// The statements that decide where the layer at `index` holds, as far as was looked.
  func deciders(at index: Int) -> [Int] {
    layers[index].shown.enumerated().flatMap { word, bits in
      (0..<64).filter { bits >> UInt64($0) & 1 == 1 }.map { layers[index + word * 64 + $0].statement }
    }
  }

  /// Looks at what shows within a span.
  /// - Parameters:
  ///   - wanted: the layers of which it matters what covers them.
  ///   - ends: for the times of each layer up to where they matter.
  ///   - found: takes a statement that decides.
  mutating func look(in span: inout Span, at wanted: [Int], ends: [Instant?], found: (Int) -> Void) {
    guard let lowest = wanted.min() else { return }
    var painted = TimeCoverage(span.range)
    for index in (lowest..<layers.count).reversed() {
      if painted.isFull { break }
      let layer = layers[index]
      guard let first = painted.paint(span.activity(of: layer.when), as: index) else { continue }
      if let end = ends[layer.when], first < end { found(layer.statement) }
    }
    let strokes = painted.strokes.sorted { $0.range.lowerBound < $1.range.lowerBound }
    for index in wanted {
      guard let end = ends[layers[index].when] else { continue }
      for range in span.activity(of: layers[index].when).ranges where range.lowerBound < end {
        let judged = range.lowerBound..<min(range.upperBound, end)
        strokes.forEachLayer(in: judged) { layers[index].show($0 - index, of: layers.count - index) }
      }
    }
  }
}

import Foundation
import JSONTree

extension ReadingLaws {
  /// The laws that reading `bytes` as JSON breaks; empty where all hold.
  public static func brokenByJSON(_ bytes: [UInt8]) -> [String] {
    do throws(JSONSyntaxError) {
      let tree = try JSON(parsing: bytes)
      return faults(ofTree: tree, from: bytes)
    } catch {
      return faults(ofRefusal: error, of: bytes) + faults(ofRepaired: bytes)
    }
  }

  /// What is read is all that stood there, and what is written is read as the same.
  private static func faults(ofTree tree: JSON, from bytes: [UInt8]) -> [String] {
    var broken: [String] = []
    let written = tree.bytes
    let (before, after) = (JSONSkeleton(bytes), JSONSkeleton(written))
    if (try? JSON(parsing: written)) != tree { broken.append("what is written is read as something else") }
    if (try? JSON(parsing: bytes, invalidText: .repaired)) != tree { broken.append("a repair changes what is whole") }
    if before.rest != after.rest { broken.append("numbers, words or brackets are not as they were") }
    if !before.strings.isSpelled(by: after.strings) { broken.append("a string is not as it was") }
    if before.depth > JSON.maximumDepth { broken.append("it is read although it is too deep") }
    if !JSONSecondOpinion.accepts(bytes), !JSONSecondOpinion.differs(on: bytes, before) {
      broken.append("Foundation does not read it")
    }
    return broken
  }

  private static func faults(ofRefusal error: JSONSyntaxError, of bytes: [UInt8]) -> [String] {
    if !(0...bytes.count).contains(error.offset) { return ["the place \(error.offset) lies outside the text"] }
    if error.reason == .tooDeep || !JSONSecondOpinion.accepts(bytes) { return [] }
    return JSONSecondOpinion.differs(on: bytes, JSONSkeleton(bytes)) ? [] : ["Foundation reads it; here: \(error)"]
  }

  private static func faults(ofRepaired bytes: [UInt8]) -> [String] {
    guard let tree = try? JSON(parsing: bytes, invalidText: .repaired) else { return [] }
    return (try? JSON(parsing: tree.bytes)) == tree ? [] : ["what was repaired is not read again"]
  }
}

/// What of a JSON text is no white space: the strings, as they are spelled, and the rest. It knows nothing of trees, so
/// that it makes no mistake that a reader of trees would make.
private struct JSONSkeleton {
  private(set) var strings: [ArraySlice<UInt8>] = []
  /// A quote stands for each string.
  private(set) var rest: [UInt8] = []
  /// The most brackets that are open at once.
  private(set) var depth = 0

  init(_ bytes: [UInt8]) {
    var position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var open = 0
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        let end = Self.end(ofString: position, in: bytes)
        strings.append(bytes[position..<end])
        position = end - 1
      case UInt8(ascii: "["), UInt8(ascii: "{"): open += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): open -= 1
      default: break
      }
      depth = max(depth, open)
      if ![0x20, 0x09, 0x0A, 0x0D].contains(byte) { rest.append(byte) }
      position += 1
    }
  }

  private static func end(ofString start: Int, in bytes: [UInt8]) -> Int {
    var position = start + 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(position + 1, bytes.count)
  }
}

extension [ArraySlice<UInt8>] {
  /// Whether `others` are the same strings; one that is spelled with escapes may be spelled otherwise, and then Foundation
  /// says whether both mean the same.
  fileprivate func isSpelled(by others: [ArraySlice<UInt8>]) -> Bool {
    count == others.count
      && zip(self, others).allSatisfy { one, other in
        one == other
          || (one.contains(UInt8(ascii: "\\"))
            && JSONSecondOpinion.scalars(ofString: one) == JSONSecondOpinion.scalars(ofString: other))
      }
  }
}

/// What Foundation makes of a JSON text.
private enum JSONSecondOpinion {
  static func accepts(_ bytes: [UInt8]) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
  }

  /// The scalars of one string in its quotes, without U+FEFF: behind an escape Foundation takes it for a byte order mark
  /// and drops it. That it is kept here is for a test of its own to say.
  static func scalars(ofString token: ArraySlice<UInt8>) -> [Unicode.Scalar]? {
    let value = try? JSONSerialization.jsonObject(with: Data(token), options: .fragmentsAllowed)
    return (value as? String).map { $0.unicodeScalars.filter { $0 != "\u{FEFF}" } }
  }

  /// Whether the two may disagree: Foundation guesses UTF-16 and UTF-32 by zero bytes and byte order marks, reads a comma
  /// behind the last element, and does not read numbers that no floating-point number comes near.
  static func differs(on bytes: [UInt8], _ skeleton: JSONSkeleton) -> Bool {
    if bytes.prefix(4).contains(0) || bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return true
    }
    let hasLastComma = zip(skeleton.rest, skeleton.rest.dropFirst()).contains { comma, next in
      comma == UInt8(ascii: ",") && (next == UInt8(ascii: "]") || next == UInt8(ascii: "}"))
    }
    if hasLastComma { return true }
    return skeleton.rest.split { !"+-.0123456789Ee".utf8.contains($0) }
      .contains { Double(String(decoding: $0, as: UTF8.self))?.isFinite == false }
  }
}

import CPageServer

/// One request, which is there until it is answered or its client is gone.
struct Incoming: Hashable {
  let exchange: OpaquePointer

  var method: String { String(cString: page_exchange_method(exchange)) }
  /// Without what is behind a question mark.
  var path: String { String(target.prefix { $0 != "?" }) }
  /// What is behind a question mark.
  var query: String { String(target.drop { $0 != "?" }.dropFirst()) }
  /// Who sent it, as a number.
  var peer: String { String(cString: page_exchange_address(exchange)) }

  private var target: String { String(cString: page_exchange_target(exchange)) }

  /// The value of a header, in lower case, that was sent once; nil where it was sent not at all, or more than once.
  func header(_ name: String) -> String? {
    guard page_exchange_header_count(exchange, name) == 1 else { return nil }
    return page_exchange_header(exchange, name).map { String(cString: $0) }
  }

  func has(_ name: String) -> Bool { page_exchange_header_count(exchange, name) > 0 }

  var body: [UInt8] {
    var count = 0
    guard let bytes = page_exchange_body(exchange, &count) else { return [] }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// The address that it was sent to.
  var localAddress: String {
    var bytes = [CChar](repeating: 0, count: 64)
    page_exchange_local_address(exchange, &bytes, bytes.count)
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }

  /// The cookies that were sent under this name.
  func cookies(_ name: String) -> [String] {
    (header("cookie") ?? "").split(separator: ";").prefix(32).compactMap { part in
      let text = part.drop { $0 == " " }
      return text.hasPrefix(name + "=") ? String(text.dropFirst(name.utf8.count + 1)) : nil
    }
  }

  /// The fields of a form; the first of each name. Nil for what is no form.
  var form: [String: String]? {
    let type = header("content-type")?.lowercased().split(separator: ";").first.map(String.init)
    guard type == "application/x-www-form-urlencoded" else { return nil }
    return FormFields.read(body)
  }

  /// Answers it.
  func answer(_ answer: Answer) {
    withHeaders(answer.headers) { names, values, count in
      answer.body.withUnsafeBufferPointer { body in
        page_exchange_answer(exchange, answer.status, names, values, count, body.baseAddress, body.count)
      }
    }
  }

  /// Begins to answer without an end.
  func stream(_ headers: [(String, String)]) {
    withHeaders(headers) { names, values, count in page_exchange_stream(exchange, names, values, count) }
  }

  /// Adds to such an answer; false where its client takes nothing.
  func send(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { page_exchange_send(exchange, $0.baseAddress, $0.count) } == 1
    }
  }

  func close() { page_exchange_close(exchange) }

  private func withHeaders(
    _ headers: [(String, String)],
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>, Int32) -> Void
  ) {
    // Every text in one piece of memory, each with its zero.
    var bytes: [CChar] = []
    var places: [Int] = []
    for text in headers.map(\.0) + headers.map(\.1) {
      places.append(bytes.count)
      // A header has one line, whatever is put into it.
      bytes += text.utf8.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : CChar(truncatingIfNeeded: $0) } + [0]
    }
    bytes.withUnsafeBufferPointer { bytes in
      let pointers = places.map { place in bytes.baseAddress.map { $0 + place } }
      pointers.withUnsafeBufferPointer { all in
        guard let base = all.baseAddress else { return }
        body(base, base + headers.count, Int32(headers.count))
      }
    }
  }
}

/// The fields that a form sends.
enum FormFields {
  /// More of them no form of ours has.
  private static let most = 32

  /// Nil for more fields than any form has, and for what is not encoded as a form is.
  static func read(_ bytes: [UInt8]) -> [String: String]? {
    var fields: [String: String] = [:]
    let parts = bytes.split(separator: UInt8(ascii: "&"), maxSplits: most)
    guard parts.count <= most else { return nil }
    for part in parts {
      let equals = part.firstIndex(of: UInt8(ascii: "="))
      guard let name = decoded(part[..<(equals ?? part.endIndex)]),
        let value = decoded(equals.map { part[($0 + 1)...] } ?? [])
      else { return nil }
      if fields[name] == nil { fields[name] = value }
    }
    return fields
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
    var decoded: [UInt8] = []
    var place = bytes.startIndex
    while place < bytes.endIndex {
      switch bytes[place] {
      case UInt8(ascii: "+"): decoded.append(0x20)
      case UInt8(ascii: "%"):
        guard place + 2 < bytes.endIndex, let high = digit(bytes[place + 1]), let low = digit(bytes[place + 2]) else {
          return nil
        }
        decoded.append(high << 4 | low)
        place += 2
      case let byte: decoded.append(byte)
      }
      place += 1
    }
    return String(validating: decoded, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

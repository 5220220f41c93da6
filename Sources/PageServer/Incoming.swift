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

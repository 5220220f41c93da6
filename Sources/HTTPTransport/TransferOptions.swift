import CCurl

extension Transfer {
  /// Tells curl what to send and on which conditions; an error where the request cannot be sent as it is.
  func configure() -> TransportError? {
    if let problem = order.problem { return problem }
    setLimits()
    setCallbacks()
    let trustIsSet = setTrust()
    return setRequest() && trustIsSet ? nil : TransportMessages.notConfigured(order.endpoint)
  }

  /// Everything that could lead a request elsewhere than to the endpoint is off.
  private func setLimits() {
    rc_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
    rc_set_long(easy, CURLOPT_FOLLOWLOCATION, 0)
    rc_set_text(easy, CURLOPT_PROXY, "")
    rc_set_text(easy, CURLOPT_NOPROXY, "*")
    rc_set_long(easy, CURLOPT_NOSIGNAL, 1)
    rc_set_long(easy, CURLOPT_TIMEOUT_MS, order.seconds * 1000)
    rc_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, order.endpoint.timeoutSeconds * 1000)
    rc_set_offset(easy, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(order.largestBody))
    // With HTTP/2 a server can send frames for ever that are neither header nor body: curl reads on while there are more
    // of them, no callback hears of it, and nobody else has a turn.
    rc_set_long(easy, CURLOPT_HTTP_VERSION, rc_http_1_1)
    // A name is looked up in a thread, which is left to itself where nobody waits for it any more. Otherwise curl waits for
    // it, and everything waits with it, for as long as a name server is silent.
    rc_set_long(easy, CURLOPT_QUICK_EXIT, 1)
  }

  private func setCallbacks() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    rc_set_pointer(easy, CURLOPT_ERRORBUFFER, words)
    rc_set_pointer(easy, CURLOPT_WRITEDATA, context)
    rc_set_pointer(easy, CURLOPT_HEADERDATA, context)
    rc_set_pointer(easy, CURLOPT_PREREQDATA, context)
    rc_set_bytes_callback(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return transfer(context)?.takeBody(piece) == true ? piece.count : 0
    }
    rc_set_bytes_callback(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return transfer(context)?.takeHeader(line) == true ? line.count : 0
    }
    rc_set_before_request(easy) { context, remoteAddress, localAddress, remotePort, localPort in
      let ends = OpenSockets.Ends(
        localAddress: localAddress.map { String(cString: $0) } ?? "", localPort: localPort,
        remoteAddress: remoteAddress.map { String(cString: $0) } ?? "", remotePort: remotePort)
      return transfer(context)?.maySend(between: ends) == true ? rc_request_ok : rc_request_abort
    }
    setSocketCallbacks()
  }

  /// What the second is handed lives as long as the connections, which outlive this transfer.
  private func setSocketCallbacks() {
    rc_set_pointer(easy, CURLOPT_OPENSOCKETDATA, Unmanaged.passUnretained(self).toOpaque())
    rc_set_pointer(easy, CURLOPT_CLOSESOCKETDATA, Unmanaged.passUnretained(sockets).toOpaque())
    rc_set_socket_opened(easy) { context, _, address in
      transfer(context).flatMap { transfer in address.map { transfer.openSocket(to: $0) } } ?? -1
    }
    rc_set_socket_closed(easy) { context, socket in openSockets(context)?.close(socket) ?? -1 }
  }

  /// | trust           | authorities   | host name | pins                       |
  /// |-----------------|---------------|-----------|----------------------------|
  /// | `system`        | the machine's | checked   | –                          |
  /// | `pins`          | –             | –         | one of them                |
  /// | `authorities`   | these alone   | checked   | one of them, if any        |
  /// | `insecure`      | –             | –         | –                          |
  private func setTrust() -> Bool {
    rc_set_long(easy, CURLOPT_SSLVERSION, rc_tls_1_2_or_later)
    // A resumed session would skip the certificate; connections are kept open anyway.
    rc_set_long(easy, CURLOPT_SSL_SESSIONID_CACHE, 0)
    if order.isHandshakeOnly {
      rc_set_long(easy, CURLOPT_CERTINFO, 1)
      // A connection used before has shown its certificate to somebody else.
      rc_set_long(easy, CURLOPT_FRESH_CONNECT, 1)
    }
    switch order.endpoint.trust {
    case .system: return setVerification(true)
    case .pins(let pins): return setVerification(false) && setPins(pins)
    case .authorities(let pem, let pins):
      return setVerification(true) && setAuthorities(pem) && (pins.isEmpty || setPins(pins))
    case .insecure: return setVerification(false)
    }
  }

  private func setVerification(_ isOn: Bool) -> Bool {
    rc_set_long(easy, CURLOPT_SSL_VERIFYPEER, isOn ? 1 : 0) == CURLE_OK
      && rc_set_long(easy, CURLOPT_SSL_VERIFYHOST, isOn ? 2 : 0) == CURLE_OK
  }

  /// No pins at all would mean that every key is accepted, so they are never left out here.
  private func setPins(_ pins: [String]) -> Bool {
    !pins.isEmpty && rc_set_text(easy, CURLOPT_PINNEDPUBLICKEY, pins.joined(separator: ";")) == CURLE_OK
  }

  private func setAuthorities(_ pem: [UInt8]) -> Bool {
    // The given authorities replace the machine's file of them, but not its folder.
    rc_set_text(easy, CURLOPT_CAPATH, nil) == CURLE_OK
      && rc_set_blob(easy, CURLOPT_CAINFO_BLOB, pem, pem.count) == CURLE_OK
  }

  private func setRequest() -> Bool {
    rc_set_text(easy, CURLOPT_URL, order.endpoint.url(order.path))
    // A path is sent as it was encoded: `..` may be part of a name.
    rc_set_long(easy, CURLOPT_PATH_AS_IS, 1)
    rc_set_text(easy, CURLOPT_USERAGENT, order.userAgent)
    rc_set_text(easy, CURLOPT_CUSTOMREQUEST, order.method)
    if let body = order.body {
      rc_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
      guard rc_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, body) == CURLE_OK else { return false }
    }
    headerList = makeHeaderList()
    return rc_set_pointer(easy, CURLOPT_HTTPHEADER, headerList) == CURLE_OK
  }

  private func makeHeaderList() -> UnsafeMutablePointer<curl_slist>? {
    // No wait for a server's leave to send a body: `Expect` is taken out.
    var list = rc_slist_append(nil, "Expect:")
    for field in order.fieldsWithDefaults {
      switch field.value {
      case .plain(let text): list = rc_slist_append(list, headerLine(field.name, text))
      case .secret(let secret): list = secret.reveal { rc_slist_append(list, headerLine(field.name, $0)) }
      }
    }
    return list
  }
}

/// As curl wants it: a field without a value ends with a semicolon.
private func headerLine(_ name: String, _ value: String) -> String {
  value.isEmpty ? "\(name);" : "\(name): \(value)"
}

private func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
  context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
}

private func openSockets(_ context: UnsafeMutableRawPointer?) -> OpenSockets? {
  context.map { Unmanaged<OpenSockets>.fromOpaque($0).takeUnretainedValue() }
}

extension TransferOrder {
  /// The caller's fields, and before them those that it leaves out.
  fileprivate var fieldsWithDefaults: [HeaderField] {
    var defaults = [HeaderField("Accept", "application/json")]
    if body != nil { defaults.append(HeaderField("Content-Type", "application/json")) }
    let given = Set(headers.map { $0.name.lowercased() })
    return defaults.filter { !given.contains($0.name.lowercased()) } + headers
  }

  /// Why the request cannot be sent as it is: a path or a field that would say something else on the wire.
  fileprivate var problem: TransportError? {
    let isPath = path.hasPrefix("/") && path.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "#") }
    guard isPath else { return TransportMessages.badPath(endpoint) }
    for field in headers where !field.isSendable { return TransportMessages.badHeader(endpoint, field.name) }
    return nil
  }
}

extension HeaderField {
  fileprivate var isSendable: Bool {
    let isClean = { (text: String) in text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f } }
    let isName =
      !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f } && !name.contains(where: ":;".contains)
    switch value {
    case .plain(let text): return isName && isClean(text)
    case .secret(let secret): return isName && secret.reveal(isClean)
    }
  }
}

extension Endpoint {
  /// `localhost:8443`, `[::1]:443`: how messages name it.
  var authority: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }

  fileprivate func url(_ path: String) -> String {
    // A zone of a link-local address is percent-encoded in a URL.
    let zoned = host.split(separator: "%", maxSplits: 1).joined(separator: "%25")
    let shown = host.contains(":") ? "[\(zoned)]" : host
    return "\(isTLS ? "https" : "http")://\(shown):\(port)\(basePath)\(path)"
  }
}

import Glibc

/// Pretend systems in a process of their own, while this value is open.
struct BenchStreet {
  static let key = "demonstration-key"
  static let password = "demonstration-password"
  static let token = "demonstration-token"

  let consoles: [Int]
  let piHoles: [Int]
  let homeAssistants: [Int]
  /// The folder with the certificate of the consoles.
  let folder: BenchFolder
  private let process: pid_t

  /// So many consoles over TLS and Pi-holes over plain http, with so many further rules and domain entries each; nil where
  /// they could not be served; with `entities` a Home Assistant that has so many as well. With `isReal` the Pi-holes send
  /// the header and the body of an answer apart, as real ones do.
  init?(
    _ simulator: String, in folder: BenchFolder, systems: Int, rules: Int, domains: Int = 0, entities: Int? = nil,
    delayMilliseconds: Int = 0, isReal: Bool = false
  ) {
    let ports = folder.path + "/ports-\(systems)-\(rules)-\(domains)-\(delayMilliseconds)-\(isReal)-\(entities ?? 0)"
    let words =
      [
        simulator, "--certificate", folder.certificate, "--key", folder.key, "--for", "3600", "--ports-file", ports,
        "--systems", "\(systems)", "--rules", "\(rules)", "--domains", "\(domains)", "--delay-ms",
        "\(delayMilliseconds)", "--login-ms", "0",
      ] + (isReal ? ["--pihole-apart"] : [])
      + (entities.map { ["--home-assistant-port", "0", "--entities", "\($0)"] } ?? [])
    unlink(ports)
    guard let process = FinishedProcess.start(words) else { return nil }
    var waits = 0
    while access(ports, R_OK) != 0 {
      usleep(20_000)
      waits += 1
      if waits > 1_500 { return nil }
    }
    let lines = String(decoding: BenchFiles.bytes(ports), as: UTF8.self).split(separator: "\n")
    func named(_ kind: String) -> [Int] {
      lines.filter { $0.hasPrefix(kind) }.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
    }
    (consoles, piHoles, homeAssistants) = (named("unifi"), named("pihole"), named("home-assistant"))
    self.folder = folder
    self.process = process
  }

  func close() {
    kill(process, SIGTERM)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }
}

/// A folder with a certificate that vouches for itself.
struct BenchFolder {
  let path: String
  /// `sha256//BASE64`, of the certificate's public key.
  let pin: String
  var certificate: String { path + "/c.pem" }
  var key: String { path + "/k.pem" }

  /// Nil where `openssl` did not make one.
  init?() {
    var name = Array("/tmp/reconcile-bench-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { return nil }
    path = String(decoding: name.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    let script = """
      cd \(path) && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3 -keyout k.pem \
      -out c.pem -subj /CN=bench -addext subjectAltName=IP:127.0.0.1 2>openssl.log && \
      openssl pkey -in k.pem -pubout -outform DER | openssl dgst -sha256 -binary | openssl base64 -A >pin
      """
    guard FinishedProcess(["/bin/sh", "-c", script]) != nil else { return nil }
    pin = "sha256//" + String(decoding: BenchFiles.bytes(path + "/pin"), as: UTF8.self)
  }

  /// Writes `text` to the file `name`; its path.
  func write(_ text: String, to name: String) -> String {
    let file = open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(file) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count <= 0 { break }
      rest = rest.dropFirst(count)
    }
    return path + "/" + name
  }

  func remove() { _ = FinishedProcess(["/bin/rm", "-r", path]) }
}

import Glibc
import Simulator

/// The files that the command line names.
enum Files {
  struct Failure: Error {
    /// What was found: lower case, no full stop.
    var message: String
  }

  /// The certificate and its key; nil where none are named.
  static func certificate(_ arguments: SimulatorArguments) throws(Failure) -> ServerCertificate? {
    guard let certificate = arguments.certificate, let key = arguments.key else { return nil }
    return ServerCertificate(certificatePEM: try text(certificate), keyPEM: try text(key))
  }

  /// The first line of the file at `path`; nil where none is named.
  static func secret(_ path: String?) throws(Failure) -> String? {
    guard let path else { return nil }
    return try text(path).split(whereSeparator: \.isNewline).first.map(String.init)
  }

  /// A line for each port. The file appears whole or not at all, so a script may wait for it.
  static func write(ports: [(name: String, port: UInt16)], to path: String?) throws(Failure) {
    guard let path else { return }
    let unfinished = path + ".unfinished"
    guard let file = fopen(unfinished, "w") else { throw failure("written", path) }
    let text = ports.map { "\($0.name) \($0.port)\n" }.joined()
    let isWhole = fputs(text, file) >= 0
    guard fclose(file) == 0, isWhole, rename(unfinished, path) == 0 else { throw failure("written", path) }
  }

  private static func text(_ path: String) throws(Failure) -> String {
    guard let file = fopen(path, "r") else { throw failure("read", path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    guard ferror(file) == 0 else { throw failure("read", path) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func failure(_ verb: String, _ path: String) -> Failure {
    Failure(message: "'\(path)' cannot be \(verb): \(String(cString: strerror(errno)))")
  }
}

import Foundation

/// A certificate made for one test run by the `openssl` program: an elliptic-curve key unless said otherwise, good
/// for a few days.
public struct TestCertificate: Sendable {
  /// The certificate alone.
  public let certificatePEM: String
  /// Its private key.
  public let keyPEM: String
  /// The certificate's public key as a pin: `sha256//BASE64`.
  public let pin: String
  /// The same public key in DER form.
  public let publicKey: [UInt8]

  /// Why no certificate was made.
  public struct Failure: Error {
    /// The command that failed and what it said.
    public let message: String
  }

  /// A certificate that vouches for itself, for these names (`DNS:localhost`, `IP:127.0.0.1`).
  public static func selfSigned(
    for names: [String] = ["DNS:localhost", "IP:127.0.0.1"], commonName: String = "pretend system",
    isRSA: Bool = false
  ) throws -> TestCertificate {
    try inTemporaryFolder { folder in
      try makeKey("leaf", in: folder, isRSA: isRSA)
      try openssl(
        [
          "req", "-x509", "-new", "-key", "leaf.key", "-days", "3", "-subj", "/CN=\(commonName)",
          "-addext", "subjectAltName=\(names.joined(separator: ","))", "-out", "leaf.pem",
        ], in: folder)
      return try read("leaf", in: folder)
    }
  }

  /// An authority, and a certificate for these names that it has signed.
  public static func signed(
    for names: [String] = ["DNS:localhost", "IP:127.0.0.1"], commonName: String = "pretend system"
  ) throws -> (leaf: TestCertificate, authority: TestCertificate) {
    try inTemporaryFolder { folder in
      try makeKey("authority", in: folder)
      try openssl(
        [
          "req", "-x509", "-new", "-key", "authority.key", "-days", "3", "-subj", "/CN=pretend authority",
          "-addext", "basicConstraints=critical,CA:TRUE", "-out", "authority.pem",
        ], in: folder)
      try makeKey("leaf", in: folder)
      try openssl(["req", "-new", "-key", "leaf.key", "-subj", "/CN=\(commonName)", "-out", "leaf.csr"], in: folder)
      try Data("subjectAltName=\(names.joined(separator: ","))\n".utf8).write(to: folder.appending(path: "leaf.ext"))
      try openssl(
        [
          "x509", "-req", "-in", "leaf.csr", "-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial",
          "-days", "3", "-extfile", "leaf.ext", "-out", "leaf.pem",
        ], in: folder)
      return (try read("leaf", in: folder), try read("authority", in: folder))
    }
  }

  private static func makeKey(_ name: String, in folder: URL, isRSA: Bool = false) throws {
    if isRSA { return try openssl(["genpkey", "-algorithm", "RSA", "-out", "\(name).key"], in: folder) }
    try openssl(
      ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "\(name).key"], in: folder)
  }

  private static func read(_ name: String, in folder: URL) throws -> TestCertificate {
    try openssl(["pkey", "-in", "\(name).key", "-pubout", "-outform", "DER", "-out", "\(name).spki"], in: folder)
    try openssl(["dgst", "-sha256", "-binary", "-out", "\(name).digest", "\(name).spki"], in: folder)
    func file(_ ending: String) throws -> Data { try Data(contentsOf: folder.appending(path: "\(name).\(ending)")) }
    return TestCertificate(
      certificatePEM: String(decoding: try file("pem"), as: UTF8.self),
      keyPEM: String(decoding: try file("key"), as: UTF8.self),
      pin: "sha256//" + (try file("digest")).base64EncodedString(),
      publicKey: [UInt8](try file("spki")))
  }

  private static func inTemporaryFolder<Result>(_ use: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "reconcile-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: folder) }
    return try use(folder)
  }

  private static func openssl(_ arguments: [String], in folder: URL) throws {
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/openssl")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    let end = try ProcessEnd(starting: process)
    let said = errors.fileHandleForReading.bytesToEnd()
    end.wait(for: process)
    guard process.terminationStatus == 0 else {
      throw Failure(message: "openssl \(arguments.joined(separator: " ")): \(String(decoding: said, as: UTF8.self))")
    }
  }
}

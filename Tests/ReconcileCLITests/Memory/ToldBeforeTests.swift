import Foundation
import TestSupport
import Testing

/// What standard error says of the state is in the result as well, for whoever reads nothing else, and stays out of text, in
/// which it would stand twice.
@Suite struct ToldBeforeTests {
  private static let metrics = "/var/lib/prometheus/reconcile.prom"

  struct Trouble: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var code: String
    /// Whether it goes on in the next run.
    var lasts = true
    /// Whether it is known which overrides hold.
    var knowsOverrides = false
    var make: @Sendable (_ state: URL) throws -> Void
  }

  static let troubles = [
    Trouble(testDescription: "others may write there", code: "state.unknown") { state in
      try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
      try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: state.path)
    },
    Trouble(testDescription: "it is damaged", code: "state.set-aside", lasts: false, knowsOverrides: true) { state in
      try FileManager.default.createDirectory(
        at: state, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try Data(repeating: 7, count: 9000).write(to: state.appending(path: "journal.db"))
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: state.appending(path: "journal.db").path)
    },
  ]

  @Test(arguments: troubles) func itIsInEveryResult(_ trouble: Trouble) throws {
    for format in ["json", "markdown", "text"] {
      let state = FileManager.default.temporaryDirectory.appending(path: "told-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: state) }
      try trouble.make(state)
      let world = PretendHousehold().world()
      for round in 1...2 {
        let line = ["apply", "--format", format, "--metrics", Self.metrics, "--state", state.path]
        let run = world.run(line + ["household.yaml"])
        let isTold = round == 1 || trouble.lasts
        #expect(run.status == 0 && run.error.isEmpty != isTold, "\(run)")
        // Who made what is lost looks there, and not at what a run said once.
        let status = world.run("status", "household.yaml", "--state", state.path).output.unwrapped
        let lost = "damaged and begun again, 21:00:04: locks and overrides that were made before do not count"
        #expect(status.contains(lost) == (trouble.code == "state.set-aside"), "\(status)")
        let name = state.lastPathComponent
        let before = run.error.unwrapped.components(separatedBy: "warning: ").last?.components(separatedBy: name)[0]
        let isInText = run.output.unwrapped.contains((before ?? "") + name)
        let metrics = try #require(world.replaced[Self.metrics])
        switch format {
        case "json":
          let codes = try Self.codes(run.output)
          #expect(codes.filter { $0.hasPrefix("state.") } == (isTold ? [trouble.code] : []), "\(run)")
          #expect(metrics.contains("\nreconcile_warnings \(codes.count)\n"), "\(metrics)")
        case "markdown": #expect(isTold ? isInText : !run.output.contains(name), "\(run)")
        default: #expect(!isTold || !isInText, "\(run)")
        }
        #expect(metrics.contains("\nreconcile_overrides 0\n") == trouble.knowsOverrides, "nobody knows of none")
      }
    }
  }

  private static func codes(_ output: String) throws -> [String] {
    let report = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    let warnings = report?["warnings"] as? [[String: Any]] ?? []
    return warnings.compactMap { $0["code"] as? String }
  }
}

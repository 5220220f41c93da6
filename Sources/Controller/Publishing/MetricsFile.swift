import CivilTime
import Host
import Providers
import Planning

/// The file that node_exporter reads metrics from.
struct MetricsFile {
  let path: String
  let environment: Environment

  private static let limit = 1 << 20

  /// Writes what there is to say of a run that ended with `status`; says why not where that fails.
  func write(_ run: RunFacts?, status: ExitStatus) -> String? {
    do throws(FileError) {
      let before = try previous()
      guard before.isEmpty || before.hasPrefix(Metrics.beginning) else { return PublisherMessages.noMetricsFile(path) }
      let metrics = Metrics(run, status: status, at: environment.now(), after: before)
      try environment.replace(path, metrics.text)
      return nil
    } catch {
      return PublisherMessages.notMeasured(error)
    }
  }

  /// What the last run wrote; nothing before the first.
  private func previous() throws(FileError) -> String {
    switch try environment.files.kind(of: path) {
    case nil: return ""
    case .regular: return String(decoding: try environment.files.bytes(of: path, limit: Self.limit), as: UTF8.self)
    case .folder, .stream, .other: throw FileError(path: path, reason: FileError.notRegular)
    }
  }
}

import Controller
import Host

/// The files of the machine, and among them one that is not written yet.
struct DraftFiles: Files {
  let path: String
  let text: String
  let others: any Files

  func kind(of path: String) throws(FileError) -> FileKind? {
    isDraft(path) ? .regular : try others.kind(of: path)
  }

  /// Whether the draft is meant, by its own name or as links lead to the file in whose place it comes.
  private func isDraft(_ path: String) -> Bool { path == self.path || path == others.resolved(self.path) }

  func names(in path: String) throws(FileError) -> [String] { try others.names(in: path) }

  func bytes(of path: String, limit: Int) throws(FileError) -> [UInt8] {
    isDraft(path) ? Array(text.utf8.prefix(limit + 1)) : try others.bytes(of: path, limit: limit)
  }

  func resolved(_ path: String) -> String? { others.resolved(path) }
}

extension PolicyDraft {
  /// The draft as the policy that it would be.
  func loaded(_ environment: Environment) -> LoadedPolicy {
    var world = environment
    world.files = DraftFiles(path: place.path, text: text, others: environment.files)
    return LoadedPolicy(path: place.path, world, takesSketches: false)
  }
}

package import Documents
package import Host
import LibYAML
import Policies

/// The files of a policy, and each as it is laid out.
package struct PolicyLayout {
  /// One of them.
  package struct File {
    /// As messages name it.
    package let name: String
    /// What is in it now.
    package let old: [UInt8]
    /// What should be.
    package let text: String

    /// Whether it is laid out otherwise now.
    package var isToChange: Bool { old != Array(text.utf8) }
  }

  /// In name order; empty where `refusal` says why.
  package private(set) var files: [File] = []
  /// Whether they are files, and not a pipe, which nobody can write back to.
  package let isFromFiles: Bool
  /// What cannot be laid out, as it cannot be read; nil for what can.
  package private(set) var refusal: LoadedPolicy?
  /// What of a folder is left out, and why.
  package let warnings: [Diagnostic]

  /// Lays out the policy at `path`.
  package init(path: String, _ environment: Environment) {
    let text = PolicyText(path: path, files: environment.files)
    let (documents, diagnostics) = LoadedPolicy.documents(of: text)
    // A file that a shell has opened is handed over to be read, not to be replaced.
    isFromFiles = text.isFromFiles && OpenDescriptor.number(path) == nil
    warnings = diagnostics.filter { $0.severity != .error }
    // What only the policy's language does not know can be laid out all the same.
    if diagnostics.contains(where: { $0.severity == .error }) {
      refusal = LoadedPolicy(path, nil, text, documents, diagnostics)
      return
    }
    files = text.files.compactMap { name, bytes in
      YAMLLayout.laidOut(bytes, file: name).map { File(name: name, old: bytes, text: $0) }
    }
  }
}

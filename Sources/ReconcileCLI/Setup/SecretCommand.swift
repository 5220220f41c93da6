import Documents
import Policies
import Secrets
import Text

/// The command that puts a secret, and where it may go, into its place. It asks for the secret itself, so that this
/// is in no history of a shell and in no list of processes.
struct SecretCommand {
  /// What is asked for, such as `API key of 'gateway'`.
  var question: String
  /// The file, or the variable, that the policy refers to.
  var reference: SecretReference
  /// The second line: `for https://192.168.1.1 KIND sha256//…`.
  var line: String
  /// Whether it has to be run as somebody else: root.
  var needsSudo: Bool

  /// Whether it leaves the secret to the shell alone.
  var staysWithTheShell: Bool { if case .environment = reference { true } else { false } }

  /// The command, line by line.
  var lines: [String] {
    switch reference {
    case .credential(let name): lines(into: UnitRequest.folder + "/" + name)
    case .file(let path): lines(into: path)
    case .environment(let name):
      [
        "read -rsp \(ShellWord.quoted(question + ": ")) \(name); echo; export \(name)",
        "export \(name)_FOR=\(ShellWord.quoted(line))",
      ]
    }
  }

  private func lines(into path: String) -> [String] {
    [
      (needsSudo ? "sudo " : "") + #"bash -c 'test -d "${1%/*}" || install -d -m 700 "${1%/*}"; umask 077"#,
      #"  read -rsp "$2: " secret && echo && test -n "$secret" && rm -f -- "$1" &&"#,
      #"  printf "%s\n%s\n" "$secret" "${*:3}" >"$1"' - \"#,
      "  \(ShellWord.quoted(path)) \\",
      "  \(ShellWord.quoted(question)) \\",
    ] + bindingLines
  }

  /// What the second line says, word by word. A key alone fits a terminal of 80 columns: a line that the terminal breaks
  /// may be copied as two.
  private var bindingLines: [String] {
    let words = line.split(separator: " ").map(String.init)
    let place = words.prefix { !$0.hasPrefix("sha256//") }
    let parts = [place.joined(separator: " ")] + words.dropFirst(place.count)
    let last = parts.count - 1
    return parts.enumerated().map { "  " + ShellWord.quoted($0.element) + ($0.offset == last ? "" : " \\") }
  }
}

import Foundation
import TestSupport
import Testing

@testable import ReconcileCLI

/// What is installed, and the examples of running it for good.
@Suite("packaging", .waitsForPrograms) struct PackagingTests {
  /// Everything that is in a folder after an installation there: a path, and how open it is.
  private static func installed(_ prefix: String) throws -> (files: [String: String], folder: TemporaryFolder) {
    let folder = try TemporaryFolder([:])
    let script = Tool.repository.appending(path: ".packaging/install.sh").path
    let run = try Tool.run(script, [Program.built("reconcile"), prefix, folder.url.path])
    #expect(run.status == 0 && run.output.isEmpty, "\(run.output)")
    let listed = try Tool.run("/usr/bin/find", [".", "-printf", "%P %m %y\\n"], in: folder.url).output
    let rows = listed.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }.filter { $0.count == 3 }
    return (Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) }), folder)
  }

  @Test("Debian's places") func debian() throws {
    let (files, folder) = try Self.installed("/usr")
    let expected = [
      "usr/bin/reconcile": "755", "lib/systemd/system/reconcile.service": "644",
      "lib/systemd/system/reconcile.timer": "644", "lib/systemd/system/reconcile-watch.service": "644",
      "lib/systemd/system/reconcile-serve.service": "644", "lib/systemd/system/reconcile-serve.socket": "644",
      "usr/lib/sysusers.d/reconcile.conf": "644",
      "usr/share/man/man1/reconcile.1.gz": "644", "usr/share/bash-completion/completions/reconcile": "644",
      "usr/share/fish/vendor_completions.d/reconcile.fish": "644", "usr/share/zsh/vendor-completions/_reconcile": "644",
      "usr/share/doc/reconcile/README.md": "644", "usr/share/doc/reconcile/docs/policy.md": "644",
      "usr/share/doc/reconcile/docs/page/phone.png": "644",
      "usr/share/doc/reconcile/docs/policy.schema.json": "644",
      "usr/share/doc/reconcile/docs/schemas/plan.json": "644",
      "usr/share/doc/reconcile/examples/household.yaml": "644",
      "usr/share/doc/reconcile/examples/gitops/reconcile-pull": "755", "etc/reconcile": "755",
      "usr/share/doc/reconcile/examples/github/base": "755",
      "usr/share/doc/reconcile/examples/github/check-policy": "755",
      "usr/share/doc/reconcile/examples/gitlab/check-policy": "755",
      "usr/share/doc/reconcile/examples/ansible/roles/reconcile/tasks/main.yml": "644",
      "etc/reconcile/credentials": "700",
    ]
    for (path, mode) in expected { #expect(files[path] == mode, "\(path)") }
    #expect(!files.keys.contains { $0.hasSuffix(".new") || $0.hasSuffix("policy.yaml") })
    // Where its first line says, for an editor.
    let example = folder.url.path + "/usr/share/doc/reconcile/examples/household.yaml"
    let schema = try #require(
      try String(contentsOfFile: example, encoding: .utf8).split(separator: "\n").first?.split(separator: "=").last)
    let named = URL(filePath: example).deletingLastPathComponent().appending(path: String(schema)).standardized
    #expect(FileManager.default.fileExists(atPath: named.path), "\(named.path)")
    let timer = try String(contentsOfFile: folder.url.path + "/lib/systemd/system/reconcile.timer", encoding: .utf8)
    #expect(timer == (try UnitRequest.packaged().timer.text))
  }

  /// Who reads the installed texts has no repository beside them.
  @Test("what is installed links only to what is installed") func links() throws {
    let (files, folder) = try Self.installed("/usr")
    let pages = files.keys.filter { $0.hasSuffix(".md") }
    #expect(pages.count >= 20)
    for page in pages.sorted() {
      let file = folder.url.appending(path: page)
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /\]\(([^)\s#]+)(#[^)\s]*)?\)/) where !match.1.contains("://") {
        let target = file.deletingLastPathComponent().appending(path: String(match.1)).standardized
        #expect(FileManager.default.fileExists(atPath: target.path), "\(page): \(match.1)")
      }
    }
  }

  @Test("a machine's own places") func local() throws {
    let (files, folder) = try Self.installed("/usr/local")
    #expect(files["usr/local/share/zsh/site-functions/_reconcile"] == "644")
    let unit = folder.url.path + "/usr/local/lib/systemd/system/reconcile.service"
    let text = try String(contentsOfFile: unit, encoding: .utf8)
    #expect(text.contains("\nExecStart=/usr/local/bin/reconcile apply /etc/reconcile/policy.yaml\n"))
    #expect(!files.keys.contains { $0.hasPrefix("lib/") || $0.hasPrefix("usr/bin/") })
  }

  @Test("what the docs remove is all that was installed") func removed() throws {
    let (_, folder) = try Self.installed("/usr/local")
    let page = try String(
      contentsOfFile: Tool.repository.appending(path: "docs/install.md").path, encoding: .utf8)
    let shown = try #require(page.components(separatedBy: "sudo rm -rf ").last)
    let command = String(shown.prefix { $0 != "`" }).replacing("sudo systemctl daemon-reload", with: "")
      .replacing("/usr/local/", with: folder.url.path + "/usr/local/")
    let run = try Tool.run("/bin/bash", ["-ec", "rm -r " + command])
    #expect(run.status == 0, "nothing is named that is not there: \(run.output)")
    let left = try Tool.run("/usr/bin/find", ["usr/local", "-type", "f"], in: folder.url).output
    #expect(left.isEmpty, "\(left)")
  }

  /// What the package does once it is unpacked, on a machine that is this folder; what it says.
  private static func configure(_ folder: TemporaryFolder, after version: String, isEnabled: Bool = true) throws
    -> String
  {
    let home = folder.url.path
    try FileManager.default.createDirectory(
      atPath: home + "/run/systemd/system", withIntermediateDirectories: true)
    for (name, script) in [
      ("systemd-sysusers", "exit 0"), ("systemctl", "[ \"$2\" != is-enabled ] || \(isEnabled ? "exit 0" : "exit 1")"),
      ("install", "for last; do :; done; mkdir -p \"$last\""),
    ] { try Tool.writeProgram("#!/bin/sh\n\(script)\n", to: home + "/" + name) }
    var script = try String(
      contentsOfFile: Tool.repository.appending(path: ".packaging/debian/postinst").path, encoding: .utf8)
    for place in ["/var/lib", "/run/systemd", "/usr/local"] { script = script.replacing(place, with: home + place) }
    let run = try Program.run(
      "/bin/sh", ["-c", script, "postinst", "configure", version], environment: ["PATH": home + ":/usr/bin:/bin"])
    #expect(run.status == 0 && run.error.isEmpty, "\(run)")
    return run.output
  }

  @Test("a link to a state that is gone is kept, and none is made in the state") func linkLeft() throws {
    let folder = try TemporaryFolder([:])
    let state = folder.url.path + "/var/lib/private/reconcile"
    try FileManager.default.createDirectory(atPath: folder.url.path + "/var/lib", withIntermediateDirectories: true)
    for version in ["", "0.1.0", "0.1.0"] {
      _ = try Self.configure(folder, after: version)
      #expect(try FileManager.default.contentsOfDirectory(atPath: state).isEmpty, "after '\(version)'")
      let link = folder.url.path + "/var/lib/reconcile"
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "private/reconcile")
      try FileManager.default.removeItem(atPath: state)
    }
  }

  @Test("the package says what is in its way, and what does not run") func configured() throws {
    let folder = try TemporaryFolder([:])
    try FileManager.default.createDirectory(atPath: folder.url.path + "/var/lib", withIntermediateDirectories: true)
    #expect(try Self.configure(folder, after: "").hasPrefix("reconcile is installed, and changes nothing yet."))
    let upgraded = try Self.configure(folder, after: "0.1.0")
    #expect(
      upgraded.hasPrefix("reconcile: 'sudo reconcile doctor' names") && upgraded.split(separator: "\n").count == 1)
    let idle = try Self.configure(folder, after: "0.1.0", isEnabled: false)
    #expect(idle.contains("no timer or daemon is enabled. To start one: sudo systemctl enable"), "\(idle)")
    let units = folder.url.path + "/usr/local/lib/systemd/system"
    try FileManager.default.createDirectory(atPath: units, withIntermediateDirectories: true)
    try Tool.write("", to: units + "/reconcile.service")
    for version in ["", "0.1.0"] {
      let told = try Self.configure(folder, after: version)
      #expect(told.hasPrefix("reconcile: 'make install' has put another one below "), "\(told)")
    }
  }

  @Test("what is installed a second time stays as it was") func again() throws {
    let (_, folder) = try Self.installed("/usr")
    let secret = folder.url.path + "/etc/reconcile/credentials/key"
    try Tool.write("k", to: secret)
    let script = Tool.repository.appending(path: ".packaging/install.sh").path
    #expect(try Tool.run(script, [Program.built("reconcile"), "/usr", folder.url.path]).status == 0)
    #expect(try String(contentsOfFile: secret, encoding: .utf8) == "k")
  }

  @Test("a program with a library of an unknown package is not packed") func unknownLibrary() throws {
    // What the tests run is linked with Swift's own libraries, which no package of Debian has.
    let folder = try TemporaryFolder([:])
    let script = Tool.repository.appending(path: ".packaging/build-deb.sh").path
    let run = try Tool.run(script, [Program.built("reconcile"), folder.url.path])
    #expect(run.status == 1 && run.output.contains("no package is known for 'libswift"), "\(run.output)")
  }

  /// The loader fills in where functions are; what it fills in late can be overwritten meanwhile.
  @Test("a program that can be overwritten while it runs is not packed", arguments: ["lazy", "now"])
  func hardened(_ binding: String) throws {
    let source = "#include <stdio.h>\nint main(void) { puts(\"reconcile 0\"); return 0; }\n"
    let folder = try TemporaryFolder(["p.c": source])
    let program = folder.url.path + "/p"
    let linker = ["-pie", "-fPIE", "-Wl,-z,relro", "-Wl,-z," + binding, "-o", program, folder.url.path + "/p.c"]
    let compiler = try Program.run(
      "/usr/bin/env", ["clang"] + linker, environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""])
    #expect(compiler.status == 0, "\(compiler)")
    let script = Tool.repository.appending(path: ".packaging/build-deb.sh").path
    let run = try Tool.run(script, [program, folder.url.path])
    #expect(binding == "now" || run.status == 1)
    #expect(run.output.contains("is not hardened: readelf shows no BIND_NOW") == (binding == "lazy"), "\(run.output)")
  }

  // MARK: - Examples

  static let workflows = [
    ("github/policy.yml", ["--builtin-schema", "vendor.github-workflows"]),
    ("github/action.yml", ["--builtin-schema", "vendor.github-actions"]),
    ("release/release.yml", ["--builtin-schema", "vendor.github-workflows"]),
    ("gitlab/gitlab-ci.yml", ["--builtin-schema", "vendor.gitlab-ci", "--data-transform", "gitlab-ci"]),
  ]

  @Test("a workflow is one", arguments: workflows) func workflow(_ path: String, _ schema: [String]) throws {
    let run = try Tool.run(SchemaCheck.program, schema + ["examples/" + path])
    #expect(run.status == 0, "\(run.output)")
  }

  @Test("systemd finds nothing to say about the example's units") func exampleUnits() throws {
    var files: [String: String] = [:]
    for name in ["reconcile-pull.service", "reconcile-pull.timer"] {
      let path = Tool.repository.appending(path: "examples/gitops/\(name)").path
      files[name] = try String(contentsOfFile: path, encoding: .utf8)
        .replacing("/usr/local/bin/reconcile-pull", with: "/bin/true")
    }
    let folder = try TemporaryFolder(files)
    let run = try Tool.run(
      "/usr/bin/systemd-analyze", ["verify", "--man=no"] + files.keys.sorted().map { "./" + $0 }, in: folder.url)
    #expect(run.status == 0 && run.output.isEmpty, "\(run.output)")
  }

  /// Every command line of the program that a text shows, with where it stands.
  private static func commandLines(in path: String) throws -> [[String]] {
    let text = try String(contentsOfFile: Tool.repository.appending(path: path).path, encoding: .utf8)
    return text.split(separator: "\n").compactMap { line in
      var words = line.split(separator: " ").map(String.init)
      while let first = words.first, ["-", "run:", "sudo", "$"].contains(first) { words.removeFirst() }
      guard words.first == "reconcile" else { return nil }
      return words.dropFirst().prefix { !["|", ">", ">>", "||", "#"].contains($0) }
        .map { $0.replacing("\"", with: "") }
    }
  }

  static let shown = [
    "docs/running.md", "examples/gitops/README.md",
  ]

  @Test("every command line that is shown is understood", arguments: shown) func understood(_ path: String) throws {
    let lines = try Self.commandLines(in: path)
    #expect(!lines.isEmpty)
    for line in lines {
      #expect(throws: Never.self, "\(path): \(line)") { try Invocation(line, OptionTable(.shipped)) }
    }
  }
}

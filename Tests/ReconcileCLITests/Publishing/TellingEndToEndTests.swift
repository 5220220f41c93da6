import Foundation
import JSONTree
import TestSupport
import Testing

/// Plan files and notifications by the built program, over real sockets.
extension EndToEndTests {
  @Test func aPlanIsWrittenAndCarriedOut() throws {
    let home = try Home()
    let plan = home.folder.appending(path: "plan.json")
    #expect(try home.run("plan", "-o", "plan.json").status == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: plan.path)
    #expect(attributes[.posixPermissions] as? Int == 0o644)
    #expect(try home.run("plan", "-o", "plan.json").status == 0, "a plan replaces a plan")
    let wrong = try home.run("plan", "-o", "policy.yaml")
    #expect(wrong.status == 1 && wrong.error.contains("exists and is not a plan"), "\(wrong)")
    #expect(try home.run("validate").status == 0, "the policy is as it was")

    _ = try home.simulator("/rules/Downtime-iPad/toggle", on: home.unifi, change: true)
    let stale = try home.run("apply", "--plan", "plan.json")
    #expect(stale.status == 4 && stale.output.contains("'Downtime-iPad'"), "\(stale)")
    #expect(try !home.log(of: home.unifi).contains { $0.hasPrefix("PUT") })
    _ = try home.simulator("/rules/Downtime-iPad/toggle", on: home.unifi, change: true)
    let applied = try home.run("apply", "--plan", "plan.json")
    #expect(applied.status == 0 && applied.output.contains("All applied and verified."), "\(applied)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.folder.path).allSatisfy { !$0.hasSuffix(".new") })
    try home.end()
  }

  /// A program in the home's folder, with these permissions.
  private func program(_ text: String, _ home: Home, permissions: Int = 0o700) throws -> String {
    let file = home.folder.appending(path: "tell-\(UUID().uuidString)")
    try Data(text.utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)
    return file.path
  }

  @Test func aProgramIsToldWithNothingOfOurs() throws {
    let home = try Home()
    let heard = home.folder.appending(path: "heard")
    let script = """
      #!/bin/sh
      { env | sort; echo "arguments: $#"; ls /proc/$$/fd | tr '\\n' ' '; echo; cat; } > '\(heard.path)'
      echo noise; echo noise >&2
      """
    let run = try home.run("--notify-command", try program(script, home))
    #expect(run.status == 0 && run.error.isEmpty && !run.output.contains("noise"), "\(run)")
    let text = try String(contentsOf: heard, encoding: .utf8)
    #expect(text.contains("LANG=C.UTF-8\n") && text.contains("PATH=/usr/local/bin:/usr/bin:/bin\n"), "\(text)")
    #expect(text.contains("arguments: 0\n") && text.contains("\"summary\":\"kids: off, pihole: paused\""), "\(text)")
    #expect(!text.contains("demonstration") && !text.contains("KEY=") && !text.contains("WORD="), "\(text)")
    #expect(!text.contains(":\(home.unifi)"), "\(text)")
    let json = try #require(text.split(separator: "\n").last { $0.hasPrefix("{") })
    #expect(try OutputSchema.of("notification").faults(JSON(parsing: Array(json.utf8))) == [])
    try home.end()
  }

  /// Somebody moves a rule, and nothing is remembered: what is moved again and again is told only when that begins.
  private func moveRule(_ home: Home) throws {
    try? FileManager.default.removeItem(at: home.folder.appending(path: "state"))
    _ = try home.simulator("/rules/Downtime-iPad/toggle", on: home.unifi, change: true)
  }

  @Test func aProgramThatOthersCanChangeIsNotRun() throws {
    let home = try Home()
    for (permissions, reason) in [
      (0o720, "others than its owner can write to it"), (0o702, "others than its owner can write to it"),
      (0o600, "it is not executable"),
    ] {
      let path = try program("#!/bin/sh\ntouch \(home.folder.path)/ran\n", home, permissions: permissions)
      try moveRule(home)
      let run = try home.run("--notify-command", path)
      #expect(run.status == 0 && run.error.hasSuffix(": \(reason)\n"), "\(run)")
    }
    let folder = try home.run("--notify-command", home.folder.path)
    #expect(folder.status == 0, "nothing was done, so nobody is told")
    try refusesFoldersOfOthers(home)
    #expect(!FileManager.default.fileExists(atPath: home.folder.appending(path: "ran").path))
    try home.end()
  }

  /// The program is well, and others could put another one in its place; also behind a link in a good folder.
  private func refusesFoldersOfOthers(_ home: Home) throws {
    let open = home.folder.appending(path: "open")
    let inside = open.appending(path: "inside")
    try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: true)
    let path = inside.appending(path: "tell").path
    let good = try program("#!/bin/sh\ntouch \(home.folder.path)/ran\n", home)
    try FileManager.default.moveItem(atPath: good, toPath: path)
    let link = home.folder.appending(path: "link").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    for folder in [open, inside] {
      try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
      for name in [path, link] {
        try moveRule(home)
        let run = try home.run("--notify-command", name)
        #expect(run.status == 0 && run.error.hasSuffix("may be written by others (mode 0777)\n"), "\(run)")
        #expect(!FileManager.default.fileExists(atPath: home.folder.appending(path: "ran").path))
      }
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    }
    try moveRule(home)
    #expect(try home.run("--notify-command", link).error.isEmpty, "it is the folders alone")
    #expect(FileManager.default.fileExists(atPath: home.folder.appending(path: "ran").path))
    try FileManager.default.removeItem(atPath: home.folder.appending(path: "ran").path)
  }

  /// The address comes from a credential, under the rules of secrets, and is shown nowhere.
  @Test func anAddressMayBeACredential() throws {
    let home = try Home()
    let folder = home.folder.appending(path: "config/reconcile/credentials")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "hook").path
    func told(_ text: String, permissions: Int = 0o600) throws -> Program.Outcome {
      try Data(text.utf8).write(to: URL(filePath: file))
      try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file)
      try moveRule(home)
      let run = try home.run(
        with: ["XDG_CONFIG_HOME": home.folder.path + "/config"], "-v", "--notify-url-credential", "hook")
      #expect(run.status == 0 && !(run.output + run.error).contains("token"), "\(run)")
      return run
    }
    for _ in 0..<2 {
      let (program, port) = try listener(home, answer: "204")
      let run = try told("http://127.0.0.1:\(port)/hook/token\n")
      #expect(!run.error.contains("warning:") && run.error.contains("POST (--notify-url) · 204"), "\(run)")
      #expect(try program.wait().status == 0)
    }
    let heard = try String(contentsOf: home.folder.appending(path: "heard"), encoding: .utf8)
    #expect(heard.split(separator: "\n").count == 2 && heard.contains("/hook/token"), "\(heard)")
    let refused: [(String, Int, String)] = [
      ("http://127.0.0.1:9/token\n", 0o644, "is open to others (permissions 0644)"),
      ("token", 0o600, "does not contain exactly one line with an address"),
      ("https://x/?token", 0o600, "does not contain exactly one line with an address"),
      ("http://127.0.0.1:9/token\nfor http://127.0.0.1:9\n", 0o600, "does not contain exactly one line"),
      ("", 0o600, "is empty"),
    ]
    for (text, permissions, says) in refused {
      let run = try told(text, permissions: permissions)
      #expect(
        run.error.contains("warning: no notification was sent ('--notify-url-credential'): ")
          && run.error.contains(says))
    }
    try home.end()
  }

  /// Listens on loopback, answers with `answer`, and writes what it hears to `heard`, its port to `port`.
  private func listener(_ home: Home, answer: String) throws -> (program: Program, port: String) {
    let script = """
      import http.server, json
      class Hook(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
          body = self.rfile.read(int(self.headers['Content-Length'])).decode()
          with open('heard', 'a') as f: f.write(json.dumps([self.path, dict(self.headers), body]) + '\\n')
          self.send_response(\(answer))
          self.send_header('Location', '/elsewhere')
          self.send_header('Content-Length', '0')
          self.end_headers()
        do_GET = do_POST
        def log_message(self, *rest): pass
      server = http.server.HTTPServer(('127.0.0.1', 0), Hook)
      with open('port.new', 'w') as f: f.write(str(server.server_port))
      import os; os.rename('port.new', 'port')
      server.handle_request()
      """
    let file = home.folder.appending(path: "port")
    try? FileManager.default.removeItem(at: file)
    let program = try Program("/usr/bin/python3", ["-c", script], in: home.folder)
    for _ in 0..<300 {
      if let port = try? String(contentsOf: file, encoding: .utf8) { return (program, port) }
      Thread.sleep(forTimeInterval: 0.1)
    }
    throw CocoaError(.fileReadNoSuchFile)
  }

  @Test func anAddressIsToldAndNotFollowed() throws {
    let home = try Home()
    for (answer, complaint) in [("204", ""), ("302", "answered the notification with 302\n"), ("500", "with 500\n")] {
      let (program, port) = try listener(home, answer: answer)
      _ = try home.simulator("/rules/Downtime-iPad/toggle", on: home.unifi, change: true)
      let run = try home.run("--notify-url", "http://127.0.0.1:\(port)/hook/token")
      #expect(run.status == 0 && run.error.hasSuffix(complaint) && !run.error.contains("token"), "\(run)")
      #expect(run.error.isEmpty == complaint.isEmpty)
      #expect(try program.wait().status == 0)
    }
    let heard = try String(contentsOf: home.folder.appending(path: "heard"), encoding: .utf8)
    let lines = heard.split(separator: "\n")
    #expect(lines.count == 3 && lines.allSatisfy { $0.contains("/hook/token") && $0.contains("application/json") })
    #expect(!heard.contains("demonstration") && heard.contains("formatVersion"), "\(heard)")
    try home.end()
  }

  /// As ntfy takes it: a title, how urgent it is, and lines for people.
  @Test func aPhoneIsToldInPlainText() throws {
    let home = try Home()
    let (program, port) = try listener(home, answer: "200")
    let run = try home.run("--notify-url", "http://127.0.0.1:\(port)/topic", "--notify-format", "text")
    #expect(run.status == 0 && run.error.isEmpty, "\(run)")
    #expect(try program.wait().status == 0)
    let heard =
      try JSONSerialization.jsonObject(
        with: try Data(contentsOf: home.folder.appending(path: "heard"))) as? [Any]
    let fields = try #require(heard?[1] as? [String: String])
    #expect(heard?[0] as? String == "/topic" && fields["Content-Type"] == "text/plain; charset=utf-8", "\(fields)")
    #expect(fields["Title"] == "kids off" && fields["Priority"] == "default" && fields["Tags"] == "house", "\(fields)")
    #expect(heard?[2] as? String == "pihole paused", "\(String(describing: heard))")
    try home.end()
  }

  /// Whatever the process may give away: a service that closes its files to others is read by another one.
  @Test func metricsAreReadableByEverybody() throws {
    let home = try Home()
    let file = home.folder.appending(path: "reconcile.prom").path
    for mask in ["022", "077", "077", "027"] {
      let run = try Program.run(
        "/usr/bin/bash", ["-c", "umask \(mask) && exec '\(Program.built("reconcile"))' --metrics reconcile.prom"],
        environment: home.environment, in: home.folder)
      #expect(run.status == 0 && run.error.isEmpty, "\(run)")
      #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o644, "\(mask)")
      let state = home.folder.appending(path: "state/journal.db").path
      #expect(try FileManager.default.attributesOfItem(atPath: state)[.posixPermissions] as? Int == 0o600, "\(mask)")
    }
    try home.end()
  }
}

import Foundation
import TestSupport
import Testing

@testable import Presentation
@testable import ReconcileCLI

/// The manual page.
@Suite("manual page", .waitsForPrograms) struct ManPageTests {
  private static let printed = Result { () throws -> String in
    let folder = try TemporaryFolder(["reconcile.1": TestWorld().run("help", "man").output])
    let run = try Tool.run(
      "/usr/bin/groff", ["-man", "-Tutf8", "-ww", "-P-c", "-P-b", "-P-u", "reconcile.1"], in: folder.url)
    #expect(run.status == 0)
    return run.output
  }

  @Test("it is printed as help") func command() {
    let run = TestWorld().run("help", "man")
    #expect(run.status == 0 && run.error.isEmpty)
    #expect(run.output.hasPrefix(".TH RECONCILE 1 ") && run.output.hasSuffix("\n"))
    #expect(run.output.utf8.allSatisfy { $0 < 0x80 }, "whatever the reader's locale is")
  }

  @Test("it is formatted without a warning") func warnings() throws {
    let text = try Self.printed.get()
    #expect(!text.contains("warning") && !text.contains("error:"))
  }

  @Test("it shows every command and option, as typed") func complete() throws {
    // A formatter puts more spaces between the words, and cuts words at the end of a line.
    let text = try Self.printed.get().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for command in Command.all {
      for usage in command.usages {
        let form = usage.components(separatedBy: " [OPTIONS]")[0]
        #expect(text.contains("reconcile \(command.name)\(form)"))
      }
    }
    for option in OptionTable(.shipped).all { #expect(text.contains("--\(option.name)")) }
    for status in HelpText.statuses { #expect(text.contains(" \(status.0) ")) }
  }

  static let texts = [
    ".TH", "'br", #"a\fBb"#, "--dry-run", "it's \"so\" `here` ^ ~", "21:00–07:00 …", "a.b", "·", "plain",
  ]

  @Test("a text comes out as it went in", arguments: texts) func escaping(_ text: String) throws {
    let folder = try TemporaryFolder(["t.1": ".TH T 1\n.nf\n\(text.escapedForRoff)\n"])
    let run = try Tool.run("/usr/bin/groff", ["-man", "-Tutf8", "-ww", "-P-cbu", "t.1"], in: folder.url)
    #expect(run.output.split(separator: "\n").contains { $0.trimmed == text }, "\(run.output)")
  }
}

extension Substring {
  /// Without the spaces before it.
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}

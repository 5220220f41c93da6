import Foundation
import Documents
import Host
import TestSupport
import Testing

@testable import Controller

/// Calendars on a real disk: what is below the policy's folder is read, and nothing else.
@Suite struct CalendarFileTests {
  private func read(_ path: String, in folder: URL) -> String {
    let file = CalendarFile(
      reading: path, besidePolicyAt: folder.appending(path: "home/policy.yaml").path, in: nil, isFromFiles: true,
      SystemFiles())
    switch file.content {
    case .success(let bytes): return String(decoding: bytes, as: UTF8.self)
    case .failure(let fault): return "! " + fault.message.text.replacing(folder.path, with: "")
    }
  }

  @Test func linksThatLeadOutAreRefused() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let home = folder.appending(path: "home/calendars")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    try "outside".write(to: folder.appending(path: "secret.ics"), atomically: true, encoding: .utf8)
    try "inside".write(to: home.appending(path: "school.ics"), atomically: true, encoding: .utf8)
    let links = [
      ("out.ics", "../../secret.ics"), ("in.ics", "school.ics"), ("away.ics", "/etc/hostname"),
      ("lost.ics", "none.ics"),
    ]
    for (name, target) in links {
      try FileManager.default.createSymbolicLink(
        atPath: home.appending(path: name).path, withDestinationPath: target)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: "home/shared").path, withDestinationPath: "..")
    #expect(read("calendars/school.ics", in: folder) == "inside")
    #expect(read("calendars/in.ics", in: folder) == "inside")
    #expect(read("calendars/out.ics", in: folder) == "! 'calendars/out.ics' leads out of the folder of the policy")
    #expect(read("calendars/away.ics", in: folder) == "! 'calendars/away.ics' leads out of the folder of the policy")
    #expect(read("shared/secret.ics", in: folder) == "! 'shared/secret.ics' leads out of the folder of the policy")
    #expect(read("calendars/lost.ics", in: folder) == "! calendar '/home/calendars/lost.ics' not found")
  }

  @Test func aLargeOneIsReadUpToItsLimit() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder.appending(path: "home"), withIntermediateDirectories: true)
    try Data(repeating: 0x41, count: 5 << 20).write(to: folder.appending(path: "home/big.ics"))
    #expect(read("big.ics", in: folder).utf8.count <= 4 << 20 + 2)
  }
}

import Foundation
import TestSupport
import Testing

/// libical brings ICU along, and libcurl thirty libraries: a program that is linked with them takes some milliseconds longer at
/// every start.
@Suite(.waitsForPrograms) struct LoadingTests {
  @Test func noProgramIsLinkedWithWhatFewRunsNeed() throws {
    let itself = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/readelf")
    process.arguments = ["--dynamic", "--wide", itself]
    let output = Pipe()
    process.standardOutput = output
    let end = try ProcessEnd(starting: process)
    let text = String(decoding: output.fileHandleForReading.bytesToEnd(), as: UTF8.self)
    end.wait(for: process)
    let needed = text.split(separator: "\n").filter { $0.contains("(NEEDED)") }
    #expect(needed.contains { $0.contains("libc.so") })
    for name in ["libical", "libicu", "libqrencode", "libcurl"] {
      #expect(!needed.contains { $0.contains(name) }, "\(name)")
    }
  }
}

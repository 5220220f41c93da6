import Foundation
import Text

@testable import Presentation

/// What a terminal shows, as a picture: letters in cells of one size, in the few styles that the program uses.
struct TerminalPicture {
  private let lines: [[Run]]

  /// Letters in one style.
  private struct Run {
    var text: String
    var style: String
    var column: Int
  }

  /// Of `text`, with the escapes of its colours.
  init(_ text: String) {
    var style = ""
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var runs: [Run] = []
      var column = 0
      for (number, part) in line.components(separatedBy: "\u{1B}[").enumerated() {
        var shown = part[...]
        if number > 0, let end = part.firstIndex(of: "m") {
          style = Self.styles[String(part[..<end])] ?? "unknown"
          shown = part[part.index(after: end)...]
        }
        if !shown.isEmpty { runs.append(Run(text: String(shown), style: style, column: column)) }
        column += displayWidth(String(shown))
      }
      return runs
    }
  }

  private static let styles = ["0": "", "1": "strong", "2": "faint", "32": "good", "1;31": "bad"]

  /// In tenths of a pixel.
  private static let (cell, line, margin) = (78, 190, 160)

  var text: String {
    let columns = lines.flatMap { $0.map { $0.column + displayWidth($0.text) } }.max() ?? 0
    let width = pixels(columns * Self.cell + 2 * Self.margin)
    let height = pixels(lines.count * Self.line + 2 * Self.margin)
    let words = lines.map { $0.map(\.text).joined() }.joined(separator: " ")
    let rows = lines.enumerated().flatMap { number, runs in
      runs.filter { $0.text.contains { $0 != " " } }.map { text($0, y: Self.margin + number * Self.line + 135) }
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" role="img" aria-labelledby="terminal-desc">
      <desc id="terminal-desc">\(words.split(separator: " ").joined(separator: " ").escapedForXML)</desc>
      <style>
      text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#1f2328}
      .strong{font-weight:700}.faint{fill:#59636e}.good{fill:#1a7f37}.bad{fill:#cf222e;font-weight:700}
      .screen{fill:#f6f8fa;stroke:#d1d9e0}
      @media (prefers-color-scheme:dark){text{fill:#f0f6fc}.faint{fill:#9198a1}.good{fill:#3fb950}.bad{fill:#ff7b72}.screen{fill:#0d1117;stroke:#3d444d}}
      </style>
      <rect width="\(width)" height="\(height)" rx="8" class="screen"/>
      \(rows.joined(separator: "\n"))
      </svg>

      """
  }

  /// Spread over its cells, whatever font there is.
  private func text(_ run: Run, y: Int) -> String {
    let blanks = run.text.prefix { $0 == " " }.count
    let shown = String(run.text.dropFirst(blanks)).trimmedEnd
    let x = pixels(Self.margin + (run.column + blanks) * Self.cell)
    let length = pixels(displayWidth(shown) * Self.cell)
    let style = run.style.isEmpty ? "" : " class=\"\(run.style)\""
    return
      "<text xml:space=\"preserve\" x=\"\(x)\" y=\"\(pixels(y))\" textLength=\"\(length)\" lengthAdjust=\"spacingAndGlyphs\"\(style)>"
      + "\(shown.escapedForXML)</text>"
  }
}

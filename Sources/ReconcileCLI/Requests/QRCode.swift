import CQREncode

/// A QR code as a terminal shows it: dark on light, whatever colours the terminal has.
struct QRCode {
  /// Whether a module is dark, row by row.
  let rows: [[Bool]]

  /// Nil where it cannot be drawn.
  init?(_ text: String) {
    // The largest there is has 177 modules on a side.
    var modules = [UInt8](repeating: 0, count: 177 * 177)
    let width = Int(qr_code_draw(text, &modules, Int32(modules.count)))
    guard width > 0 else { return nil }
    rows = (0..<width).map { row in modules[(row * width)..<((row + 1) * width)].map { $0 == 1 } }
  }

  init(rows: [[Bool]]) { self.rows = rows }

  /// So many modules of light around it; four are asked for, and two are enough for every phone.
  private static let margin = 2

  /// Two rows of modules in a line. Light is the colour that is written, so that what stands around it does not matter.
  var text: String {
    let width = (rows.first?.count ?? 0) + 2 * Self.margin
    let empty = Array(repeating: false, count: width)
    let side = Array(repeating: false, count: Self.margin)
    let margin = Array(repeating: empty, count: Self.margin)
    let all = margin + rows.map { side + $0 + side } + margin
    return stride(from: 0, to: all.count, by: 2).map { place in
      // Below an odd last row there is nothing, which is dark.
      let below = place + 1 < all.count ? all[place + 1] : Array(repeating: true, count: width)
      return "\u{1b}[97;40m"
        + zip(all[place], below).map { dark, darkBelow in
          switch (dark, darkBelow) {
          case (false, false): "█"
          case (false, true): "▀"
          case (true, false): "▄"
          case (true, true): " "
          }
        }.joined() + "\u{1b}[0m\n"
    }.joined()
  }
}

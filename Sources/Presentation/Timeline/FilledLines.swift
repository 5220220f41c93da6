/// `items` one after another on lines of at most `width` columns, none of them cut; the first line after `indent`, the others
/// after `following`. An item that is too long alone stands alone.
func filled(_ items: [String], separator: String, indent: String, following: String, width: Int) -> [String] {
  var lines: [String] = []
  for item in items {
    guard let last = lines.last else {
      lines.append(indent + item)
      continue
    }
    let longer = last + separator + item
    if displayWidth(longer) <= width {
      lines[lines.count - 1] = longer
    } else {
      lines[lines.count - 1] = (last + separator).withoutTrailingSpaces
      lines.append(following + item)
    }
  }
  return lines
}

extension String {
  /// Cut after its last sign that can be seen.
  var withoutTrailingSpaces: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

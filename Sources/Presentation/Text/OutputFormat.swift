/// How a result is written.
package enum OutputFormat: String, CaseIterable, Sendable {
  case text
  case json
  case markdown
  case github
  case junit
  case svg
  case html
}

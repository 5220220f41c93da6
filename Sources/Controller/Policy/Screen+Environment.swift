package import Host
package import Presentation

extension Screen {
  /// `$COLUMNS` counts first, then what the terminal says; where there is neither a line has 80 columns. What the locale
  /// shows is the same on a terminal and in a pipe, so that nothing changes on the way through a pager.
  package init(_ environment: Environment) {
    let named = environment.variable("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    self.init(columns: named ?? environment.columns(), isASCII: !LocaleName(environment.variable).isUTF8)
  }
}

import Documents
import Host
import Text

/// The text of a policy: of one file or pipe, or of every YAML file of a directory.
struct PolicyText {
  /// The files in name order, as messages name them.
  private(set) var files: [(name: String, bytes: [UInt8])] = []
  /// The calendars that it names, by the path as it is written.
  private(set) var calendars: [CalendarFile] = []
  /// Why a file could not be read.
  private(set) var diagnostics: [Diagnostic] = []
  /// Whether it can be read again: it came from files, and not from a pipe.
  private(set) var isFromFiles = true
  /// Where the folder that it is in was, every link followed, when it was read: a link that is replaced meanwhile must not give
  /// half of one policy and half of another. Nil where it came through a pipe, or is not there.
  private(set) var home: String?

  /// A little more than a policy may hold, so that one that is too large shows.
  private static let limit = 1 << 20

  init(path: String, files access: any Files) {
    do throws(FileError) {
      switch try access.kind(of: path) {
      case nil:
        report("policy.not-found", path, "not found", path == PolicyPath.installed ? Self.howToBegin : Self.whereToLook)
      case .regular:
        try readFile(path, access)
        refusePlan(path)
      case .stream:
        isFromFiles = false
        files = [(path, try access.bytes(of: path, limit: Self.limit))]
      case .folder: try readFolder(path, access)
      case .other:
        report(
          "policy.not-a-file", path, "this is neither a file nor a directory",
          "a pipe is given as /dev/stdin")
      }
    } catch {
      // A policy holds no secret, and the timer reads it as a user of its own.
      let remedy = "let everybody read it: sudo chmod a+r \(ShellWord.word(error.path))"
      report("policy.unreadable", error.path, "it cannot be read: \(error.reason)", error.isDenied ? remedy : nil)
    }
  }

  /// A plan in the place of its policy would be one mistake after the other.
  private mutating func refusePlan(_ path: String) {
    guard files.first?.bytes.starts(with: PlanFile.beginning.utf8) == true else { return }
    files = []
    report(
      "policy.is-a-plan", path, "this is a plan, not a policy",
      "name the policy, and this file as its plan: reconcile apply POLICY --plan \(ShellWord.word(path))")
  }

  /// The text of files that were read before, its calendars among them.
  init(files: [(name: String, bytes: [UInt8])]) {
    self.files = files.filter { !$0.name.hasPrefix(Self.mark) }
    calendars = files.filter { $0.name.hasPrefix(Self.mark) }.map {
      CalendarFile(path: String($0.name.dropFirst(Self.mark.count)), name: nil, content: .success($0.bytes))
    }
  }

  /// The same with further texts behind its files.
  func adding(_ texts: [(name: String, bytes: [UInt8])]) -> PolicyText {
    var text = self
    text.files += texts
    return text
  }

  /// What the name of a calendar begins with among all files: no file of a policy is called so.
  private static let mark = "calendar:"

  /// All that it was read from.
  var everything: [(name: String, bytes: [UInt8])] {
    files
      + calendars.compactMap { calendar in
        (try? calendar.content.get()).map { (name: Self.mark + calendar.path, bytes: $0) }
      }
  }

  /// Reads the calendars at `paths`, as the policy at `path` writes them, where they were not read before.
  mutating func readCalendars(_ paths: [String], ofPolicyAt path: String, _ access: any Files) {
    let known = Set(calendars.map(\.path))
    var left = CalendarFile.mostTogether
    for wanted in paths where !known.contains(wanted) {
      let file =
        left > 0
        ? CalendarFile(reading: wanted, besidePolicyAt: path, in: home, isFromFiles: isFromFiles, access)
        : CalendarFile(path: wanted, name: nil, content: .failure(CalendarFile.tooManyTogether))
      left -= (try? file.content.get())?.count ?? 0
      calendars.append(file)
    }
  }

  /// What shows whether it is the same as another one: its bytes, and why something could not be read.
  var parts: [[UInt8]] {
    everything.flatMap { [Array($0.name.utf8), $0.bytes] }
      + calendars.map { calendar in
        if case .failure(let fault) = calendar.content { Array(fault.message.text.utf8) } else { [] }
      } + diagnostics.map { Array($0.message.utf8) }
  }

  private static let howToBegin = "'sudo reconcile init' makes a first one"
  private static let whereToLook = "check the path; a relative one starts in the current directory"

  /// The file at `path`, which may be a link as long as it stays in its directory: what is wrong in a policy is shown, and
  /// whoever can put a link there must not have other files shown by it.
  private mutating func readFile(_ path: String, _ access: any Files) throws(FileError) {
    let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let above = name == path.startIndex ? "." : String(path[..<name])
    guard OpenDescriptor.number(path) == nil, let home = access.resolved(above),
      let file = access.resolved((home == "/" ? "" : home) + "/" + path[name...])
    else {
      files = [(path, try access.bytes(of: path, limit: Self.limit))]
      return
    }
    self.home = home
    if !file.hasPrefix(home == "/" ? home : home + "/") {
      return report(
        "policy.link", path, "it is a link that leads out of its directory, to '\(file)'",
        "put the file itself there, let the directory be the link, or give the path that it leads to")
    }
    do throws(FileError) {
      files = [(path, try access.bytes(of: file, limit: Self.limit))]
    } catch {
      var error = error
      // As the person named it.
      error.path = path
      throw error
    }
  }

  /// Every regular `*.yaml` and `*.yml`, in small letters, that does not start with a dot. A link that leads out of the directory is not
  /// followed: whoever can write into the directory must not gain other files by it. What is left out is told of.
  private mutating func readFolder(_ path: String, _ access: any Files) throws(FileError) {
    let folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    let home = access.resolved(folder) ?? folder
    self.home = home
    var budget = Self.limit
    for name in try access.names(in: home) where Self.isPolicyFile(name.lowercased()) {
      let file = home + "/" + name
      if !Self.isPolicyFile(name) {
        skip(folder + "/" + name, "its name ends in capital letters", hint: "let it end in .yaml or .yml")
        continue
      }
      if let reason = try Self.reasonToSkip(file, home, access) {
        skip(folder + "/" + name, reason)
        continue
      }
      let bytes = try access.bytes(of: file, limit: budget)
      // What would be refused as a whole is not read as a whole.
      guard bytes.count <= budget else { return reportTooLarge(folder + "/" + name, isFirst: files.isEmpty) }
      budget -= bytes.count
      files.append((folder + "/" + name, bytes))
    }
    if files.isEmpty {
      report("policy.not-found", path, "there is no *.yaml or *.yml file in this directory", nil)
    }
  }

  /// Why `file` in the folder `home` is not read; nil where it is.
  private static func reasonToSkip(
    _ file: String, _ home: String, _ access: any Files
  ) throws(FileError) -> String? {
    switch try access.kind(of: file) {
    case nil: return file.contains("\u{FFFD}") ? "its name is not UTF-8" : "it is a link that leads nowhere"
    case .folder: return "it is a directory"
    case .stream, .other: return FileError.notRegular
    case .regular:
      let isInside = access.resolved(file)?.hasPrefix(home == "/" ? home : home + "/") ?? false
      return isInside ? nil : "it is a link that leads out of the directory"
    }
  }

  private mutating func skip(
    _ file: String, _ reason: String,
    hint: String = "put a file there, or give it a name that does not end in .yaml or .yml"
  ) {
    diagnostics.append(
      Diagnostic(.warning, code: "policy.skipped", "'\(file)' is not read: \(reason)", hint: hint, at: nil))
  }

  private mutating func reportTooLarge(_ file: String, isFirst: Bool) {
    report(
      "yaml.too-large", file, "more than 1 MiB of policy" + (isFirst ? "" : ", with the files before it"),
      "split the household into several policies")
  }

  private static func isPolicyFile(_ name: String) -> Bool {
    !name.hasPrefix(".") && (name.hasSuffix(".yaml") || name.hasSuffix(".yml"))
  }

  private mutating func report(_ code: String, _ path: String, _ message: String, _ hint: String?) {
    files = []
    diagnostics.append(Diagnostic(.error, code: code, "'\(path)': \(message)", hint: hint, at: nil))
  }
}

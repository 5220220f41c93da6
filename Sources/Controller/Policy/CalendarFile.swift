import Documents
import Host
import Policies
import Text

/// A calendar beside a policy.
struct CalendarFile {
  /// As the policy writes it.
  var path: String
  /// As messages name it; nil where it was kept with an earlier text of the policy.
  var name: String?
  /// What is in it, or why it cannot be read.
  var content: Result<[UInt8], Fault>
  /// Where it was, every link followed; nil where it was not read from a file.
  private(set) var place: String?

  /// Why a calendar cannot be read.
  struct Fault: Error {
    var message: Message
  }

  /// The most that a calendar may hold, and a little more, so that one that is too large shows.
  private static let limit = 4 << 20 + 1

  /// As much as all calendars of a policy may hold together, and one more.
  static let mostTogether = 16 << 20
  /// Why one is not read that is behind so many.
  static let tooManyTogether = Fault(message: CalendarFileMessages.tooManyTogether)

  init(path: String, name: String?, content: Result<[UInt8], Fault>) {
    (self.path, self.name, self.content) = (path, name, content)
  }

  /// The file at `path` below the folder of the policy at `policy`, of which no part may lead out of that folder: whoever
  /// can change a policy must not have other files read by it. `home` is where that folder was when the policy was read; nil
  /// where nobody knows.
  init(
    reading path: String, besidePolicyAt policy: String, in home: String?, isFromFiles: Bool, _ access: any Files
  ) {
    self.path = path
    let fault = { Result<[UInt8], Fault>.failure(Fault(message: $0)) }
    if let message = Self.message(about: path) {
      content = fault(message)
      return
    }
    guard isFromFiles else {
      content = fault(CalendarFileMessages.noFolder(path))
      return
    }
    let folder = Self.folder(ofPolicyAt: policy, access)
    let file = Self.place(of: path, in: folder)
    name = file
    guard let home = home ?? access.resolved(folder),
      let place = access.resolved(Self.place(of: path, in: home))
    else {
      content = fault(CalendarFileMessages.notFound(file))
      return
    }
    guard place.hasPrefix(home == "/" ? home : home + "/") else {
      content = fault(CalendarFileMessages.leadsOut(path))
      return
    }
    do throws(FileError) {
      guard try access.kind(of: place) == .regular else {
        content = fault(CalendarFileMessages.notAFile(file))
        return
      }
      content = .success(try access.bytes(of: place, limit: Self.limit))
      self.place = place
    } catch {
      content = fault(CalendarFileMessages.unreadable(file, error.reason))
    }
  }

  /// Where the policy at `policy` means the file that it calls `path`.
  static func place(of path: String, besidePolicyAt policy: String, _ access: any Files) -> String {
    place(of: path, in: folder(ofPolicyAt: policy, access))
  }

  private static func folder(ofPolicyAt policy: String, _ access: any Files) -> String {
    let isFolder = (try? access.kind(of: policy)) == .folder
    return isFolder ? policy : policy.folderAbove
  }

  private static func place(of path: String, in folder: String) -> String {
    let path = String(fromFolder(path))
    return folder == "." ? path : (folder.hasSuffix("/") ? folder : folder + "/") + path
  }

  /// `calendars/school.ics` for `./calendars/school.ics`
  private static func fromFolder(_ path: String) -> Substring {
    path.hasPrefix("./") ? path.dropFirst(2) : path[...]
  }

  /// What is wrong with `path` as it is written; nil where nothing is.
  private static func message(about path: String) -> Message? {
    if AddressForm.isAddress(path) { return CalendarFileMessages.address }
    let parts = fromFolder(path).split(separator: "/", omittingEmptySubsequences: false)
    if path.hasPrefix("/") || path.hasPrefix("~") { return CalendarFileMessages.beginsElsewhere(path) }
    if path.isEmpty || parts.contains("") || parts.contains("..") || parts.contains(".") {
      return CalendarFileMessages.notPlain(path)
    }
    return nil
  }
}

import CLinux
import Glibc

/// Hears SIGHUP, files that are touched, and a wall clock that jumps. What the system does not offer is not heard.
struct MachineEars: Ears {
  private let network: any Network
  private let hangUps: SignalDescriptor?
  private let clock: Int32
  private let folders: FolderWatch?

  init(_ bell: Doorbell, _ network: any Network) {
    self.network = network
    hangUps = SignalDescriptor([SIGHUP])
    clock = shim_clock_descriptor()
    folders = FolderWatch()
    listen(bell)
  }

  private func listen(_ bell: Doorbell) {
    if let hangUps {
      network.listen(to: hangUps.descriptor) { if hangUps.next() != nil { bell.ring(.reload) } }
    }
    if clock >= 0 {
      network.listen(to: clock) { [clock] in if shim_clock_jumped(clock) == 1 { bell.ring(.clock) } }
    }
    if let folders {
      network.listen(to: folders.descriptor) { if folders.wasTouched() { bell.ring(.files) } }
    }
  }

  func attend(to paths: [String]) { folders?.attend(to: paths) }

  func close() {
    for descriptor in [hangUps?.descriptor, folders?.descriptor, clock].compactMap({ $0 }) where descriptor >= 0 {
      network.stopListening(to: descriptor)
    }
    hangUps?.close()
    folders?.close()
    if clock >= 0 { Glibc.close(clock) }
  }
}

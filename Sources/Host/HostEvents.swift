import CLinux
import Glibc

/// What a program that stays hears of the machine it runs on.
package protocol HostEvents: Sendable {
  /// From now on it is these files and folders that are listened to, and those that links lead to from there.
  func attend(to paths: [String])
  /// Ends it all.
  func close()
}

/// Hears SIGHUP, files that are touched, and a wall clock that jumps. What the system does not offer is not heard.
struct SystemHostEvents: HostEvents {
  private let network: any Network
  private let hangUps: SignalDescriptor?
  private let clock: Int32
  private let folders: FileWatcher?

  init(_ wakeSignal: WakeSignal, _ network: any Network) {
    self.network = network
    hangUps = SignalDescriptor([SIGHUP])
    clock = shim_clock_descriptor()
    folders = FileWatcher()
    listen(wakeSignal)
  }

  private func listen(_ wakeSignal: WakeSignal) {
    if let hangUps {
      network.listen(to: hangUps.descriptor) { if hangUps.next() != nil { wakeSignal.send(.reload) } }
    }
    if clock >= 0 {
      network.listen(to: clock) { [clock] in if shim_clock_jumped(clock) == 1 { wakeSignal.send(.clock) } }
    }
    if let folders {
      network.listen(to: folders.descriptor) { if folders.wasTouched() { wakeSignal.send(.files) } }
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

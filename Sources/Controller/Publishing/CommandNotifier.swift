import Host
import JSONTree
import Presentation
import Providers
import Planning

/// Tells a program what was done, on its standard input: no arguments, no shell.
struct CommandNotifier {
  let environment: Environment
  let network: any ReadingNetwork
  let stop: StopSignal
  /// How long it may take, in seconds; then it is ended.
  let seconds: Int64

  private static let step = Duration.milliseconds(20)

  /// Why that went wrong; nil where it did not.
  func tell(_ notification: Notification, _ path: String, as format: NotificationFormat) async -> String? {
    switch format {
    case .json: await run(path, input: notification.json.line)
    case .text: await run(path, input: notification.text.all.map { $0 + "\n" }.joined())
    }
  }

  /// The same with any text on the program's standard input.
  func run(_ path: String, input: String) async -> String? {
    do throws(FileError) {
      let program = try environment.start(path, input)
      return await wait(for: program, path)
    } catch {
      return PublisherMessages.notStarted(error)
    }
  }

  /// Whoever ends the run waits for it, too, and not as long.
  private func wait(for program: any StartedProgram, _ path: String) async -> String? {
    let begin = network.uptime
    var end = begin + .seconds(seconds)
    var isInHaste = false
    while network.uptime < end {
      if let status = program.status() { return status == 0 ? nil : PublisherMessages.programFailed(path, status) }
      if !isInHaste, stop.reason != nil {
        isInHaste = true
        end = min(end, network.uptime + .seconds(RunTime.toTellInHaste))
      }
      await network.sleep(Self.step)
    }
    program.kill()
    return PublisherMessages.programHung(path, (network.uptime - begin).components.seconds)
  }
}

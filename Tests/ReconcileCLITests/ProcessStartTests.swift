import Foundation
import TestSupport
import Testing

/// What holds of the built program as a process, from its first moment.
@Suite(.waitsForPrograms) struct ProcessStartTests {
  /// Secrets are in its memory, and whoever runs it may run other programs too. Of a process that must not be looked
  /// into, everything under `/proc` belongs to root. The program stops in a pipe that nobody reads.
  @Test func noOtherProgramLooksIntoItsMemory() throws {
    let lines = (10...22).map { "  - kids off \($0):00-\($0):30\n" }.joined()
    let folder = try TemporaryFolder([
      "policy.yaml": "timezone: UTC\n"
        + "systems: {g: {kind: unifi, url: 'https://192.168.1.1', api-key: {credential: k}}}\n"
        + "targets: {kids: {system: g, acl-rules: [X]}}\npolicy:\n\(lines)"
    ])
    let script = """
      set -e
      cp "$1" started; chmod 755 started .; chmod 644 policy.yaml
      mkfifo out; exec 3<>out
      as=(); [ "$(id -u)" != 0 ] || as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
      "${as[@]}" ./started timeline policy.yaml --schedule-only --days 366 --format json >&3 3>&- & pid=$!
      # The tests' own process blocks other signals, and so does what it starts.
      trap 'kill -KILL $pid' EXIT
      for _ in $(seq 400); do
        read -r _ name state _ </proc/$pid/stat
        [ "$name $state" != "(started) S" ] || break
        sleep 0.05
      done
      sleep 0.2
      echo "$name $state, the memory is user $(stat -c %u /proc/$pid/mem)'s"
      """
    let run = try Program.run(
      "/usr/bin/bash", ["-c", script, "bash", Program.built("reconcile")], environment: ["PATH": "/usr/bin:/bin"],
      in: folder.url)
    #expect(run.output == "(started) S, the memory is user 0's\n", "\(run)")
  }
}

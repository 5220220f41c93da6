import Glibc

/// Two programs that do what a dry run does, as somebody who knows their tools would write them.
struct Rivals {
  /// A folder of Python programs: `python`, `ansible-playbook`.
  let programs: String
  /// The folder of the script and the playbook.
  let texts: String

  /// The same systems as a dry run's policy, for both of them.
  struct Inventory {
    let path: String
    /// How many systems there are.
    let count: Int
  }

  /// Writes down the systems of `streets`. The certificate is its own authority, which neither can say by a pin.
  func inventory(of streets: [BenchStreet], in folder: BenchFolder) -> Inventory {
    let consoles = streets.flatMap(\.consoles)
    let piHoles = streets.flatMap(\.piHoles)
    let text = """
      {"all": {"vars": {"ansible_connection": "local", "ansible_python_interpreter": "\(programs)/python"}},
      "consoles": {"vars": {"authority": "\(folder.certificate)"}, "hosts": \(hosts("gateway", "https", consoles))},
      "piholes": {"hosts": \(hosts("pihole", "http", piHoles))}}
      """
    return Inventory(path: folder.write(text, to: "systems.json"), count: consoles.count + piHoles.count)
  }

  private func hosts(_ name: String, _ scheme: String, _ ports: [Int]) -> String {
    let pairs = ports.enumerated().map { number, port in
      "\"\(name)-\(number)\": {\"url\": \"\(scheme)://127.0.0.1:\(port)\"}"
    }
    return "{" + pairs.joined(separator: ", ") + "}"
  }

  /// A script with `requests`, which has a thread for each system.
  func script(_ inventory: Inventory) -> FinishedProcess? {
    FinishedProcess([programs + "/python", texts + "/plan.py", inventory.path])
  }

  /// A playbook, with as many workers as there are systems. `folder` takes what Ansible writes beside its work.
  func playbook(_ inventory: Inventory, _ folder: BenchFolder) -> FinishedProcess? {
    let settings = [
      "ANSIBLE_FORKS": "\(inventory.count)", "ANSIBLE_PIPELINING": "1", "ANSIBLE_HOME": folder.path + "/ansible",
      "ANSIBLE_REMOTE_TEMP": folder.path + "/ansible/tmp", "LC_ALL": "C.UTF-8",
    ]
    for (name, value) in settings { setenv(name, value, 1) }
    return FinishedProcess([programs + "/ansible-playbook", "-i", inventory.path, texts + "/playbook.yaml"])
  }
}

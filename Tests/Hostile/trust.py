"""Whom a secret is sent to: what its own line allows, what the policy wants, and who answers."""

import re
import subprocess

from systems import Console, PiHole, Server

# Stand for what is known only when the servers run: the address that the policy names, its port, the address of another
# server, the pin of the server's key, that of a key that it has not, and the files of their certificates.
SECRET = "secret-that-must-not-stray"


def run(case, row):
    certificate, pin = certificate_of(case, "server")
    other_certificate, other_pin = certificate_of(case, "other")
    kind = Console if row.get("kind", "unifi") == "unifi" else PiHole
    system, other = kind("bad", SECRET), kind("other", SECRET)
    server = Server(system, certificate if row.get("url", "https") != "http" else None)
    elsewhere = Server(other)
    case.closing += [server.close, elsewhere.close]
    words = {
        "OTHER_URL": elsewhere.url, "OTHER_PIN": other_pin, "OTHER_CA": str(other_certificate), "URL": server.url,
        "PORT": str(server.port), "PIN": pin, "CA": str(certificate),
    }  # fmt: skip

    def filled(text):
        """All at once: the letters of a pin may happen to be one of the words."""
        return re.sub("|".join(words), lambda found: words[found[0]], text)

    secret = case.secret("bad", SECRET, filled(row.get("line", "")))
    environment = {name: filled(value) for name, value in row.get("env", {}).items()}
    asked = row.get("url", "https")
    url = server.url if asked in ("http", "https") else filled(asked)
    key = "api-key" if kind is Console else "password"
    tls = f", tls: {filled(row['tls'])}" if "tls" in row else ""
    more = filled(row.get("policy", ""))
    what = "acl-rules: [X]" if kind is Console else "groups: [g5], when-off: disabled"
    policy = case.write(
        "policy.yaml",
        f'timezone: UTC\nsystems:\n  bad: {{kind: {system.kind}, url: "{url}", {key}: {row.get("secret", secret)}, '
        f"timeout: 2s{tls}{more}}}\ntargets:\n  t: {{system: bad, {what}}}\npolicy:\n  - t off\n",
    )
    if "run" in row:
        # The secret where `init` looks for it.
        case.write("secrets/unifi-api-key", (case.folder / "secrets/bad").read_bytes(), 0o600)
        environment["CREDENTIALS_DIRECTORY"] = str(case.folder / "secrets")
        commands = [[filled(word) for word in row["run"]]]
    else:
        commands = [["doctor", policy], ["apply", "--state", case.state, "--deadline", "4s", policy]]
    for command in commands:
        outcome = case.run(command, environment)
    case.judge_row(outcome)
    case.judge_state()
    sent = system.was_sent(SECRET)
    if sent != row["sent"]:
        case.complain("the secret was " + ("" if sent else "not ") + "sent")
    if other.requests:
        case.complain("the other server was asked")
    if outcome.status == 0 and "run" not in row and not system.moved_at:
        case.complain("it was not put right")


def certificate_of(case, name):
    """A certificate with its key in one file, as a console makes itself one, and the pin of the key."""
    path = case.folder / f"{name}.pem"
    command = (
        f"openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=unifi.local "
        f"-addext subjectAltName=IP:127.0.0.1 -keyout {path}.key -out {path} 2>/dev/null && "
        f"openssl x509 -in {path} -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | "
        f"base64; cat {path}.key >> {path}"
    )
    digest = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True).stdout.strip()
    return path, f"sha256//{digest}"

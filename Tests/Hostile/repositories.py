"""Repositories of policies that mean harm, and the script by which a machine follows one (examples/gitops)."""

import os
import shutil
import subprocess
from pathlib import Path

SCRIPT = Path(__file__).resolve().parent.parent.parent / "examples/gitops/reconcile-pull"
POLICY = "timezone: UTC\npolicy: []\n"
ATTRIBUTES = "*.yaml export-ignore eol=crlf working-tree-encoding=UTF-16"
OTHER = POLICY.replace("UTC", "Europe/Berlin")


def run(case, row):
    """First a good commit is followed, then the hostile one comes. `sent` says whether the machine may follow it."""
    repository = Repository(case)
    repository.write("policy.yaml", POLICY)
    repository.commit("good")
    first = pull(case, judged=False)
    if first.status != 0:
        case.complain(f"the good commit is not followed: {first.err[-200:]}")
    good = current(case)
    getattr(Commits, row["make"])(repository, row.get("size", 0))
    for _ in range(row.get("runs", 1)):
        case.judge_row(pull(case))
    now = current(case)
    if (now != good) != row["sent"]:
        case.complain("the machine " + ("follows it" if now != good else "does not follow it"))
    if row["sent"]:
        held = {path.relative_to(now).as_posix() for path in now.rglob("*") if path.is_file()}
        committed = set(repository.git("ls-tree", "-r", "--name-only", "-z", "main").strip("\0").split("\0"))
        if held != committed:
            case.complain(f"what was deployed is not what was committed: {sorted(held ^ committed)[:3]}")
        elif (now / "policy.yaml").read_text() != repository.git("show", "main:policy.yaml"):
            case.complain("the policy is not the one that was committed")
    litter = [path.name for path in (case.folder / "work").rglob(".new-*")]
    if litter:
        case.complain(f"left behind: {litter[:3]}")
    files = [path for path in (case.folder / "work").rglob("*") if path.is_file() and not path.is_symlink()]
    size = sum(path.stat().st_size for path in files)
    if size > 300 << 20:
        case.complain(f"{size >> 20} MiB are left behind")


def pull(case, judged=True):
    environment = {
        "REPOSITORY": str(case.folder / "repository"), "WORK": str(case.folder / "work"), "RECONCILE": str(case.binary),
        "BRANCH": "main",
    } | ({"ALLOWED_SIGNERS": str(case.folder / "signers")} if (case.folder / "signers").exists() else {})  # fmt: skip
    return case.run([SCRIPT], environment, program="/bin/bash", judged=judged)


def current(case):
    path = case.folder / "work/current"
    return path.resolve() if path.is_symlink() else None


class Repository:
    def __init__(self, case):
        self.case, self.folder = case, case.folder / "repository"
        self.folder.mkdir()
        self.git("init", "--quiet", "--initial-branch", "main")
        # What is large here is random: to look for something to squeeze out of it would take longer than the case.
        self.git("config", "core.compression", "0")

    def git(self, *arguments, text=None, check=True):
        surroundings = os.environ | {
            "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "a",
            "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b",
        }  # fmt: skip
        done = subprocess.run(
            ["git", "-C", str(self.folder), *arguments], input=text, capture_output=True, text=True, env=surroundings
        )
        if check and done.returncode:
            raise RuntimeError(f"git {arguments[0]}: {done.stderr}")
        return done.stdout

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())

    def commit(self, message):
        self.git("add", "--all", "--force")
        self.git("commit", "--quiet", "--allow-empty", "-m", message)

    def commit_tree(self, entries):
        """A commit of what git itself would not put into an index."""
        tree = self.git("mktree", "--missing", text=entries).strip()
        commit = self.git("commit-tree", tree, "-p", "HEAD", "-m", "hostile").strip()
        self.git("update-ref", "refs/heads/main", commit)

    def blob(self, text):
        return self.git("hash-object", "-w", "--stdin", text=text).strip()

    def policy_entry(self):
        return f"100644 blob {self.blob(OTHER)}\tpolicy.yaml\n"


class Commits:
    def good(repository, size):
        repository.write("policy.yaml", OTHER)
        repository.commit("good, too")

    def bomb(repository, size):
        """`size` levels of ten folders each, all the same."""
        tree = repository.git("mktree", text=f"100644 blob {repository.blob('x')}\tf\n").strip()
        for _ in range(size):
            tree = repository.git("mktree", text="".join(f"040000 tree {tree}\td{n}\n" for n in range(10))).strip()
        repository.commit_tree(repository.policy_entry() + f"040000 tree {tree}\tbomb\n")

    def bomb_without_files(repository, size):
        """The same, and no file anywhere in it."""
        tree = repository.git("mktree", text="").strip()
        for _ in range(size):
            tree = repository.git("mktree", text="".join(f"040000 tree {tree}\td{n}\n" for n in range(10))).strip()
        repository.commit_tree(repository.policy_entry() + f"040000 tree {tree}\tbomb\n")

    def many_folders(repository, size):
        for number in range(size):
            repository.write(f"f{number}/x.yaml", f"x: {number}\n")
        repository.write("policy.yaml", OTHER)
        repository.commit("folders")

    def many_files(repository, size):
        blob = repository.blob("x: 1")
        entries = "".join(f"100644 blob {blob}\tf{number:06}\n" for number in range(size))
        repository.commit_tree(repository.policy_entry() + entries)

    def large_files(repository, size):
        """One large file under many names: next to nothing in the repository, and much when it is unpacked."""
        blob = repository.blob("x" * 5_000_000)
        entries = "".join(f"100644 blob {blob}\tf{number:06}\n" for number in range(size))
        repository.commit_tree(repository.policy_entry() + entries)

    def random_file(repository, size):
        repository.write("policy.yaml", OTHER)
        repository.write("large", os.urandom(size))
        repository.commit("large")

    def substituted(repository, size):
        repository.write(".gitattributes", "* export-subst\n")
        repository.write("policy.yaml", OTHER + "# harmless $Format:%n%b$\n")
        repository.git("add", "--all")
        repository.git("commit", "--quiet", "-m", "subject", "-m", "x-evil: 1")

    def ignored(repository, size):
        repository.commit_tree(
            f"100644 blob {repository.blob(ATTRIBUTES)}\t.gitattributes\n"
            + f"100644 blob {repository.blob('x-a: 1')}\tother.yaml\n"
            + repository.policy_entry()
        )

    def link(repository, size):
        repository.commit_tree(f"120000 blob {repository.blob('/etc/shadow')}\tpolicy.yaml\n")

    def link_beside(repository, size):
        repository.commit_tree(repository.policy_entry() + f"120000 blob {repository.blob('/')}\tother\n")

    def submodule(repository, size):
        head = repository.git("rev-parse", "HEAD").strip()
        repository.commit_tree(repository.policy_entry() + f"160000 commit {head}\tother\n")

    def dots(repository, size):
        tree = repository.git("mktree", text=f"100644 blob {repository.blob('evil')}\tevil\n").strip()
        name = ["..", ".", ".git", ".GIT", "a\\..\\b"][size]
        path = repository.folder / ".git" / "raw"
        entries = [(b"40000", name.encode(), tree), (b"100644", b"policy.yaml", repository.blob(OTHER))]
        entries.sort(key=lambda entry: entry[1])
        raw = b"".join(mode + b" " + entry + b"\0" + bytes.fromhex(sha) for mode, entry, sha in entries)
        path.write_bytes(raw)
        made = repository.git("hash-object", "-t", "tree", "-w", "--literally", str(path)).strip()
        commit = repository.git("commit-tree", made, "-p", "HEAD", "-m", "dots").strip()
        repository.git("update-ref", "refs/heads/main", commit)

    def odd_name(repository, size):
        blob = repository.blob("x: 1")
        name = ["a\x1b[31mb", "$(touch evil)", "-rf", "a b'\"c", "\u202ea"][size]
        repository.git("update-index", "--add", "--cacheinfo", f"100644,{blob},{name}")
        repository.git("update-index", "--add", "--cacheinfo", f"100644,{repository.blob(OTHER)},policy.yaml")
        repository.git("commit", "--quiet", "-m", "odd")

    def rewritten(repository, size):
        repository.write("policy.yaml", OTHER)
        repository.git("add", "--all")
        repository.git("commit", "--quiet", "--amend", "-m", "another past")

    def unsigned(repository, size):
        key = "AAAAC3NzaC1lZDI1NTE5AAAAIE1lc3NhZ2VzVGhhdE5vYm9keUhhc1NpZ25lZFlldA=="
        repository.case.write("signers", f"a@b ssh-ed25519 {key}\n")
        repository.write("policy.yaml", OTHER)
        repository.commit("unsigned")

    def invalid(repository, size):
        repository.write("policy.yaml", OTHER + "systems: nonsense\n")
        repository.commit("invalid")

    def failing_test(repository, size):
        system = 'systems:\n  g: {kind: unifi, url: "https://127.0.0.1:9", api-key: {env: K}}\n'
        text = "timezone: UTC\n" + system + "targets:\n  t: {system: g, acl-rules: [Xyz]}\npolicy:\n  - t off\n"
        repository.write("policy.yaml", text + "tests:\n  - t is on at 2026-01-01 10:00\n")
        repository.commit("its test fails")

    def slow_policy(repository, size):
        repository.write("policy.yaml", "x-b: [" + ",".join(f"*a{number}" for number in range(size)) + "]\n")
        repository.commit("slow")

    def gone(repository, size):
        shutil.rmtree(repository.folder)

    def loud(repository, size):
        """A hook and a setting of the repository itself, which are the machine's to run, not its author's."""
        hook = repository.folder / ".git/hooks/post-checkout"
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(f"#!/bin/sh\ntouch {repository.case.folder}/evil\n")
        hook.chmod(0o755)
        Commits.good(repository, size)

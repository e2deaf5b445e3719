"""What the program says of a release, tools that are not ours say too: `sha256sum` and `openssl` (R-SEC-2)."""

import subprocess
from pathlib import Path

import pytest

from controller.app.release.tree import flaws_of, read_release
from controller.software import MANIFEST, sign
from controller.software.signers import public_of, read_public, read_secret, write_secret
from tests.software.small_release import CLASSES, SECRETS, make


def run(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, cwd=cwd, capture_output=True, text=True, check=False)


def from_outside(root: Path) -> bool:
    return run("sha256sum", "--check", "--strict", "--quiet", MANIFEST, cwd=root).returncode == 0


def from_inside(root: Path) -> list[str]:
    return [str(flaw) for flaw in flaws_of(read_release(root, root.parent / "signers"))]


def test_r_sec_2_the_digest_is_what_sha256sum_says(tmp_path):
    root = make(tmp_path, "anna", "ben")
    release = read_release(root, tmp_path / "signers")
    assert run("sha256sum", MANIFEST, cwd=root).stdout.split()[0] == release.digest
    assert from_outside(root)
    assert from_inside(root) == []


@pytest.mark.parametrize("kind", CLASSES)
def test_r_sec_1_one_bit_of_any_kind_of_file_is_found_inside_and_outside(tmp_path, kind):
    root = make(tmp_path, "anna", "ben")
    file = root / CLASSES[kind]
    bytes_of = bytearray(file.read_bytes())
    bytes_of[len(bytes_of) // 2] ^= 4
    file.write_bytes(bytes_of)
    assert from_inside(root) == [f"changed {CLASSES[kind]}"]
    assert not from_outside(root)
    file.unlink()
    assert from_inside(root) == [f"missing {CLASSES[kind]}"]
    assert not from_outside(root)


def test_r_sec_2_openssl_makes_and_checks_the_same_keys_and_signatures(tmp_path):
    root = make(tmp_path, "anna", "ben")
    text = (root / MANIFEST).read_bytes()
    for name in ("anna", "ben"):
        verify = ("openssl", "pkeyutl", "-verify", "-rawin", "-pubin", "-inkey", f"../signers/{name}.pem")
        assert run(*verify, "-in", MANIFEST, "-sigfile", f"signatures/{name}.sig", cwd=root).returncode == 0
    crossed = ("-in", MANIFEST, "-sigfile", "signatures/anna.sig")
    assert run(*verify, *crossed, cwd=root).returncode != 0
    assert run("openssl", "genpkey", "-algorithm", "ed25519", "-out", "dora.key", cwd=tmp_path).returncode == 0
    assert run("openssl", "pkey", "-in", "dora.key", "-pubout", "-out", "dora.pem", cwd=tmp_path).returncode == 0
    secret = read_secret("dora", (tmp_path / "dora.key").read_text())
    assert public_of(secret) == read_public("dora", (tmp_path / "dora.pem").read_text())
    assert write_secret(secret) == (tmp_path / "dora.key").read_text()
    made = ("openssl", "pkeyutl", "-sign", "-rawin", "-inkey", "dora.key", "-in", f"a/{MANIFEST}", "-out", "dora.sig")
    assert run(*made, cwd=tmp_path).returncode == 0
    assert (tmp_path / "dora.sig").read_bytes() == sign(text, secret)


def test_r_sec_1_what_nobody_signed_for_is_found(tmp_path):
    root = make(tmp_path, "anna", "ben")
    (root / "lib/controller/__pycache__").mkdir()
    (root / "lib/controller/__pycache__/cli.pyc").write_bytes(b"planted")
    (root / "lib/sitecustomize.py").write_text("import planted")
    (root / "lib/seats/fonts/more").symlink_to("/etc/passwd")
    (root / "signatures/notes.txt").write_text("planted")
    assert sorted(from_inside(root)) == [
        "foreign lib/controller/__pycache__/cli.pyc",
        "foreign lib/seats/fonts/more",
        "foreign lib/sitecustomize.py",
        "foreign signatures/notes.txt",
    ]


def test_r_sec_1_a_link_in_the_place_of_a_file_is_no_file(tmp_path):
    root = make(tmp_path, "anna", "ben")
    file = root / CLASSES["font"]
    (tmp_path / "elsewhere").write_bytes(file.read_bytes())
    file.unlink()
    file.symlink_to(tmp_path / "elsewhere")
    assert any(flaw.startswith(f"unreadable {CLASSES['font']}") for flaw in from_inside(root))
    assert f"foreign {CLASSES['font']}" in from_inside(root)


@pytest.mark.parametrize("names", [(), ("anna",)], ids=["nobody", "one"])
def test_sec_4_too_few_signers_make_no_release(tmp_path, names):
    root = make(tmp_path, *names)
    assert from_inside(root) == [f"unsigned signatures: signed by {len(names)} of 2 who must"]
    assert from_outside(root), "the files themselves are whole"


def test_sec_4_a_release_does_not_bring_its_own_signers(tmp_path):
    root = make(tmp_path, "anna", "ben")
    for name in SECRETS:
        (tmp_path / f"signers/{name}.pem").unlink()
    (flaw,) = from_inside(root)
    assert flaw.startswith("unsigned signatures: ")
    assert "0 keys of signers, where 3 different ones must be" in flaw

"""The data folder, locks that end with their process, damaged files kept aside."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import CLEAN

from crib_cli.errors import StoreError
from crib_cli.files import Lock, data_folder, put_aside, reason_of


def test_crib_home_is_the_folder_and_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRIB_HOME", str(tmp_path / "one" / "two"))
    assert data_folder() == tmp_path / "one" / "two"
    assert data_folder().is_dir()


def test_crib_home_may_begin_with_a_tilde(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.setenv("CRIB_HOME", "~/cards")
    assert data_folder() == tmp_path / "cards"


def test_without_crib_home_it_is_the_user_s(tmp_path: Path) -> None:
    from platformdirs import user_data_path

    code = "from crib_cli.files import data_folder; print(data_folder())"
    env = CLEAN | {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True, timeout=60)
    folder = Path(done.stdout.strip())
    assert folder.is_dir()
    assert folder.name == user_data_path("crib", appauthor=False).name == "crib"
    if sys.platform == "linux":
        assert folder == tmp_path / "data" / "crib"


def test_folder_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("mine")
    for name in ("file", "file/inside"):
        monkeypatch.setenv("CRIB_HOME", str(tmp_path / name))
        with pytest.raises(StoreError) as caught:
            data_folder()
        assert caught.value.code == "store.folder"
        assert str(tmp_path / name) in str(caught.value)


def test_damaged_files_never_take_each_other_s_place(tmp_path: Path) -> None:
    kept = []
    for number in range(5):
        path = tmp_path / "history.db"
        path.write_text(str(number))
        kept.append(put_aside(path))
        assert not path.exists()
    assert len(set(kept)) == 5
    assert [path.read_text() for path in kept] == list("01234")
    assert all(path.name.startswith("history.damaged-") and path.suffix == ".db" for path in kept)


def test_what_belongs_to_a_damaged_file_goes_with_it(tmp_path: Path) -> None:
    path = tmp_path / "history.db"
    for ending in ("", "-journal", "-other"):
        path.with_name(path.name + ending).write_text("text" + ending)
    aside = put_aside(path, ("-journal", "-wal"))
    assert {found.name for found in tmp_path.iterdir()} == {aside.name, aside.name + "-journal", "history.db-other"}
    assert aside.with_name(aside.name + "-journal").read_text() == "text-journal"


def test_what_is_not_there_cannot_be_put_aside(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        put_aside(tmp_path / "none.db")


def test_reason_of_an_error() -> None:
    assert reason_of(OSError(28, "No space left on device", "/some/path")) == "No space left on device"
    assert reason_of(ValueError("odd")) == "odd"


def test_lock_is_held_once(tmp_path: Path) -> None:
    one, two, other = (Lock(tmp_path / f"{name}.lock") for name in "aab")
    assert one.take()
    assert not two.take()
    assert other.take()
    other.release()
    one.release()
    assert two.take()
    one.release()  # once more changes nothing
    assert not Lock(tmp_path / "a.lock").take()
    two.release()
    assert not (tmp_path / "a.lock").exists()


HOLD = """
import sys, time
from pathlib import Path
from crib_cli.files import Lock
lock = Lock(Path(sys.argv[1]))
print(lock.take(), flush=True)
time.sleep(60)
"""


def test_lock_ends_with_its_process(tmp_path: Path) -> None:
    path = tmp_path / "a.lock"
    holder = subprocess.Popen([sys.executable, "-c", HOLD, str(path)], env=CLEAN, stdout=subprocess.PIPE)
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"True\n"
    assert not Lock(path).take()
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    holder.stdout.close()
    lock = Lock(path)
    assert lock.take()
    lock.release()


RACE = """
import sys, time
from pathlib import Path
from crib_cli.files import Lock
path, inside = Path(sys.argv[1]), Path(sys.argv[2])
until = time.monotonic() + 1.0
taken = 0
while time.monotonic() < until:
    lock = Lock(path)
    if not lock.take():
        continue
    inside.touch(exist_ok=False)
    taken += 1
    inside.unlink()
    lock.release()
print(taken)
"""


def test_lock_is_never_held_by_two(tmp_path: Path) -> None:
    """Each removes the file as it lets go; whoever had just opened the removed file must not think it holds it."""
    command = [sys.executable, "-c", RACE, str(tmp_path / "a.lock"), str(tmp_path / "inside")]
    racers = [subprocess.Popen(command, env=CLEAN, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(3)]
    for racer in racers:
        out, complaints = racer.communicate(timeout=60)
        assert racer.returncode == 0, complaints.decode()
        assert int(out) > 0


def test_lock_in_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as caught:
        Lock(tmp_path / "none" / "a.lock").take()
    assert caught.value.code == "store.write"


def test_lock_leaves_no_file_open(tmp_path: Path) -> None:
    if not Path("/proc/self/fd").exists():
        pytest.skip("no /proc to count open files in")
    before = len(list(Path("/proc/self/fd").iterdir()))
    one = Lock(tmp_path / "a.lock")
    assert one.take()
    for _ in range(20):
        assert not Lock(tmp_path / "a.lock").take()
    one.release()
    assert len(list(Path("/proc/self/fd").iterdir())) == before

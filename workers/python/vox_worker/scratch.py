"""Folders of attempts. What a killed worker leaves behind may be a customer's file."""

import contextlib
import fcntl
import os
import shutil
import tempfile
from pathlib import Path

LOCK = ".lock"


@contextlib.contextmanager
def scratch_folder(parent):
    folder = Path(tempfile.mkdtemp(prefix="job-", dir=parent))
    try:
        with open(folder / LOCK, "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def open_scratch(parent):
    """Makes the folder, and removes the folders in it whose process is gone."""
    parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if parent.stat().st_uid != os.getuid():
        raise PermissionError(f"{parent} belongs to somebody else: choose a folder of your own with --folder")
    for folder in parent.glob("job-*"):
        with contextlib.suppress(FileNotFoundError, BlockingIOError), open(folder / LOCK) as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder, ignore_errors=True)

"""Importing this makes the modules of training/kokoro known."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "kokoro"))

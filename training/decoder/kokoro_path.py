"""Importing this makes the modules of training/kokoro and training/voices known; those here come first."""

import sys
from pathlib import Path

TRAINING = Path(__file__).resolve().parent.parent
sys.path += [str(TRAINING / "kokoro"), str(TRAINING / "voices")]

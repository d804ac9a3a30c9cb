"""What `pack.py` has written, read again."""

import json
from pathlib import Path

import numpy as np
import onnx

BLOCK = 64
PARTS = 3


def read_graph(folder):
    return onnx.load(Path(folder) / "part0" / "graph.onnx").graph


def read_weights(folder):
    """The large tensors by name."""
    parts = [Path(folder) / f"part{i}" for i in range(PARTS)]
    scales = np.fromfile(parts[0] / "scales.bin", np.float16).astype(np.float32)
    steps = np.concatenate([np.fromfile(part / "steps.bin", np.int8) for part in parts]).reshape(-1, BLOCK)
    weights, first = {}, 0
    for entry in json.loads((parts[0] / "index.json").read_text()):
        blocks = slice(first, first + entry["blocks"])
        values = (steps[blocks] * scales[blocks, None]).reshape(-1)
        weights[entry["name"]] = values[: int(np.prod(entry["shape"]))].reshape(entry["shape"])
        first = blocks.stop
    return weights


def read_fourier(folder):
    """[samples, bins, 2]: the short Fourier transform with onnxruntime's own rounding."""
    return np.load(Path(folder) / "part0" / "fourier.npy")


def read_voices(folder):
    """Names, and one style of 256 numbers for each voice and number of symbols (from one on)."""
    stored = np.load(Path(folder) / f"part{PARTS - 1}" / "voices.npz")
    return [str(name) for name in stored["names"]], stored["voices"].astype(np.float32)

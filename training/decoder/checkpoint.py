"""Weights in 16 bits, in files small enough to travel. Moments of the optimisers are not kept: they are found again."""

import json
from pathlib import Path

import numpy as np
import torch

LARGEST_FILE = 15_500_000


def save(folder, models, notes):
    """`models`: networks by name; `notes`: what is said about them."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name, model in models.items():
        parts, size = [{}], 0
        for key, tensor in model.state_dict().items():
            values = tensor.half().cpu().numpy()
            if size + values.nbytes > LARGEST_FILE:
                parts.append({})
                size = 0
            parts[-1][key] = values
            size += values.nbytes
        for i, part in enumerate(parts):
            partial = folder / f"partial.{name}.{i}.npz"
            np.savez(partial, **part)
            partial.rename(folder / f"{name}.{i}.npz")
    (folder / "notes.json").write_text(json.dumps(notes))


def load_into(folder, name, model):
    """Whether there was such a model."""
    state = {}
    for file in sorted(Path(folder).glob(f"{name}.*.npz")):
        with np.load(file) as stored:
            state |= {key: torch.from_numpy(stored[key].astype(np.float32)) for key in stored.files}
    if state:
        model.load_state_dict(state)
    return bool(state)


def read_notes(folder):
    return json.loads((Path(folder) / "notes.json").read_text())

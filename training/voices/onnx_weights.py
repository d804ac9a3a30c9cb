"""What `export.py` has written, read again."""

import onnx
import torch
from onnx import numpy_helper


def load_weights(model, path, prefix=""):
    """Back into PyTorch: tensors are named in ONNX as they were, below `prefix`."""
    state = {}
    for tensor in onnx.load(str(path)).graph.initializer:
        values = torch.from_numpy(numpy_helper.to_array(tensor).astype("float32"))
        state[tensor.name.removesuffix(".half").removeprefix(prefix)] = values
    missing, unknown = model.load_state_dict(state, strict=False)
    lost = [name for name in (*missing, *unknown) if not name.endswith("num_batches_tracked")]
    if lost:
        raise ValueError(f"{path} does not fit: {lost}")
    return model.eval().requires_grad_(False)

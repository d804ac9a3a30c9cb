"""The weights of the shipped pair, from its ONNX files, to train on: restore.py ../../assets/watermark PAIR.pt"""

import sys
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper

from model import Embedder, Waves

FILES = {"embedder": (Embedder, "embedder.onnx"), "detector": (Waves, "waves.onnx")}


def restored(module, path):
    found = {t.name.removesuffix("_half").removeprefix("embedder."): torch.from_numpy(numpy_helper.to_array(t).copy()).float() for t in onnx.load(path).graph.initializer}
    wanted = module.state_dict()
    return {name: found[name].reshape(value.shape) for name, value in wanted.items()}


if __name__ == "__main__":
    folder, out = Path(sys.argv[1]), sys.argv[2]
    torch.save({name: restored(module(), folder / file) for name, (module, file) in FILES.items()}, out)

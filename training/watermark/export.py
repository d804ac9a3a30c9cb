"""Writes networks as ONNX, opset 17, large weights in 16 bits: export.py averaged.pt FOLDER NAME…

The names are embedder, detector (course.onnx) and waves (the detector of the first training). An embedder that stays as it is should
not be written again, because the version of the mark is a hash of its file.
"""

import math
import sys
import warnings
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from model import BANDS, HOP, PERIODS, Detector, Embedder, Waves, carriers

warnings.filterwarnings("ignore")


class Marker(nn.Module):
    """sound [1, T] at 24 kHz (T a multiple of 256), start [1]: number of its first frame modulo 240 → what is to be added"""

    def __init__(self, embedder):
        super().__init__()
        self.embedder = embedder
        self.register_buffer("phase", torch.arange(BANDS)[None, :, None] * 0.381966)
        self.register_buffer("rate", 1 / torch.tensor(PERIODS).repeat(BANDS // len(PERIODS))[None, :, None])

    def forward(self, sound, start):
        frames = sound.shape[1] // HOP + 1
        n = torch.arange(frames, dtype=torch.float32)[None, None] + start[:, None, None]
        return self.embedder(sound, torch.cos(2 * math.pi * (n * self.rate + self.phase)))


def halve(path):
    model = onnx.load(path)
    casts = []
    for tensor in list(model.graph.initializer):
        if tensor.data_type == TensorProto.FLOAT and np.prod(tensor.dims) > 512:
            half = numpy_helper.from_array(numpy_helper.to_array(tensor).astype(np.float16), tensor.name + "_half")
            model.graph.initializer.remove(tensor)
            model.graph.initializer.append(half)
            casts.append(helper.make_node("Cast", [tensor.name + "_half"], [tensor.name], to=TensorProto.FLOAT))
    for cast in reversed(casts):
        model.graph.node.insert(0, cast)
    onnx.checker.check_model(model)
    onnx.save(model, path)


FILES = {"embedder": "embedder.onnx", "detector": "course.onnx", "waves": "waves.onnx"}


def network(name, state):
    """The module to export, and the one that the training used, with names and an example of what goes in"""
    module = {"embedder": Embedder, "detector": Detector, "waves": Waves}[name]().eval()
    module.load_state_dict({k: v.float() for k, v in state.items()})
    if name == "embedder":
        heard = lambda n: (torch.randn(1, HOP * n) * 0.05, torch.tensor([7.0]))
        truth = lambda sound, start: module(sound, carriers(sound.shape[1] // HOP + 1, start.long()))
        return Marker(module).eval(), truth, ("sound", "start", "mark"), heard
    return module, module, ("sound", "evidence"), lambda n: (torch.randn(1, 256 * n) * 0.05,)


def main():
    state, folder = torch.load(sys.argv[1], map_location="cpu"), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[3:]:
        module, truth, (*inputs, output), example = network(name, state[name])
        path = folder / FILES[name]
        torch.onnx.export(module, example(250), str(path), input_names=inputs, output_names=[output], opset_version=17, dynamo=False,
                          dynamic_axes={"sound": {1: "samples"}, output: {1: "samples"}})
        halve(str(path))
        given = example(333)
        with torch.no_grad():
            a = truth(*given).numpy()
        b = onnxruntime.InferenceSession(str(path)).run(None, {k: v.numpy() for k, v in zip(inputs, given)})[0]
        print(name, path.stat().st_size, "bytes, error", float(np.abs(a - b).max() / np.abs(a).max()))


main()

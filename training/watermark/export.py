"""Writes both networks as ONNX, opset 17, large weights in 16 bits: export.py averaged.pt FOLDER"""

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

from model import BANDS, HOP, PERIODS, Detector, Embedder, carriers

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


def main():
    state = torch.load(sys.argv[1], map_location="cpu")
    folder = Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    pair = {"embedder": Embedder().eval(), "detector": Detector().eval()}
    for name, module in pair.items():
        module.load_state_dict({k: v.float() for k, v in state[name].items()})
    start = torch.tensor([7.0])
    sound, heard = torch.randn(1, 256 * 200) * 0.05, torch.randn(1, 128 * 500) * 0.05
    common = dict(opset_version=17, dynamo=False)
    torch.onnx.export(Marker(pair["embedder"]).eval(), (sound, start), str(folder / "embedder.onnx"), input_names=["sound", "start"], output_names=["mark"],
                      dynamic_axes={"sound": {1: "samples"}, "mark": {1: "samples"}}, **common)
    torch.onnx.export(pair["detector"], (heard,), str(folder / "detector.onnx"), input_names=["sound"], output_names=["evidence"],
                      dynamic_axes={"sound": {1: "samples"}, "evidence": {1: "frames"}}, **common)
    for name in pair:
        halve(str(folder / f"{name}.onnx"))
    sound, heard = torch.randn(1, 256 * 333) * 0.05, torch.randn(1, 128 * 731) * 0.05
    with torch.no_grad():
        truth = pair["embedder"](sound, carriers(334, torch.tensor([7]))).numpy(), pair["detector"](heard).numpy()
    inputs = {"sound": sound.numpy(), "start": start.numpy()}, {"sound": heard.numpy()}
    for (name, a, given) in zip(pair, truth, inputs):
        path = folder / f"{name}.onnx"
        b = onnxruntime.InferenceSession(str(path)).run(None, given)[0]
        print(name, path.stat().st_size, "bytes, error", float(np.abs(a - b).max() / np.abs(a).max()))


main()

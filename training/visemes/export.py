"""The network as ONNX, its weights in 16 bits and its arithmetic in 32."""

import copy
import io

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from model import Listener, Seeing

SMALLEST = 256


def halve_weights(graph):
    """Each large constant as halves and a cast, which the runtime undoes once, when it loads the file."""
    casts, kept = [], []
    for tensor in graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.dtype != np.float32 or values.size < SMALLEST:
            kept.append(tensor)
            continue
        name = f"{tensor.name}/half"
        kept.append(numpy_helper.from_array(values.astype(np.float16), name))
        casts.append(helper.make_node("Cast", [name], [tensor.name], to=TensorProto.FLOAT))
    nodes = [*casts, *graph.node]
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(kept)
    graph.node.extend(nodes)


def fold_norms(lips):
    """A map and its normalisation are one map."""
    for seeing in [module for module in lips.modules() if isinstance(module, Seeing)]:
        norm, weigh = seeing.norm, seeing.weigh
        scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        folded = torch.nn.Linear(weigh.in_features, weigh.out_features)
        folded.weight.data = weigh.weight * scale[:, None]
        folded.bias.data = norm.bias - norm.running_mean * scale
        seeing.weigh, seeing.norm = folded, torch.nn.Identity()
    return lips


def export(lips, file):
    buffer = io.BytesIO()
    torch.onnx.export(
        Listener(fold_norms(copy.deepcopy(lips).float().cpu().eval())).eval(),
        (torch.randn(1, 16_000),),
        buffer,
        opset_version=17,
        input_names=["samples"],
        output_names=["visemes", "curves"],
        dynamic_axes={"samples": {1: "samples"}, "visemes": {1: "steps"}, "curves": {1: "steps"}},
        dynamo=False,
    )
    model = onnx.load_from_string(buffer.getvalue())
    halve_weights(model.graph)
    onnx.checker.check_model(model)
    onnx.save(model, file)

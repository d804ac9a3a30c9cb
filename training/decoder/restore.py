"""A checkpoint of the student out of its exported model, to go on from shipped weights: restore.py MODEL.onnx CHECKPOINT

Weights come back as the model has them, rounded to 8 bits. Critics are not exported: they begin from nothing (train.py --alone).
"""

import sys

import numpy as np
import onnx
import torch
from onnx import numpy_helper

import checkpoint
from student import Student


def read_in_order(graph):
    """The weights as export.py has used them, node by node; matrices are transposed again."""
    stored = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    for node in graph.node:
        own = [stored[name] for name in node.input if name in stored]
        # Single numbers are constants of the graph, not weights.
        if node.op_type in ("DequantizeLinear", "DynamicQuantizeMatMul"):
            steps, scale, *bias = own
            yield (steps.astype(np.float32) * scale).T
            yield from bias if node.op_type == "DynamicQuantizeMatMul" else []
        elif node.op_type == "MatMul" and own:
            yield own[0].T
        elif node.op_type == "Conv":
            yield from own
        elif node.op_type in ("Sub", "Div", "Add") and own and own[0].size > 1:
            yield own[0]


def names_in_order(blocks):
    norm = lambda name: [f"{name}.by_voice.weight", f"{name}.by_voice.bias", f"{name}.by_statistics.weight"]
    linear = lambda name: [f"{name}.weight", f"{name}.bias"]
    names = ["mean", "deviation", "voice.weight", "mean", "deviation", "deviation", *linear("statistics"), *linear("into")]
    for block in (f"blocks.{i}" for i in range(blocks)):
        names += [*linear(f"{block}.depthwise"), *norm(f"{block}.norm"), *linear(f"{block}.up"), *linear(f"{block}.down")]
    return [*names, *norm("norm"), *linear("head")]


def restored(graph):
    student = Student()
    state = student.state_dict()
    names = names_in_order(len(student.blocks))
    # After the head there are only the matrices of the Fourier transform.
    state |= {name: torch.from_numpy(values.copy()) for name, values in zip(names, read_in_order(graph))}
    for name in state:
        if name.endswith("by_voice.bias"):
            state[name][: len(state[name]) // 2] -= 1
        if name.endswith(".size"):
            # The model has only the product, so the student begins with its usual sizes.
            down = name.replace("size", "down")
            state[f"{down}.weight"] /= state[name][:, None]
            state[f"{down}.bias"] /= state[name]
    student.load_state_dict(state)
    return student


def main(model, folder):
    checkpoint.save(folder, {"student": restored(onnx.load(model).graph)}, {"steps": {}})


if __name__ == "__main__":
    main(*sys.argv[1:])

"""The ONNX operators of Kokoro's graph in PyTorch, all of them differentiable where that has a meaning."""

import numpy as np
import torch
import torch.nn.functional as F
from onnx import numpy_helper

TYPES = {1: torch.float32, 6: torch.int32, 7: torch.int64, 9: torch.bool}


class Call:
    """One node with what it is given. `values` are Python numbers, without a wait for the GPU if they are constants."""

    def __init__(self, node, inputs, constants, device):
        self.node = node
        self.inputs = inputs
        self.attributes = node.attributes
        self.constants = constants
        self.device = device

    def has(self, i):
        return i < len(self.inputs) and self.inputs[i] is not None

    def values(self, i):
        constant = self.constants.get(self.node.inputs[i])
        return constant if constant is not None else self.inputs[i].tolist()

    def value_list(self, i):
        values = self.values(i)
        return values if isinstance(values, list) else [values]

    def together(self):
        """Shapes are computed on the CPU; where they meet sound, they follow it."""
        if any(x.is_cuda for x in self.inputs):
            return [x.to(self.device) for x in self.inputs]
        return self.inputs


def elementwise(function):
    return lambda call: function(*call.together())


def divide(call):
    dividend, divisor = call.together()
    if not dividend.is_floating_point():
        return torch.div(dividend, divisor, rounding_mode="trunc")
    if not call.node.name.endswith("/generator/Div"):
        return dividend / divisor
    # The phase of silence: 0/0 is put right by later nodes, but its gradient would spoil every other one.
    empty = divisor == 0
    return torch.where(empty, torch.sign(dividend) * 1e9, dividend / torch.where(empty, 1.0, divisor))


def power(call):
    base, exponent = call.together()
    return base * base if call.value_list(1) == [2.0] else torch.pow(base, exponent)


def unsqueeze(call):
    x, axes = call.inputs[0], call.value_list(1)
    for axis in sorted(axis % (x.dim() + len(axes)) for axis in axes):
        x = x.unsqueeze(axis)
    return x


def squeeze(call):
    x = call.inputs[0]
    axes = call.value_list(1) if call.has(1) else [d for d in range(x.dim()) if x.shape[d] == 1]
    for axis in sorted((axis % x.dim() for axis in axes), reverse=True):
        x = x.squeeze(axis)
    return x


def take_slice(call):
    x, starts, ends = call.inputs[0], call.value_list(1), call.value_list(2)
    axes = call.value_list(3) if call.has(3) else range(len(starts))
    steps = call.value_list(4) if call.has(4) else [1] * len(starts)
    slices = [slice(None)] * x.dim()
    for start, end, axis, step in zip(starts, ends, axes, steps):
        size = x.shape[axis]
        start = max(0, start + size) if start < 0 else start
        slices[axis % x.dim()] = slice(start, end + size if end < 0 else min(end, size), step)
    return x[tuple(slices)]


def reduce(function):
    return lambda call: function(
        call.inputs[0], dim=call.values(1), keepdim=bool(call.attributes.get("keepdims", 1))
    )


def gather(call):
    x, axis = call.inputs[0], call.attributes.get("axis", 0)
    constant = call.constants.get(call.node.inputs[1])
    if isinstance(constant, int):
        return x.select(axis, constant)
    places = call.inputs[1].to(x.device)
    taken = x.index_select(axis, (places % x.shape[axis]).reshape(-1))
    return taken.reshape(x.shape[:axis] + places.shape + x.shape[axis + 1 :])


def conv(call):
    bias = call.inputs[2] if call.has(2) else None
    options = call.attributes
    return F.conv1d(
        *call.inputs[:2],
        bias,
        stride=options["strides"],
        padding=options["pads"][0],
        dilation=options["dilations"],
        groups=options["group"],
    )


def conv_transpose(call):
    bias = call.inputs[2] if call.has(2) else None
    options = call.attributes
    return F.conv_transpose1d(
        *call.inputs[:2],
        bias,
        stride=options["strides"],
        padding=options["pads"][0],
        output_padding=options.get("output_padding", [0])[0],
        groups=options["group"],
    )


def reshape(call):
    x = call.inputs[0]
    return x.reshape([x.shape[i] if size == 0 else size for i, size in enumerate(call.values(1))])


def layer_norm(call):
    x, weight = call.inputs[:2]
    bias = call.inputs[2] if call.has(2) else None
    return F.layer_norm(x, x.shape[-1:], weight, bias, call.attributes["epsilon"])


def constant_of_shape(call):
    value = numpy_helper.to_array(call.attributes["value"])
    device = call.device if value.dtype == np.float32 else "cpu"
    return torch.full(call.values(0), value.item(), dtype=torch.from_numpy(value.copy()).dtype, device=device)


def resize(call):
    x, scale = call.inputs[0], call.values(2)[-1]
    size = int(np.floor(x.shape[-1] * scale + 1e-4))
    if call.attributes["mode"] == b"nearest":
        return F.interpolate(x, size=size, mode="nearest")
    return F.interpolate(x, size=size, mode="linear", align_corners=False)


def expand(call):
    x = call.inputs[0]
    return x.expand(torch.broadcast_shapes(x.shape, tuple(call.values(1))))


def pad(call):
    x, pads = call.inputs[0], call.values(1)
    return F.pad(x, (pads[x.dim() - 1], pads[2 * x.dim() - 1]), mode="reflect")


def clip(call):
    return torch.clamp(call.inputs[0], min=call.value_list(1)[0] if call.has(1) else None)


def scatter(call):
    data, places, updates = call.together()
    result = data.clone()
    result[tuple(places.reshape(-1, places.shape[-1]).t())] = updates.reshape(-1)
    return result


OPERATORS = {
    "Add": elementwise(torch.add),
    "And": elementwise(torch.logical_and),
    "Atan": elementwise(torch.atan),
    "Cast": lambda call: call.inputs[0].to(TYPES[call.attributes["to"]]),
    "Clip": clip,
    "Concat": lambda call: torch.cat(call.together(), dim=call.attributes["axis"]),
    "ConstantOfShape": constant_of_shape,
    "Conv": conv,
    "ConvTranspose": conv_transpose,
    "Cos": elementwise(torch.cos),
    "CumSum": lambda call: torch.cumsum(call.inputs[0], dim=call.value_list(1)[0]),
    "Div": divide,
    "Equal": elementwise(torch.eq),
    "Exp": elementwise(torch.exp),
    "Expand": expand,
    "Floor": elementwise(torch.floor),
    "Gather": gather,
    "Gemm": elementwise(F.linear),
    "Greater": elementwise(torch.gt),
    "GreaterOrEqual": elementwise(torch.ge),
    "LayerNormalization": layer_norm,
    "LeakyRelu": lambda call: F.leaky_relu(call.inputs[0], call.attributes["alpha"]),
    "Less": elementwise(torch.lt),
    "MatMul": elementwise(torch.matmul),
    "Mul": elementwise(torch.mul),
    "NonZero": lambda call: torch.nonzero(call.inputs[0]).t(),
    "Pad": pad,
    "Pow": power,
    "Range": lambda call: torch.arange(*(bound.item() for bound in call.inputs)),
    "ReduceMean": reduce(torch.mean),
    "ReduceSum": reduce(torch.sum),
    "Reshape": reshape,
    "Resize": resize,
    "Round": elementwise(torch.round),
    "ScatterND": scatter,
    "Shape": lambda call: torch.tensor(call.inputs[0].shape, dtype=torch.int64),
    "Sigmoid": elementwise(torch.sigmoid),
    "Sin": elementwise(torch.sin),
    "Slice": take_slice,
    "Softmax": lambda call: torch.softmax(call.inputs[0], call.attributes["axis"]),
    "Sqrt": elementwise(torch.sqrt),
    "Squeeze": squeeze,
    "Sub": elementwise(torch.sub),
    "Tanh": elementwise(torch.tanh),
    "Transpose": lambda call: call.inputs[0].permute(call.attributes["perm"]),
    "Unsqueeze": unsqueeze,
    "Where": elementwise(torch.where),
}

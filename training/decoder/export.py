"""The student as ONNX (opset 17), 32 bits or 8, one window at a time: export.py CHECKPOINT OUTPUT.onnx [--bits 8] [--last-bits 32]

Inputs, for a window of W frames of 1/80 s: frames [1, W + 32, 512] as Kokoro's decoder gives them and curves [1, W + 32, 3], 16
frames of context on either side, inside [1, W + 32, 1] which is 0 before and after the utterance; voice [1, 1024], what the
generator's eight parts are told; statistics [1, 1029] of these frames; tone and noise [1, (W + 4) · 300]. Output: sound [1, W · 300].
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

import checkpoint
from source import BINS, FRAME, HOP, LOUDEST, SIZE
from student import CONTEXT, CURVES, INPUT, PARTS, STATISTICS, TIMBRE, VOICE_SCALE, Student

END = 2**40
SMALLEST = 4096


class Graph:
    def __init__(self, weights, bits, last_bits=None):
        self.weights, self.bits, self.last_bits = weights, bits, last_bits or bits
        self.nodes, self.tensors = [], []

    def const(self, value, kind=np.float32):
        name = f"c{len(self.tensors)}"
        self.tensors.append(numpy_helper.from_array(np.ascontiguousarray(np.asarray(value, kind)), name))
        return name

    def op(self, kind, *inputs, domain="", **attributes):
        inputs = [self.const(x) if not isinstance(x, str) else x for x in inputs]
        output = f"{kind}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [output], domain=domain, **attributes))
        return output

    def ints(self, *values):
        return self.const(values, np.int64)

    def slice(self, x, first, end, axis):
        return self.op("Slice", x, self.ints(first), self.ints(end), self.ints(axis))

    def reshape(self, x, *shape):
        return self.op("Reshape", x, self.ints(*shape))

    def quantised(self, weight):
        scale = np.maximum(np.abs(weight).max(0), 1e-6) / 127
        return np.clip(np.round(weight / scale), -127, 127), scale

    def product(self, x, weight, bias, bits):
        """In 8 bits with a range of its own for each window."""
        if bits == 32:
            return self.op("Add", self.op("MatMul", x, weight), bias)
        steps, scale = self.quantised(weight)
        steps = self.const(steps, np.int8)
        return self.op("DynamicQuantizeMatMul", x, steps, scale, "", bias, domain="com.microsoft")

    def stored(self, x, weight):
        """A product of one row, in 32 bits, whose weights are kept in 8."""
        if self.bits == 32 or weight.size < SMALLEST:
            return self.op("MatMul", x, weight)
        steps, scale = self.quantised(weight)
        zeros = self.const(np.zeros(len(scale)), np.int8)
        return self.op("MatMul", x, self.op("DequantizeLinear", self.const(steps, np.int8), scale, zeros, axis=1))

    def gelu(self, x):
        erf = self.op("Erf", self.op("Mul", x, 1 / np.sqrt(2)))
        return self.op("Mul", self.op("Mul", x, self.op("Add", erf, 1.0)), 0.5)

    def norm(self, x, name, voice, told):
        by_voice, bias, by_statistics = (
            self.weights[f"{name}.{key}"] for key in ("by_voice.weight", "by_voice.bias", "by_statistics.weight")
        )
        width = len(bias) // 2
        # The norm's own scale is one more than what the voice says.
        by_voice = self.op("Add", self.stored(voice, by_voice.T), bias + np.repeat([1, 0], width))
        both = self.reshape(self.op("Add", by_voice, self.stored(told, by_statistics.T)), 2 * width)
        scale, shift = self.slice(both, 0, width, 0), self.slice(both, width, 2 * width, 0)
        return self.op("LayerNormalization", x, scale, shift, axis=-1, epsilon=1e-5)

    def linear(self, x, name, bits=None):
        return self.product(x, self.weights[f"{name}.weight"].T, self.weights[f"{name}.bias"], bits or self.bits)

    def block(self, x, name, voice, told):
        own = {key.removeprefix(f"{name}."): w for key, w in self.weights.items() if key.startswith(f"{name}.")}
        width, _, kernel = own["depthwise.weight"].shape
        y = self.op("Transpose", x, perm=[0, 2, 1])
        pads = [kernel // 2] * 2
        y = self.op("Conv", y, own["depthwise.weight"], own["depthwise.bias"], group=width, pads=pads)
        y = self.op("Transpose", y, perm=[0, 2, 1])
        y = self.gelu(self.linear(self.norm(y, f"{name}.norm", voice, told), f"{name}.up"))
        y = self.product(y, own["down.weight"].T * own["size"], own["down.bias"] * own["size"], self.bits)
        return self.op("Add", x, y)

    def block_names(self):
        return sorted({key.split(".")[1] for key in self.weights if key.startswith("blocks.")}, key=int)

    def even_statistics(self):
        """Of frames as Kokoro gives them → of frames less mean, by deviation"""
        means, deviations, others = (
            self.slice("statistics", *span, 1) for span in ((0, INPUT), (INPUT, 2 * INPUT), (2 * INPUT, END))
        )
        means = self.op("Div", self.op("Sub", means, self.weights["mean"]), self.weights["deviation"])
        return self.op("Concat", means, self.op("Div", deviations, self.weights["deviation"]), others, axis=-1)

    def filters(self):
        """→ gain, phase and breath of each short frame, [1, 2 · (W + 2), 301]"""
        even = self.op("Div", self.op("Sub", "frames", self.weights["mean"]), self.weights["deviation"])
        x = self.op("Concat", self.op("Mul", even, "inside"), "curves", axis=-1)
        voice = self.stored(self.op("Mul", "voice", VOICE_SCALE), self.weights["voice.weight"].T)
        told = self.stored(self.even_statistics(), self.weights["statistics.weight"].T)
        told = self.gelu(self.op("Add", told, self.weights["statistics.bias"]))
        x = self.linear(x, "into")
        for name in self.block_names():
            x = self.block(x, f"blocks.{name}", voice, told)
        x = self.slice(x, CONTEXT - 1, 1 - CONTEXT, 1)
        x = self.linear(self.norm(x, "norm", voice, told), "head", self.last_bits)
        x = self.reshape(x, -1, 3, BINS)
        return [self.reshape(self.slice(x, i, i + 1, 1), 1, -1, BINS) for i in range(3)]

    def sound(self):
        gain, phase, breath = self.filters()
        gain, breath = (self.op("Exp", self.op("Min", x, LOUDEST)) for x in (gain, breath))
        real, imaginary = (self.op("Mul", gain, self.op(kind, phase)) for kind in ("Cos", "Sin"))
        window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(SIZE) / SIZE)
        angles = 2 * np.pi * np.outer(np.arange(SIZE), np.arange(BINS)) / SIZE
        forward = np.concatenate([np.cos(angles), -np.sin(angles)], 1) * window[:, None]
        twice = np.where(np.isin(np.arange(BINS), (0, BINS - 1)), 1, 2)[:, None] / SIZE
        backward = np.concatenate([np.cos(angles.T), -np.sin(angles.T)]) * np.tile(twice, (2, 1)) * (window / 1.5)
        both = self.op("Concat", "tone", "noise", axis=0)
        hops = self.reshape(self.slice(both, HOP // 2, -HOP // 2, 1), 2, -1, HOP)
        cut = self.op("Concat", *(self.slice(hops, k, k - 3 if k < 3 else END, 1) for k in range(4)), axis=-1)
        spectra = self.op("MatMul", cut, forward)
        parts = [
            self.slice(self.slice(spectra, signal, signal + 1, 0), part * BINS, (part + 1) * BINS, 2)
            for signal in range(2)
            for part in range(2)
        ]
        tone_real, tone_imaginary, noise_real, noise_imaginary = parts
        mul, add = (lambda a, b: self.op("Mul", a, b)), (lambda a, b: self.op("Add", a, b))
        turned_real = self.op("Sub", mul(real, tone_real), mul(imaginary, tone_imaginary))
        turned_imaginary = add(mul(real, tone_imaginary), mul(imaginary, tone_real))
        made = [add(turned_real, mul(breath, noise_real)), add(turned_imaginary, mul(breath, noise_imaginary))]
        frames = self.op("MatMul", self.op("Concat", *made, axis=-1), backward)
        total = None
        for k in range(SIZE // HOP):
            part = self.slice(frames, k * HOP, (k + 1) * HOP, 2)
            part = self.op("Pad", part, self.ints(0, k, 0, 0, 3 - k, 0))
            total = part if total is None else add(total, part)
        # The first and the last frame lack a neighbour.
        beyond = FRAME + (SIZE - HOP) // 2
        return self.slice(self.reshape(total, 1, -1), beyond, -beyond, 1)

    def model(self):
        inputs = {
            "frames": [1, "F", INPUT],
            "curves": [1, "F", CURVES],
            "inside": [1, "F", 1],
            "voice": [1, PARTS * TIMBRE],
            "statistics": [1, STATISTICS],
            "tone": [1, "S"],
            "noise": [1, "S"],
        }
        self.nodes.append(helper.make_node("Identity", [self.sound()], ["sound"]))
        return self.of(inputs, {"sound": [1, "N"]})

    def of(self, *shapes):
        """The model, once its nodes are there. `shapes` of its inputs and of its outputs, by name"""
        values = [
            [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in own.items()] for own in shapes
        ]
        graph = helper.make_graph(self.nodes, "decoder", *values, self.tensors)
        opsets = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=8)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("checkpoint")
    parser.add_argument("output")
    parser.add_argument("--bits", type=int, choices=(8, 32), default=32)
    parser.add_argument("--last-bits", type=int, choices=(8, 32), help="of the last product")
    options = parser.parse_args()
    student = Student()
    if not checkpoint.load_into(options.checkpoint, "student", student):
        raise FileNotFoundError(f"no student in {options.checkpoint}")
    weights = {name: tensor.numpy() for name, tensor in student.state_dict().items()}
    onnx.save(Graph(weights, options.bits, options.last_bits).model(), options.output)
    print(f"{options.output}: {Path(options.output).stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()

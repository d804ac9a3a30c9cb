"""Kokoro as PyTorch runs it: its ONNX graph node by node, on a GPU, with gradients."""

from dataclasses import dataclass, replace

import onnx
import torch
from onnx import numpy_helper

from operators import OPERATORS, Call
from weights import read_fourier, read_graph, read_weights

SAMPLE_RATE = 24_000
WAVEFORM = "waveform"
"""How many frames of 25 ms each symbol lasts."""
DURATIONS = "/encoder/Clip_output_0"
"""The pitch in hertz, 80 times a second; 0 where there is none."""
PITCH = "/encoder/Reshape_output_0"
"""The first half of a style: what the decoder is told of the voice."""
TIMBRE = "/decoder/Slice_output_0"
"""The parts of the decoder that are told it, as the service has them."""
TIMBRE_PARTS = (
    "encode",
    *(f"decode.{block}" for block in range(4)),
    *(f"generator/noise_res.{block}" for block in range(2)),
    *(f"generator/resblocks.{block}" for block in range(6)),
)
"""An imaginary part below this, beside a negative real one, counts as positive, as it is in the runtime."""
NO_SIGN = 1e-8
"""A larger constant is never a shape."""
LONGEST_SHAPE = 64


@dataclass(frozen=True)
class Node:
    operator: str
    inputs: tuple
    output: str
    attributes: dict
    name: str


def read_nodes(graph):
    read = onnx.helper.get_attribute_value
    return [
        Node(
            node.op_type,
            tuple(node.input),
            node.output[0],
            {attribute.name: read(attribute) for attribute in node.attribute},
            node.name,
        )
        for node in graph.node
    ]


def told_by_part(node):
    """The same node, which hears of the timbre under the name of its own part."""
    if TIMBRE not in node.inputs:
        return node
    part = next(part for part in TIMBRE_PARTS if node.output.startswith(f"/decoder/decoder/{part}/"))
    return replace(node, inputs=tuple(f"{TIMBRE}/{part}" if name == TIMBRE else name for name in node.inputs))


def in_order_of_pytorch(values):
    """ONNX orders the gates input, output, forget, cell; PyTorch input, forget, cell, output."""
    i, o, f, c = values.chunk(4)
    return torch.cat([i, f, c, o])


def lstm_parameters(weights, recurrences, biases):
    """In one piece of memory, as cuDNN wants them: from pieces it would make one at every call."""
    layer = torch.nn.LSTM(weights.shape[2], recurrences.shape[2], bidirectional=True).to(weights.device)
    layer.requires_grad_(False)
    for direction, ending in enumerate(("", "_reverse")):
        input_bias, hidden_bias = biases[direction].chunk(2)
        layer.get_parameter(f"weight_ih_l0{ending}").copy_(in_order_of_pytorch(weights[direction]))
        layer.get_parameter(f"weight_hh_l0{ending}").copy_(in_order_of_pytorch(recurrences[direction]))
        layer.get_parameter(f"bias_ih_l0{ending}").copy_(in_order_of_pytorch(input_bias))
        layer.get_parameter(f"bias_hh_l0{ending}").copy_(in_order_of_pytorch(hidden_bias))
    layer.flatten_parameters()
    return list(layer.parameters())


class Kokoro:
    """`folder` is where `pack.py` has written. Every run is one utterance."""

    def __init__(self, folder, device="cuda"):
        graph = read_graph(folder)
        self.device = torch.device(device)
        self.nodes = [told_by_part(node) for node in read_nodes(graph)]
        self.tensors = {name: torch.from_numpy(x).to(device) for name, x in read_weights(folder).items()}
        for initializer in graph.initializer:
            tensor = torch.from_numpy(numpy_helper.to_array(initializer).copy())
            self.tensors[initializer.name] = tensor.to(device) if tensor.is_floating_point() else tensor
        self.constants = {name: x.tolist() for name, x in self.tensors.items() if x.numel() <= LONGEST_SHAPE}
        self.lstms = {
            node.name: lstm_parameters(*(self.tensors[name] for name in node.inputs[1:4]))
            for node in self.nodes
            if node.operator == "LSTM"
        }
        self.fourier = torch.from_numpy(read_fourier(folder)).double().to(device)
        self.own_operators = {"LSTM": self.lstm, "STFT": self.stft}
        self.last_used = {name: i for i, node in enumerate(self.nodes) for name in node.inputs}

    def run(self, ids, style, speed=1.0, outputs=(WAVEFORM, DURATIONS, PITCH), edits=None, offsets=None):
        """`ids` have a pad on either side. `edits` maps names of tensors to what is done with them as they appear.
        `offsets` [parts, 128]: what each part of the decoder is told beside the timbre."""
        edits = edits or {}
        known = {
            "input_ids": torch.tensor([ids], device=self.device),
            "style": style.reshape(1, -1),
            "speed": torch.tensor([float(speed)], device=self.device),
        }
        for i, node in enumerate(self.nodes):
            result = self.compute(node, known)
            known[node.output] = edits[node.output](result) if node.output in edits else result
            if node.output == TIMBRE:
                for part, name in enumerate(TIMBRE_PARTS):
                    known[f"{TIMBRE}/{name}"] = result if offsets is None else result + offsets[part]
            for name in node.inputs:
                if self.last_used[name] == i and name not in outputs:
                    known.pop(name, None)
        return [known[name] for name in outputs]

    def compute(self, node, known):
        inputs = [known.get(name, self.tensors.get(name)) for name in node.inputs]
        operator = self.own_operators.get(node.operator) or OPERATORS[node.operator]
        return operator(Call(node, inputs, self.constants, self.device))

    def speak(self, ids, style, speed=1.0, pitch_scale=1.0, offsets=None):
        """Sound at 24 kHz, frames of each symbol and the pitch curve, without gradients."""
        with torch.no_grad():
            edits = {} if pitch_scale == 1.0 else {PITCH: lambda pitch: pitch * pitch_scale}
            return [
                result.reshape(-1) for result in self.run(ids, style, speed, edits=edits, offsets=offsets)
            ]

    def lstm(self, call):
        x, states = call.inputs[0], (call.inputs[5], call.inputs[6])
        # On a GPU only a training LSTM has gradients; without dropout it computes the same.
        training = torch.is_grad_enabled()
        y, _, _ = torch.lstm(x, states, self.lstms[call.node.name], True, 1, 0.0, training, True, False)
        return y.reshape(*x.shape[:2], 2, -1).permute(0, 2, 1, 3)

    def stft(self, call):
        """In 64 bits: the phase of a negative real number hangs on the sign of what is only a rounding error."""
        signal, window = call.inputs[0].reshape(-1), call.inputs[2]
        frames = signal.unfold(0, window.numel(), int(call.values(1))) * window
        real, imaginary = torch.einsum("tn,nkp->ptk", frames.double(), self.fourier).float()
        imaginary = torch.where((real < 0) & (imaginary.abs() < NO_SIGN), NO_SIGN, imaginary)
        return torch.stack([real, imaginary], -1)[None]

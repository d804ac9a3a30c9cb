"""The front as ONNX (opset 17), 32 bits or 8, one window at a time: export_front.py CHECKPOINT OUTPUT.onnx [--bits 8]

Inputs, for a window of W frames of 1/80 s, W even, with 24 frames of context on either side: text [1, W / 2 + 24, 512] as Kokoro
aligns it, inside [1, W / 2 + 24, 1] which is 0 before and after the utterance, and curves [1, W + 48, 3]; voice [1, 640], what the
decoder's five parts are told; statistics [1, 1029] of the text. Outputs: frames [1, W, 512] and frame_statistics [1, 1029], for the
student.
"""

import argparse
from pathlib import Path

import onnx
from onnx import helper

import checkpoint
from export import Graph
from front import CUT, LARGEST, LEAST_DEVIATION, PARTS, Whole
from student import CURVES, INPUT, STATISTICS, TIMBRE, VOICE_SCALE


class FrontGraph(Graph):
    def evened(self):
        """The text and the same as Kokoro's first norm has it, side by side."""
        text = self.op("Div", self.op("Sub", "text", self.weights["mean"]), self.weights["deviation"])
        means, deviations = (
            self.reshape(self.slice(self.statistics, *span, 1), 1, 1, INPUT) for span in ((0, INPUT), (INPUT, 2 * INPUT))
        )
        even = self.op("Div", self.op("Sub", text, means), self.op("Max", deviations, LEAST_DEVIATION))
        both = self.op("Clip", self.op("Concat", text, even, axis=-1), -LARGEST, LARGEST)
        return self.op("Mul", both, "inside")

    def frames(self, voice, told):
        x = self.op("Concat", self.evened(), self.reshape("curves", 1, -1, 2 * CURVES), axis=-1)
        x = self.linear(x, "into")
        for name in self.block_names():
            x = self.block(x, f"blocks.{name}", voice, told)
        x = self.linear(self.norm(self.slice(x, CUT, -CUT, 1), "norm", voice, told), "head")
        return self.as_kokoro_has_it(self.reshape(x, 1, -1, INPUT))

    def as_kokoro_has_it(self, x):
        return self.op("Add", self.op("Mul", x, self.weights["frames.deviation"]), self.weights["frames.mean"])

    def foretold(self, voice, told):
        x = self.op("Add", self.stored(self.statistics, self.weights["summary.weight"].T), self.weights["summary.bias"])
        x = self.stored(self.norm(self.gelu(x), "summary_norm", voice, told), self.weights["foretold.weight"].T)
        x = self.op("Add", x, self.weights["foretold.bias"])
        means = self.as_kokoro_has_it(self.slice(x, 0, INPUT, 1))
        deviations = self.op("Mul", self.slice(x, INPUT, 2 * INPUT, 1), self.weights["frames.deviation"])
        return self.op("Concat", means, deviations, self.slice("statistics", 2 * INPUT, STATISTICS, 1), axis=-1)

    def model(self):
        inputs = {
            "text": [1, "T", INPUT],
            "curves": [1, "F", CURVES],
            "inside": [1, "T", 1],
            "voice": [1, PARTS * TIMBRE],
            "statistics": [1, STATISTICS],
        }
        self.statistics = self.even_statistics()
        voice = self.stored(self.op("Mul", "voice", VOICE_SCALE), self.weights["voice.weight"].T)
        told = self.stored(self.statistics, self.weights["statistics.weight"].T)
        told = self.gelu(self.op("Add", told, self.weights["statistics.bias"]))
        outputs = {"frames": [1, "W", INPUT], "frame_statistics": [1, STATISTICS]}
        for name, made in zip(outputs, (self.frames(voice, told), self.foretold(voice, told))):
            self.nodes.append(helper.make_node("Identity", [made], [name]))
        return self.of(inputs, outputs)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("checkpoint")
    parser.add_argument("output")
    parser.add_argument("--bits", type=int, choices=(8, 32), default=32)
    options = parser.parse_args()
    whole = Whole()
    for name, network in (("front", whole.front), ("student", whole.back)):
        if not checkpoint.load_into(options.checkpoint, name, network):
            raise FileNotFoundError(f"no {name} in {options.checkpoint}")
    weights = {name: tensor.numpy() for name, tensor in whole.front.state_dict().items()}
    weights |= {"frames.mean": whole.back.mean.numpy(), "frames.deviation": whole.back.deviation.numpy()}
    onnx.save(FrontGraph(weights, options.bits).model(), options.output)
    print(f"{options.output}: {Path(options.output).stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()

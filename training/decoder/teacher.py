"""Kokoro as the teacher of a decoder: one run of its encoder, then one of the decoder for several voices at once."""

import torch

import kokoro_path  # noqa: F401
from network import PITCH, TIMBRE, TIMBRE_PARTS, WAVEFORM, Kokoro

"""The text, as long as it is spoken: 512 numbers, 40 times a second. It depends on no voice but for the durations."""
TEXT = "/encoder/MatMul_1_output_0"
"""How loud, 80 times a second."""
ENERGY = "/encoder/Reshape_1_output_0"
"""What the generator is given: 512 numbers, 80 times a second."""
FRAMES = "/decoder/decoder/decode.3/Div_4_output_0"
"""The inverse Fourier transform. What follows it in the graph holds for one utterance only."""
INVERSE = "/decoder/decoder/generator/istft/stft/ConvTranspose_output_0"
"""Of what each part is told: the front replaces the decoder's parts, the student the generator's."""
DECODER_PARTS, GENERATOR_PARTS = slice(0, 5), slice(5, 13)


class Teacher(Kokoro):
    def __init__(self, folder, device):
        super().__init__(folder, device)
        self.with_voice = self.after({f"{TIMBRE}/{part}" for part in TIMBRE_PARTS})
        self.without_voice = self.besides(self.nodes, self.with_voice)
        self.ending = self.after({INVERSE})
        self.with_voice = self.besides(self.with_voice, self.ending)
        made = {node.output for node in self.without_voice}
        self.shared = made & {name for node in (*self.with_voice, *self.ending) for name in node.inputs} | {TEXT, PITCH, ENERGY}
        """Unlike other operators, a concatenation does not broadcast."""
        self.joined = made & {name for node in self.with_voice if node.operator == "Concat" for name in node.inputs}

    def after(self, names):
        """The nodes that depend on what is so named."""
        names, found = set(names), []
        for node in self.nodes:
            if not names.isdisjoint(node.inputs):
                names.add(node.output)
                found.append(node)
        return found

    @staticmethod
    def besides(nodes, others):
        outputs = {node.output for node in others}
        return [node for node in nodes if node.output not in outputs]

    @torch.no_grad()
    def say(self, ids, style, speed, pitch_scale, voices):
        """`voices` [n, 13, 128]: what each part of the decoder is told. → text, pitch, energy, frames, sound of each"""
        known = {
            "input_ids": torch.tensor([ids], device=self.device),
            "style": style.reshape(1, -1),
            "speed": torch.tensor([float(speed)], device=self.device),
        }
        self.pass_through(self.without_voice, known, self.shared, {PITCH: pitch_scale})
        text = known[TEXT][0].t()
        for name in self.joined:
            known[name] = known[name].expand(len(voices), -1, -1)
        known |= {f"{TIMBRE}/{part}": told for part, told in zip(TIMBRE_PARTS, voices.unbind(1))}
        self.pass_through(self.with_voice, known, (*self.shared, FRAMES, INVERSE), {})
        pitch, energy = known[PITCH].reshape(-1), known[ENERGY].reshape(-1)
        for frames, inverse in zip(known[FRAMES], known[INVERSE]):
            own = known | {INVERSE: inverse[None]}
            self.pass_through(self.ending, own, (WAVEFORM,), {})
            yield text, pitch, energy, frames.t(), own[WAVEFORM].reshape(-1)

    def pass_through(self, nodes, known, kept, scales):
        last = {name: i for i, node in enumerate(nodes) for name in node.inputs}
        for i, node in enumerate(nodes):
            result = self.compute(node, known)
            known[node.output] = result * scales[node.output] if node.output in scales else result
            for name in node.inputs:
                if last[name] == i and name not in kept:
                    known.pop(name, None)

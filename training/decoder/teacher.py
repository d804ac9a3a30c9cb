"""Kokoro as the teacher of a decoder: one run of its encoder, then the decoder for each of several voices."""

import torch

import kokoro_path  # noqa: F401
from network import PITCH, TIMBRE, TIMBRE_PARTS, WAVEFORM, Kokoro

"""How loud, 80 times a second."""
ENERGY = "/encoder/Reshape_1_output_0"
"""What the generator is given: 512 numbers, 80 times a second."""
FRAMES = "/decoder/decoder/decode.3/Div_4_output_0"
OUTPUTS = (PITCH, ENERGY, FRAMES, WAVEFORM)
"""The parts that the student replaces are the last ones; the others stay Kokoro's."""
GENERATOR_PARTS = slice(5, 13)


class Teacher(Kokoro):
    def __init__(self, folder, device):
        super().__init__(folder, device)
        told = {f"{TIMBRE}/{part}" for part in TIMBRE_PARTS}
        self.with_voice = []
        for node in self.nodes:
            if any(name in told for name in node.inputs):
                told.add(node.output)
                self.with_voice.append(node)
        after = {node.output for node in self.with_voice}
        self.without_voice = [node for node in self.nodes if node.output not in after]
        self.shared = {name for node in self.with_voice for name in node.inputs} - told | {PITCH, ENERGY}

    @torch.no_grad()
    def say(self, ids, style, speed, pitch_scale, voices):
        """`voices` [n, 13, 128]: what each part of the decoder is told. → pitch, energy, frames, sound of each"""
        known = {
            "input_ids": torch.tensor([ids], device=self.device),
            "style": style.reshape(1, -1),
            "speed": torch.tensor([float(speed)], device=self.device),
        }
        self.pass_through(self.without_voice, known, self.shared, {PITCH: pitch_scale})
        for voice in voices:
            own = known | {f"{TIMBRE}/{part}": told[None] for part, told in zip(TIMBRE_PARTS, voice)}
            self.pass_through(self.with_voice, own, OUTPUTS, {})
            pitch, energy, frames, sound = (own[name] for name in OUTPUTS)
            yield pitch.reshape(-1), energy.reshape(-1), frames[0].t(), sound.reshape(-1)

    def pass_through(self, nodes, known, kept, scales):
        last = {name: i for i, node in enumerate(nodes) for name in node.inputs}
        for i, node in enumerate(nodes):
            result = self.compute(node, known)
            known[node.output] = result * scales[node.output] if node.output in scales else result
            for name in node.inputs:
                if last[name] == i and name not in kept:
                    known.pop(name, None)

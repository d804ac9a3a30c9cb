"""The front, in place of Kokoro's decoder: aligned text, pitch, energy and timbre → what the generator is given.

As the student, it has only short convolutions over time, and the voice scales and shifts its norms linearly. What Kokoro's norms
measure over the utterance is not known to a window, nor are the statistics of the frames, which the student is told: the front
is told the statistics of the text, and foretells those of the frames.
"""

import torch
import torch.nn as nn
import torch.nn.functional as F

from student import CURVES, INPUT, STATISTICS, TIMBRE, VOICE_SCALE, Block, Norm, Student

"""Frames on either side, beyond the student's context, that are only context; and as many of the text, half as often."""
FRONT_CONTEXT = 24
CUT = FRONT_CONTEXT // 2
PARTS = 5
"""Least deviation of a number of the text over an utterance, by its deviation over all."""
LEAST_DEVIATION = 0.1
"""Deviations; single numbers are far larger, and would spoil the range of 8 bits."""
LARGEST = 8.0


class Front(nn.Module):
    def __init__(self, width=512, inner=896, kernels=(5, 5, 5, 5, 3, 3, 3), voice=256, told=64, summary=256):
        super().__init__()
        self.register_buffer("mean", torch.zeros(INPUT))
        self.register_buffer("deviation", torch.ones(INPUT))
        self.voice = nn.Linear(PARTS * TIMBRE, voice, bias=False)
        self.statistics = nn.Linear(STATISTICS, told)
        self.into = nn.Linear(2 * INPUT + 2 * CURVES, width)
        self.blocks = nn.ModuleList(Block(width, inner, kernel, voice, told) for kernel in kernels)
        self.norm = Norm(width, voice, told)
        self.head = nn.Linear(width, 2 * INPUT)
        self.summary = nn.Linear(STATISTICS, summary)
        self.summary_norm = Norm(summary, voice, told)
        self.foretold = nn.Linear(summary, 2 * INPUT)

    def forward(self, text, curves, inside, voice, statistics):
        """text [B, T, 512] less mean, by deviation; curves [B, 2 · T, 3] and inside [B, 2 · T, 1]; voice [B, 5, 128]
        → frames [B, 2 · T - 48, 512] and their means and deviations [B, 1024], less mean, by deviation"""
        voice = self.voice(voice.flatten(1) * VOICE_SCALE)
        told = F.gelu(self.statistics(statistics))
        means, deviations, _ = statistics[:, None].split((INPUT, INPUT, STATISTICS - 2 * INPUT), -1)
        # As Kokoro's first norm has it.
        even = (text - means) / deviations.clamp(min=LEAST_DEVIATION) * inside[:, ::2]
        text, even = (x.clamp(-LARGEST, LARGEST) for x in (text, even))
        x = self.into(torch.cat([text, even, curves.reshape(len(text), -1, 2 * CURVES)], -1))
        for block in self.blocks:
            x = block(x, voice, told)
        x = self.head(self.norm(x[:, CUT : x.shape[1] - CUT], voice, told))
        frames = x.reshape(len(x), -1, INPUT) * inside[:, FRONT_CONTEXT : inside.shape[1] - FRONT_CONTEXT]
        summary = F.gelu(self.summary(statistics))[:, None]
        return frames, self.foretold(self.summary_norm(summary, voice, told))[:, 0]


class Whole(nn.Module):
    """Front and back: a decoder without any part of Kokoro's."""

    def __init__(self):
        super().__init__()
        self.front, self.back = Front(), Student()

    def frames(self, window, precise=False):
        kind = window["text"].device.type
        inputs = (window[name] for name in ("text", "text_curves", "inside", "decoder_voice", "text_statistics"))
        with torch.autocast(kind, torch.bfloat16, enabled=kind == "cuda" and not precise):
            return [made.float() for made in self.front(*inputs)]

    def given(self, window, frames, foretold):
        """What the back is given: by the front where the window's `whole` says so, and else by Kokoro's decoder."""
        own, few = window["statistics"].split((2 * INPUT, STATISTICS - 2 * INPUT), -1)
        whole = window["whole"][:, None]
        statistics = torch.cat([torch.where(whole, foretold, own), few], -1)
        return window | {"frames": torch.where(whole[:, None], frames, window["frames"]), "statistics": statistics}

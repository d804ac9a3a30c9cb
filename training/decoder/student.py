"""The student: what Kokoro's generator is given → filters for a pulse train and for noise.

Nothing in it runs over time but short convolutions, so a window sounds as the whole does. The voice scales and shifts the
norms, linearly as in the teacher. Statistics of the utterance, which the teacher's norms use, are told once.
"""

import torch
import torch.nn as nn
import torch.nn.functional as F

from source import BINS, FRAME, filtered, pulses, spectra

"""Frames on either side of a window that are only context; one of them is made, to overlap."""
CONTEXT = 16
INPUT, CURVES, PARTS, TIMBRE = 512, 3, 8, 128
STATISTICS = 2 * INPUT + 5
"""Numbers of a timbre are small."""
VOICE_SCALE = 4.0


class Norm(nn.Module):
    """Of each frame, scaled and shifted by the voice and by the utterance's statistics."""

    def __init__(self, width, voice, told):
        super().__init__()
        self.by_voice = nn.Linear(voice, 2 * width)
        self.by_statistics = nn.Linear(told, 2 * width, bias=False)
        nn.init.normal_(self.by_voice.weight, std=0.01)
        nn.init.zeros_(self.by_voice.bias)
        nn.init.zeros_(self.by_statistics.weight)

    def forward(self, x, voice, told):
        scale, shift = (self.by_voice(voice) + self.by_statistics(told))[:, None].chunk(2, -1)
        return F.layer_norm(x, x.shape[-1:]) * (1 + scale) + shift


class Block(nn.Module):
    def __init__(self, width, inner, kernel, voice, told):
        super().__init__()
        self.depthwise = nn.Conv1d(width, width, kernel, padding=kernel // 2, groups=width)
        self.norm = Norm(width, voice, told)
        self.up, self.down = nn.Linear(width, inner), nn.Linear(inner, width)
        self.size = nn.Parameter(torch.full((width,), 0.3))

    def forward(self, x, voice, told):
        y = self.depthwise(x.transpose(1, 2)).transpose(1, 2)
        return x + self.size * self.down(F.gelu(self.up(self.norm(y, voice, told))))


class Student(nn.Module):
    def __init__(self, width=512, inner=1536, kernels=(5, 5, 5, 5, 3, 3, 3, 3, 3, 3), voice=384, told=32):
        super().__init__()
        self.register_buffer("mean", torch.zeros(INPUT))
        self.register_buffer("deviation", torch.ones(INPUT))
        self.voice = nn.Linear(PARTS * TIMBRE, voice, bias=False)
        self.statistics = nn.Linear(STATISTICS, told)
        self.into = nn.Linear(INPUT + CURVES, width)
        self.blocks = nn.ModuleList(Block(width, inner, kernel, voice, told) for kernel in kernels)
        self.norm = Norm(width, voice, told)
        self.head = nn.Linear(width, 2 * 3 * BINS)
        with torch.no_grad():
            self.head.weight.mul_(0.3)
            self.head.bias.zero_()
            self.head.bias.view(2, 3, BINS)[:, 0] = -3.5
            self.head.bias.view(2, 3, BINS)[:, 2] = -5.5

    def forward(self, frames, curves, voice, statistics, cut=CONTEXT - 1):
        """frames [B, F, 512] less mean, by deviation; voice [B, 8, 128] → [B, 2 · (F - 2 · cut), 3, 301]"""
        voice = self.voice(voice.flatten(1) * VOICE_SCALE)
        told = F.gelu(self.statistics(statistics))
        x = self.into(torch.cat([frames, curves], -1))
        for block in self.blocks:
            x = block(x, voice, told)
        x = x[:, cut : x.shape[1] - cut]
        x = self.head(self.norm(x, voice, told))
        return x.reshape(len(x), -1, 3, BINS)


def excitation(window, seed=None):
    """Spectra of pulses and noise for a window of the corpus."""
    pitch = window["pitch"]
    frames = pitch.shape[1] - 2
    generator = None if seed is None else torch.Generator(pitch.device).manual_seed(seed)
    noise = torch.randn(len(pitch), frames * FRAME, device=pitch.device, generator=generator)
    return [spectra(signal, frames - 2) for signal in (pulses(pitch, window["phase"]), noise)]


def speak(student, window, tone, noise, precise=False):
    """→ the harmonic part and the noise of the window's sound"""
    kind = window["frames"].device.type
    with torch.autocast(kind, torch.bfloat16, enabled=kind == "cuda" and not precise):
        filters = student(window["frames"], window["curves"], window["voice"], window["statistics"])
    return filtered(filters, tone, noise)

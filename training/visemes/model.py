"""The network: a waveform of 16 kHz in, visemes and curves for every 10 ms out."""

import math

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

SAMPLE_RATE = 16_000
STEP = 160
WINDOW = 400
TRANSFORM = 512
MELS = 64
BAND = (50.0, 7600.0)
"""Two steps of 10 ms are one of the network's: it thinks 50 times a second and speaks of 100."""
PAIR = 2
VISEMES, CURVES = 15, 5


def mel_filters():
    to_mel = lambda hertz: 2595 * np.log10(1 + hertz / 700)
    edges = 700 * (10 ** (np.linspace(*(to_mel(hertz) for hertz in BAND), MELS + 2) / 2595) - 1)
    bins = np.arange(TRANSFORM // 2 + 1) * SAMPLE_RATE / TRANSFORM
    low, centre, high = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    return np.maximum(0, np.minimum((bins - low) / (centre - low), (high - bins) / (high - centre)))


class LogMel(nn.Module):
    """[batch, samples] → [batch, mels, steps], with convolutions alone, so that it is a part of the exported graph."""

    def __init__(self):
        super().__init__()
        angles = 2 * math.pi * torch.arange(TRANSFORM // 2 + 1)[:, None] * torch.arange(WINDOW) / TRANSFORM
        waves = torch.cat([torch.cos(angles), -torch.sin(angles)]) * torch.hann_window(WINDOW)
        self.register_buffer("waves", waves[:, None])
        self.register_buffer("filters", torch.from_numpy(mel_filters()).float()[:, :, None])

    def forward(self, samples):
        margin = (WINDOW - STEP) // 2
        spectrum = F.conv1d(F.pad(samples[:, None], (margin, margin)), self.waves, stride=STEP)
        real, imaginary = spectrum.chunk(2, 1)
        mel = F.conv1d(real * real + imaginary * imaginary, self.filters)
        # About −6 to 6 for speech, and a floor under what no microphone hears.
        return (torch.log(mel + 1e-5) + 5.0) / 4.0


class Block(nn.Module):
    """A dilated convolution that sees `ahead` of its own step, and what it makes of it."""

    def __init__(self, channels, dilation, ahead):
        super().__init__()
        self.padding = (2 * dilation - ahead, ahead)
        self.see = nn.Conv1d(channels, channels, 3, dilation=dilation, bias=False)
        self.see_norm = nn.BatchNorm1d(channels)
        self.think = nn.Conv1d(channels, channels, 1, bias=False)
        self.think_norm = nn.BatchNorm1d(channels)

    def forward(self, x):
        seen = F.relu(self.see_norm(self.see(F.pad(x, self.padding))))
        return x + self.think_norm(self.think(seen))


class Lips(nn.Module):
    """Log-mels → scores of visemes and curves. `aheads` has one entry for each dilation."""

    def __init__(self, channels, dilations, aheads):
        super().__init__()
        self.enter = nn.Conv1d(MELS * PAIR, channels, 3, padding=1, bias=False)
        self.enter_norm = nn.BatchNorm1d(channels)
        self.blocks = nn.ModuleList(Block(channels, d, a) for d, a in zip(dilations, aheads, strict=True))
        self.leave = nn.Conv1d(channels, PAIR * (VISEMES + CURVES), 1)

    def forward(self, mels):
        batch, _, steps = mels.shape
        paired = mels.reshape(batch, MELS, steps // PAIR, PAIR).transpose(2, 3)
        x = F.relu(self.enter_norm(self.enter(paired.reshape(batch, MELS * PAIR, steps // PAIR))))
        for block in self.blocks:
            x = block(x)
        scores = self.leave(F.relu(x)).reshape(batch, VISEMES + CURVES, PAIR, steps // PAIR)
        scores = scores.transpose(2, 3).reshape(batch, VISEMES + CURVES, steps)
        return scores[:, :VISEMES], scores[:, VISEMES:]


def student(channels=192):
    """Sees 97.5 ms beyond the end of a step: half a window, a pair, and four steps of 20 ms."""
    return Lips(channels, (1, 2, 4, 8, 1, 2, 4, 8), (1, 2, 0, 0, 0, 0, 0, 0))


def teacher(channels=320):
    """Sees as far ahead as back, for labels only."""
    dilations = (1, 2, 4, 8, 1, 2, 4, 8)
    return Lips(channels, dilations, dilations)


class Listener(nn.Module):
    """What is exported: samples [1, n] → visemes [1, steps, 15] (sum 1) and curves [1, steps, 5] (0 to 1)."""

    def __init__(self, lips):
        super().__init__()
        self.mel = LogMel()
        self.lips = lips

    def forward(self, samples):
        visemes, curves = self.lips(self.mel(samples))
        return torch.softmax(visemes, 1).transpose(1, 2), torch.sigmoid(curves).transpose(1, 2)

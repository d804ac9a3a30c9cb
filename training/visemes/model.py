"""The network: a waveform of 16 kHz in, visemes and curves for every 10 ms out."""

import math

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

SAMPLE_RATE = 16_000
STEP = 160
WINDOW = 400
MELS = 64
BAND = (50.0, 7600.0)
"""Two steps of 10 ms are one of the network's: it thinks 50 times a second and speaks of 100."""
PAIR = 2
VISEMES, CURVES = 15, 5


def mel_filters():
    to_mel = lambda hertz: 2595 * np.log10(1 + hertz / 700)
    edges = 700 * (10 ** (np.linspace(*(to_mel(hertz) for hertz in BAND), MELS + 2) / 2595) - 1)
    bins = np.arange(WINDOW // 2 + 1) * SAMPLE_RATE / WINDOW
    low, centre, high = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    return np.maximum(0, np.minimum((bins - low) / (centre - low), (high - bins) / (high - centre)))


class LogMel(nn.Module):
    """[batch, samples] → [batch, mels, steps], by slices and products alone, so that it is a part of the exported graph.

    Cosines are even around the middle of a window and sines odd: what lies on either side is added or subtracted first,
    which leaves half of the products.
    """

    def __init__(self):
        super().__init__()
        half = WINDOW // 2
        filters = torch.from_numpy(mel_filters()).float()
        # Of the others nothing is heard.
        bins = torch.nonzero(filters.any(0))[:, 0]
        angles = 2 * math.pi * torch.arange(half + 1)[:, None] * bins / WINDOW
        window = torch.hann_window(WINDOW)[: half + 1, None]
        self.register_buffer("cosines", torch.cos(angles) * window)
        self.register_buffer("sines", (torch.sin(angles) * window)[1:half])
        self.register_buffer("filters", filters[:, bins].t().contiguous())

    def forward(self, samples):
        margin, half = (WINDOW - STEP) // 2, WINDOW // 2
        pieces = F.pad(samples, (margin, margin)).reshape(len(samples), -1, STEP // 2)
        steps = samples.shape[1] // STEP
        shifted = [pieces[:, i : i + 2 * steps : 2] for i in range(2 * WINDOW // STEP)]
        windows = torch.cat(shifted, 2)
        early, late = windows[:, :, 1:half], windows[:, :, half + 1 :].flip(2)
        even = torch.cat([windows[:, :, :1], early + late, windows[:, :, half : half + 1]], 2)
        power = (even @ self.cosines).square() + ((early - late) @ self.sines).square()
        # About −6 to 6 for speech, and a floor under what no microphone hears.
        return ((torch.log(power @ self.filters + 1e-5) + 5.0) / 4.0).transpose(1, 2)


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


def student(channels):
    """Sees 97.5 ms beyond the end of a step: half a window, a pair, and four steps of 20 ms."""
    return Lips(channels, (1, 2, 4, 8, 1, 2, 4, 8), (1, 2, 0, 0, 0, 0, 0, 0))


def teacher(channels):
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

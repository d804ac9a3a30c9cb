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
"""Features of a scene, and the steps of 20 ms over which they are meant."""
SCENE, SCENE_STEPS = 32, 75


def mel_filters():
    to_mel = lambda hertz: 2595 * np.log10(1 + hertz / 700)
    edges = 700 * (10 ** (np.linspace(*(to_mel(hertz) for hertz in BAND), MELS + 2) / 2595) - 1)
    bins = np.arange(WINDOW // 2 + 1) * SAMPLE_RATE / WINDOW
    low, centre, high = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    return np.maximum(0, np.minimum((bins - low) / (centre - low), (high - bins) / (high - centre)))


class LogMel(nn.Module):
    """[batch, samples] → [batch, steps, mels], by slices and products alone, so that it is a part of the exported graph.

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
        return (torch.log(power @ self.filters + 1e-5) + 5.0) / 4.0


class Norm(nn.BatchNorm1d):
    """Of the last axis."""

    def forward(self, x):
        return super().forward(x.flatten(0, 1)).reshape(x.shape)


class Seeing(nn.Module):
    """A linear map of every step and its neighbours at `offsets` (later ones are positive), normalised."""

    def __init__(self, inputs, outputs, offsets=(0,)):
        super().__init__()
        self.offsets = offsets
        self.weigh = nn.Linear(inputs * len(offsets), outputs, bias=False)
        self.norm = Norm(outputs)

    def forward(self, x):
        return self.norm(self.weigh(side_by_side(x, self.offsets)))


def side_by_side(x, offsets):
    """[batch, steps, channels] → as many steps, of the channels at each offset; beyond either end there is nothing."""
    if offsets == (0,):
        return x
    first, last = min(offsets), max(offsets)
    padded = F.pad(x, (0, 0, -first, last))
    return torch.cat([padded[:, o - first : (o - last) or None] for o in offsets], 2)


class Scene(nn.Module):
    """What the sound is like, who speaks and over what noise: the mean of some features over 1.5 seconds."""

    def __init__(self, channels, ahead):
        super().__init__()
        self.see = Seeing(channels, SCENE)
        self.ahead = ahead

    def forward(self, x):
        features = F.pad(F.relu(self.see(x)), (0, 0, 0, self.ahead))
        sums = torch.cumsum(features, 1)[:, self.ahead :]
        return (sums - F.pad(sums, (0, 0, SCENE_STEPS, 0))[:, :-SCENE_STEPS]) / SCENE_STEPS


class Block(nn.Module):
    """What a step and two neighbours, of which the last is `ahead`, mean in this scene, where that is asked for."""

    def __init__(self, channels, dilation, ahead, has_scene, dropout):
        super().__init__()
        self.see = Seeing(channels, channels, (ahead - 2 * dilation, ahead - dilation, ahead))
        self.gate = nn.Linear(SCENE, channels) if has_scene else None
        if self.gate:
            nn.init.zeros_(self.gate.weight)
            nn.init.ones_(self.gate.bias)
        self.dropout = nn.Dropout(dropout)
        self.think = Seeing(channels, channels)

    def forward(self, x, scene):
        seen = F.relu(self.see(x))
        seen = seen * self.gate(scene) if self.gate else seen
        return x + self.think(self.dropout(seen))


class Lips(nn.Module):
    """Log-mels → scores of visemes and curves. `aheads` has one entry for each dilation."""

    def __init__(self, channels, dilations, aheads, scene_ahead=0, dropout=0.0):
        super().__init__()
        self.enter = Seeing(MELS * PAIR, channels, (-1, 0, 1))
        self.scene = Scene(channels, scene_ahead)
        # A scene in the first blocks would reach further back than it says anything.
        self.blocks = nn.ModuleList(
            Block(channels, dilation, ahead, i >= len(dilations) // 2, dropout)
            for i, (dilation, ahead) in enumerate(zip(dilations, aheads, strict=True))
        )
        self.leave = nn.Linear(channels, PAIR * (VISEMES + CURVES))

    def forward(self, mels):
        x = F.relu(self.enter(mels.reshape(len(mels), -1, PAIR * MELS)))
        scene = self.scene(x)
        for block in self.blocks:
            x = block(x, scene)
        scores = self.leave(F.relu(x)).reshape(len(mels), -1, VISEMES + CURVES)
        return scores[:, :, :VISEMES], scores[:, :, VISEMES:]


def student(channels=192):
    """Sees 97.5 ms beyond the end of a step: half a window, a pair, and four steps of 20 ms."""
    return Lips(channels, (1, 2, 4, 8, 1, 2, 4, 8), (1, 2, 0, 0, 0, 0, 0, 0))


def teacher(channels=384):
    """Sees as far ahead as back."""
    dilations = (1, 2, 4, 8, 1, 2, 4, 8)
    return Lips(channels, dilations, dilations, scene_ahead=SCENE_STEPS // 2, dropout=0.1)


class Listener(nn.Module):
    """What is exported: samples [1, n] → visemes [1, steps, 15] (sum 1) and curves [1, steps, 5] (0 to 1)."""

    def __init__(self, lips):
        super().__init__()
        self.mel = LogMel()
        self.lips = lips

    def forward(self, samples):
        visemes, curves = self.lips(self.mel(samples))
        return torch.softmax(visemes, 2), torch.sigmoid(curves)

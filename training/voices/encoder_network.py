"""Audio → style: 80 log-mel bands, dilated convolutions with squeeze and excitation, attentive pooling."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from sound import RATE, mel_triangles

MELS, FRAME, HOP, FFT = 80, 400, 160, 512


class LogMel(nn.Module):
    """By convolution, so that it is part of the exported graph. [B, N] → [B, 80, T] at 100 frames a second."""

    def __init__(self):
        super().__init__()
        time, bin = torch.arange(FRAME).float(), torch.arange(FFT // 2 + 1).float()
        turn = 2 * torch.pi * bin[:, None] * time / FFT
        window = torch.hann_window(FRAME)
        self.register_buffer(
            "waves", torch.cat([torch.cos(turn) * window, torch.sin(turn) * window])[:, None]
        )
        self.register_buffer("bands", mel_triangles(FFT // 2 + 1, 40.0, 7_600.0, MELS, RATE).t()[:, :, None])

    def forward(self, sound):
        real, imaginary = F.conv1d(sound[:, None], self.waves, stride=HOP).chunk(2, 1)
        return torch.log(F.conv1d(real * real + imaginary * imaginary, self.bands) + 1e-5)


class Block(nn.Module):
    def __init__(self, width, dilation):
        super().__init__()
        self.narrow = nn.Conv1d(width, width, 1)
        self.wide = nn.Conv1d(width, width, 3, dilation=dilation, padding=dilation, groups=4)
        self.back = nn.Conv1d(width, width, 1)
        self.norms = nn.ModuleList([nn.BatchNorm1d(width) for _ in range(3)])
        self.gate = nn.Sequential(nn.Linear(width, 64), nn.ReLU(), nn.Linear(64, width), nn.Sigmoid())

    def forward(self, x):
        y = x
        for layer, norm in zip((self.narrow, self.wide, self.back), self.norms):
            y = norm(F.relu(layer(y)))
        return x + y * self.gate(y.mean(2))[:, :, None]


class Encoder(nn.Module):
    """`mean` and `scale` of the styles make its outputs styles; `embed` gives what they are read from."""

    def __init__(self, mean, scale, width=336, pooled=512):
        super().__init__()
        self.mel = LogMel()
        self.enter = nn.Conv1d(MELS, width, 5, padding=2)
        self.entered = nn.BatchNorm1d(width)
        self.blocks = nn.ModuleList([Block(width, dilation) for dilation in (1, 2, 3, 4, 6, 8)])
        self.join = nn.Conv1d(3 * width, pooled, 1)
        self.attention = nn.Sequential(nn.Conv1d(pooled, 96, 1), nn.Tanh(), nn.Conv1d(96, pooled, 1))
        self.pooled = nn.BatchNorm1d(2 * pooled)
        self.hidden = nn.Linear(2 * pooled, 448)
        self.drop = nn.Dropout(0.1)
        self.style = nn.Linear(448, 256)
        self.register_buffer("mean", mean.clone())
        self.register_buffer("scale", scale.clone())

    def forward(self, sound):
        bands = self.mel(sound)
        bands = (bands - bands.mean((1, 2), keepdim=True)) / 3
        if self.training:
            bands = masked(bands)
        x = self.entered(F.relu(self.enter(bands)))
        kept = []
        for i, block in enumerate(self.blocks):
            x = block(x)
            if i % 2 == 1:
                kept.append(x)
        x = F.relu(self.join(torch.cat(kept, 1)))
        weight = torch.softmax(self.attention(x), 2)
        mean = (weight * x).sum(2)
        deviation = ((weight * x * x).sum(2) - mean * mean).clamp_min(1e-6).sqrt()
        embedding = F.relu(self.hidden(self.pooled(torch.cat([mean, deviation], 1))))
        return self.style(self.drop(embedding)) * self.scale + self.mean


def masked(bands):
    """Two stripes of the spectrum are hidden, so that no band is relied upon."""
    batch = bands.shape[0]
    band = torch.arange(MELS, device=bands.device)[None, :, None]
    for _ in range(2):
        first = torch.randint(0, MELS - 10, (batch, 1, 1), device=bands.device)
        width = torch.randint(0, 9, (batch, 1, 1), device=bands.device)
        bands = bands.masked_fill((band >= first) & (band < first + width), 0.0)
    return bands

"""Critics: networks that tell the student's sound from the teacher's, by periods and by spectra."""

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils.parametrizations import weight_norm

PERIODS = (2, 3, 5, 7, 11)
SIZES = (512, 1024, 2048)
FOOLING, FEATURES = 1.0, 2.0


class Critic(nn.Module):
    def judge(self, x):
        """→ judgement, and the features that led to it"""
        x = x.contiguous(memory_format=torch.channels_last)
        features = []
        for layer in self.layers:
            x = F.leaky_relu(layer(x), 0.1)
            features.append(x)
        return self.out(x), features


class OfPeriod(Critic):
    def __init__(self, period, widths=(32, 64, 128, 384, 384)):
        super().__init__()
        self.period = period
        strides = [3] * (len(widths) - 1) + [1]
        self.layers = nn.ModuleList(
            weight_norm(nn.Conv2d(before, width, (5, 1), (stride, 1), (2, 0)))
            for before, width, stride in zip((1, *widths), widths, strides)
        )
        self.out = weight_norm(nn.Conv2d(widths[-1], 1, (3, 1), 1, (1, 0)))

    def forward(self, sound):
        folded = F.pad(sound[:, None], (0, -sound.shape[-1] % self.period), mode="reflect")
        return self.judge(folded.reshape(len(sound), 1, -1, self.period))


class OfSpectrum(Critic):
    def __init__(self, size, width=32):
        super().__init__()
        self.size = size
        self.register_buffer("window", torch.hann_window(size) / (size / 4))
        conv = lambda before, after, kernel, stride: weight_norm(
            nn.Conv2d(before, after, (3, kernel), (1, stride), (1, kernel // 2))
        )
        self.layers = nn.ModuleList(
            [conv(2, width, 9, 2), *(conv(width, width, 9, 2) for _ in range(3)), conv(width, width, 3, 1)]
        )
        self.out = conv(width, 1, 3, 1)

    def forward(self, sound):
        hops = sound.shape[-1] // (self.size // 4) + 1
        padded = F.pad(sound[:, None], (self.size // 2, self.size // 2), mode="reflect")[:, 0]
        cut = padded.unfold(1, self.size, self.size // 4)[:, :hops]
        spectrum = torch.fft.rfft(cut * self.window)
        # Loud and soft are nearly alike: a third of the level is left.
        scale = 3 * (spectrum.real.square() + spectrum.imag.square() + 1e-10).pow(-0.35)
        return self.judge(torch.stack([spectrum.real * scale, spectrum.imag * scale], 1))


class Critics(nn.Module):
    def __init__(self):
        super().__init__()
        self.all = nn.ModuleList([*map(OfPeriod, PERIODS), *map(OfSpectrum, SIZES)])

    def forward(self, sound):
        with torch.autocast(sound.device.type, torch.bfloat16, enabled=sound.is_cuda):
            return [critic(sound) for critic in self.all]


def judging_loss(real, made):
    return sum((1 - r.float()).square().mean() + m.float().square().mean() for (r, _), (m, _) in zip(real, made))


def fooling_loss(made):
    return sum((1 - judgement.float()).square().mean() for judgement, _ in made)


def feature_loss(real, made):
    """How far the critics' own features are from the teacher's, each by its size."""
    pairs = [(r.float(), m.float()) for (_, rs), (_, ms) in zip(real, made) for r, m in zip(rs, ms)]
    return sum((r - m).abs().mean() / (r.abs().mean() + 0.05) for r, m in pairs) / 5

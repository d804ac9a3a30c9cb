"""The x-vector that the service hears speakers by, in PyTorch: differentiable, and on a GPU.

The weights are those of engines/speaker-embedding, written by export-x-vector.ts."""

import json
import math
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from sound import from_16_to_8, spoken_frames

RATE, FRAME, HOP, FFT, COEFFICIENTS = 8_000, 200, 80, 256, 23
FULL_SCALE, NOISE_POWER, PRE_EMPHASIS, LIFTER = 32_768.0, 100.0, 0.97, 22


def mel_bands():
    """Kaldi's triangles: even on the mel scale, their sides straight on it as well."""
    mel = lambda hz: 1_127 * np.log(1 + hz / 700)
    step = (mel(3_700) - mel(20)) / (COEFFICIENTS + 1)
    low = mel(20) + step * np.arange(COEFFICIENTS)
    place = (mel(np.arange(FFT // 2) * RATE / FFT)[:, None] - low) / step
    return torch.from_numpy(np.maximum(0, np.minimum(place, 2 - place))).float()


def lifted_cosines():
    c, b = np.mgrid[0:COEFFICIENTS, 0:COEFFICIENTS]
    scale = np.sqrt(np.where(c == 0, 1, 2) / COEFFICIENTS)
    lift = 1 + LIFTER / 2 * np.sin(math.pi * c / LIFTER)
    return torch.from_numpy(lift * scale * np.cos(math.pi / COEFFICIENTS * (b + 0.5) * c)).float()


class XVector:
    def __init__(self, build, device):
        folder = Path(build) / "voices"
        index = json.loads((folder / "x-vector.json").read_text())
        values = np.fromfile(folder / "x-vector.bin", np.float16).astype(np.float32)
        self.tensors = {
            name: torch.from_numpy(values[at : at + math.prod(shape)].reshape(shape)).to(device)
            for name, (shape, at) in index["tensors"].items()
        }
        self.dilations = index["dilations"]
        self.bands, self.cosines = mel_bands().to(device), lifted_cosines().to(device)
        n = torch.arange(FRAME, device=device)
        self.window = (0.5 - 0.5 * torch.cos(2 * math.pi * n / (FRAME - 1))) ** 0.85

    def __call__(self, sound):
        """128 numbers of length one for a levelled sound of 16 kHz."""
        cepstra = self.cepstra(from_16_to_8(sound))
        kept = spoken_frames(sound)
        length = min(len(kept), len(cepstra))
        cepstra = cepstra[:length][kept[:length]]
        hidden = F.pad((cepstra - cepstra.mean(0)).t()[None], (7, 7), mode="replicate")
        last = self.layers(hidden)[-1]
        return self.embedding(last, torch.ones_like(last[:, :1]))[0]

    def layers(self, cepstra):
        """What each layer makes of [B, coefficients, T]. The last is seven frames shorter on either side."""
        made = [cepstra]
        for i, dilation in enumerate(self.dilations):
            weights, bias = self.tensors[f"weights{i}"], self.tensors[f"bias{i}"]
            made.append(F.relu(F.conv1d(made[-1], weights, bias, dilation=dilation)))
        return made[1:]

    def embedding(self, hidden, weights):
        """Of the last layer; `weights` [B, 1, T] say which frames count."""
        average = lambda values: (values * weights).sum(2) / weights.sum(2).clamp_min(1e-6)
        mean = average(hidden)
        deviation = average((hidden - mean[:, :, None]).pow(2)).clamp_min(1e-8).sqrt()
        pooled = torch.cat([mean, deviation], 1)
        return F.normalize(F.linear(pooled, self.tensors["head"], self.tensors["headBias"]), dim=1)

    def cepstra(self, sound):
        """[..., samples at 8 kHz] → [..., T, coefficients]"""
        frames = sound.unfold(-1, FRAME, HOP)
        frames = (frames - frames.mean(-1, keepdim=True)) * FULL_SCALE
        energy = torch.log(frames.pow(2).sum(-1, keepdim=True) + FRAME)
        before = torch.cat([frames[..., :1], frames[..., :-1]], -1)
        spectrum = torch.fft.rfft((frames - PRE_EMPHASIS * before) * self.window, FFT)[..., : FFT // 2]
        power = spectrum.real**2 + spectrum.imag**2
        cepstra = torch.log(power @ self.bands + NOISE_POWER) @ self.cosines.t()
        return torch.cat([energy, cepstra[..., 1:]], -1)

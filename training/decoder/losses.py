"""How far a sound is from the teacher's: log magnitudes, log mels, the pulses' part against the sound itself, and the balance of
the bands over a window, in which errors of single frames cancel out and a bias does not."""

import math

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

RATE = 24_000
"""Amplitude below which nothing is heard."""
FLOOR = 3e-5
SIZES = (256, 512, 1024, 2048)
BANDS = {512: 40, 1024: 80, 2048: 128}
COHERENT_SIZES = (512, 1024)
BALANCE_SIZE = 1024
"""Above this, in hertz, a voice is not periodic enough to be held to its very waves."""
COHERENT_BELOW = 2_000.0
"""Decibels below the loudest frame of a window that still count as speech."""
SPOKEN_DB = 40
"""Of logs, mels, coherence and balance."""
SPECTRAL_WEIGHTS = torch.tensor([4.0, 30.0, 3.0, 20.0])
DECIBELS = 20 / math.log(10)


def mel_bank(bands, size):
    edges = 700 * (10 ** (np.linspace(0, 2595 * np.log10(1 + RATE / 2 / 700), bands + 2) / 2595) - 1)
    hertz = np.arange(size // 2 + 1) * RATE / size
    rising = (hertz - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    falling = (edges[2:, None] - hertz) / (edges[2:] - edges[1:-1])[:, None]
    bank = np.maximum(0, np.minimum(rising, falling))
    return torch.from_numpy(bank / bank.sum(1, keepdims=True)).float().t().contiguous()


def level_of(power):
    """[B, frames, 1] → [B]: logarithm of the amplitude over the window."""
    return (power.mean((1, 2)) + FLOOR**2).log() * 0.5


class Spectra(nn.Module):
    def __init__(self):
        super().__init__()
        for size in SIZES:
            self.register_buffer(f"window{size}", torch.hann_window(size) / (size / 4))
        for size, bands in BANDS.items():
            self.register_buffer(f"bank{size}", mel_bank(bands, size))

    def complex(self, sound, size):
        """[B, frames, bins], as amplitudes. Cut by hops, which has a cheap gradient."""
        hop = size // 4
        count = sound.shape[1] // hop + 1
        padded = F.pad(sound[:, None], (size // 2, size // 2), mode="reflect")[:, 0]
        padded = F.pad(padded, (0, max(0, (count + 3) * hop - padded.shape[1])))[:, : (count + 3) * hop]
        hops = padded.reshape(len(sound), -1, hop)
        cut = torch.cat([hops[:, k : k + count] for k in range(4)], -1)
        return torch.fft.rfft(cut * getattr(self, f"window{size}"))

    def log_mel(self, magnitude, size):
        return (magnitude.square() @ getattr(self, f"bank{size}") + FLOOR**2).log() * 0.5

    def of_teacher(self, sound):
        """What the losses need of the teacher's sound, made once."""
        kept = {}
        for size in SIZES:
            spectrum = self.complex(sound, size)
            magnitude = spectrum.abs()
            kept[size] = {"log": (magnitude + FLOOR).log()}
            if size in BANDS:
                kept[size]["mel"] = self.log_mel(magnitude, size)
            if size == BALANCE_SIZE:
                power = magnitude.square().sum(-1, keepdim=True)
                spoken = (power > power.amax(1, keepdim=True) * 10 ** (-SPOKEN_DB / 10)).float()
                kept[size] |= {"spoken": spoken / spoken.sum(1, keepdim=True).clamp(min=1), "level": level_of(power)}
            if size in COHERENT_SIZES:
                loud = F.avg_pool2d(magnitude[:, None], (3, 5), 1, (1, 2), count_include_pad=False)[:, 0]
                hertz = torch.arange(size // 2 + 1, device=sound.device) * (RATE / size)
                weight = loud / (loud + 3e-4) / (1 + (hertz / COHERENT_BELOW) ** 4)
                kept[size] |= {"spectrum": spectrum, "loud": loud, "weight": weight, "total": weight.sum() + 1}
        return kept

    def forward(self, harmonic, rough, teacher):
        """[4]: logs, mels, coherence, balance"""
        logs, mels, coherence, balance = 0.0, 0.0, 0.0, 0.0
        for size in SIZES:
            real = teacher[size]
            made = self.complex(harmonic + rough, size)
            magnitude = (made.real.square() + made.imag.square() + 1e-14).sqrt()
            logs = logs + ((magnitude + FLOOR).log() - real["log"]).abs().mean()
            if size in BANDS:
                away = self.log_mel(magnitude, size) - real["mel"]
                mels = mels + away.abs().mean()
            if size == BALANCE_SIZE:
                louder = level_of(magnitude.square().sum(-1, keepdim=True)) - real["level"]
                balance = (away * real["spoken"]).sum(1).abs().mean() + louder.abs().mean()
            if size in COHERENT_SIZES:
                away = self.complex(harmonic, size) - real["spectrum"]
                away = (away.real.square() + away.imag.square() + 1e-14).sqrt() / (real["loud"] + 1e-4)
                coherence = coherence + (away.clamp(max=8) * real["weight"]).sum() / real["total"]
        return torch.stack([logs / len(SIZES), mels / len(BANDS), coherence / len(COHERENT_SIZES), balance])

    def mel_decibels(self, sound):
        power = self.complex(sound, 1024).abs().square() @ self.bank1024
        return 10 * (power + 1e-12).log10()

    def mel_distance(self, made, real):
        """[B] in dB: 80 bands, nothing more than 70 dB below the loudest."""
        a, b = self.mel_decibels(made), self.mel_decibels(real)
        floor = b.amax(dim=(1, 2), keepdim=True) - 70
        return (torch.maximum(a, floor) - torch.maximum(b, floor)).abs().mean(dim=(1, 2))

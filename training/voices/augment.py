"""What rooms, microphones and lines do to a voice, for a batch of sounds [B, N] of 16 kHz at once."""

import math

import torch
import torch.nn.functional as F

RATE = 16_000


def some(batch, share, device):
    return (torch.rand(batch, 1, device=device) < share).float()


def uniform(batch, low, high, device):
    return torch.rand(batch, 1, device=device) * (high - low) + low


def rms(sound):
    return sound.pow(2).mean(1, keepdim=True).clamp_min(1e-8).sqrt()


def room(batch, device):
    """Impulse responses: the direct sound, and for some a tail of noise that dies away."""
    length = RATE // 2
    seconds = torch.arange(length, device=device) / RATE
    tail = torch.randn(batch, length, device=device) * torch.exp(
        -6.9 * seconds / uniform(batch, 0.08, 0.6, device)
    )
    tail[:, :20] = 0
    tail = tail / tail.pow(2).sum(1, keepdim=True).sqrt() * 10 ** (-uniform(batch, 2, 20, device) / 20)
    tail = tail * some(batch, 0.4, device)
    tail[:, 0] = 1
    return tail


def microphone(batch, hz, device):
    """A smooth random curve in dB, and for some an upper or a lower end of the band."""
    knots = torch.randn(batch, 1, 9, device=device) * uniform(batch, 0, 5, device)[:, None]
    curve = F.interpolate(knots, size=256, mode="linear", align_corners=True)[:, 0]
    place = torch.log1p(hz / 300) / math.log1p(RATE / 2 / 300)
    gain = curve[:, (place * 255).long()] * some(batch, 0.7, device)
    upper, lower = uniform(batch, 3_300, 7_800, device), uniform(batch, 80, 330, device)
    gain = gain - 60 * torch.sigmoid((hz - upper) / 120) * some(batch, 0.4, device)
    return gain - 40 * torch.sigmoid((lower - hz) / 25) * some(batch, 0.25, device)


def noise_like(sound):
    """Coloured noise, or for some the other voices of the batch talking at once."""
    batch, length = sound.shape
    white = torch.fft.rfft(torch.randn(batch, length, device=sound.device))
    tilt = torch.linspace(0, 1, white.shape[1], device=sound.device) + 1e-3
    coloured = torch.fft.irfft(white * tilt ** -uniform(batch, 0, 1.2, sound.device), length)
    babble = sound.roll(1, 0) + 0.7 * sound.roll(2, 0) + 0.5 * sound.roll(3, 0).flip(1)
    return torch.where(some(batch, 0.2, sound.device) > 0, babble, coloured)


def augmented(sound):
    batch, length = sound.shape
    device = sound.device
    spectrum = torch.fft.rfft(sound, 2 * length)
    hz = torch.linspace(0, RATE / 2, spectrum.shape[1], device=device)
    gain = 10 ** (microphone(batch, hz, device) / 20)
    changed = torch.fft.irfft(spectrum * torch.fft.rfft(room(batch, device), 2 * length) * gain, 2 * length)[
        :, :length
    ]
    noise = noise_like(sound)
    level = 10 ** (-uniform(batch, 8, 45, device) / 20) * some(batch, 0.7, device)
    changed = changed + noise / rms(noise) * rms(changed) * level
    return changed / rms(changed) * 0.08

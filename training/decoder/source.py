"""From filters to sound: a pulse train with the teacher's own phase, and noise, each through filters that change 160 times a
second.

The teacher's phase at the middle of frame i is the sum of the pitches up to i, over 80, and linear between the middles.
"""

import math

import torch
import torch.nn.functional as F

FRAME = 300
"""Short frames: two for each frame of 1/80 s."""
SIZE, HOP, BINS = 600, 150, 301
"""Where the highest harmonic lies, in hertz."""
HIGHEST = 11_800.0
LEAST_PITCH = 10.0
LOUDEST = 4.0


def phases_of(pitch, firsts):
    """Of utterances one after the other, in cycles, at the middle of each frame; `firsts` is where each begins."""
    steps = pitch.double() / 80
    cycles = torch.cumsum(steps, 0)
    counts = torch.diff(firsts, append=firsts.new_tensor([len(pitch)]))
    cycles = cycles - torch.repeat_interleave(cycles[firsts] - steps[firsts], counts)
    return (cycles - cycles.floor()).float()


def curves_of(pitch, energy, inside):
    """[..., F, 3]: logarithm of the pitch where there is one, whether there is, energy."""
    voiced = (pitch > LEAST_PITCH).float()
    height = (pitch.clamp(min=40).log() - math.log(170)) * 2 * voiced
    return torch.stack([height, voiced, energy / 5], -1) * inside[..., None]


def pulses(pitch, phase):
    """[B, F + 2] → [B, F · 300]: all harmonics, equally strong. The outer frames only say where the phase comes from."""
    voiced = (pitch > LEAST_PITCH).float()
    place = (torch.arange(FRAME, device=pitch.device) + 0.5) / FRAME
    early = place < 0.5
    before = lambda values: torch.where(early, values[:, :-2, None], values[:, 1:-1, None])
    after = lambda values: torch.where(early, values[:, 1:-1, None], values[:, 2:, None])
    step = torch.where(after(voiced) > 0, after(pitch), before(pitch))
    cycles = before(phase) + torch.where(early, place + 0.5, place - 0.5) * step / 80
    angle = 2 * math.pi * (cycles - cycles.floor())
    count = (HIGHEST / step.clamp(min=50)).floor()
    half = torch.sin(angle / 2)
    peak = half.abs() < 1e-4
    total = torch.sin((count + 0.5) * angle) / (2 * torch.where(peak, 1.0, half)) - 0.5
    train = torch.where(peak, count, total) * (2 / count).sqrt() * voiced[:, 1:-1, None]
    return train.reshape(len(pitch), -1)


def window(device):
    return torch.hann_window(SIZE, device=device)


def spectra(signal, frames):
    """[B, (frames + 2) · 300], a frame too many on either side → [B, 2 · frames, 301]"""
    hops = signal[:, 75 : 75 + frames * FRAME + 450].reshape(len(signal), -1, HOP)
    count = 2 * frames
    cut = torch.cat([hops[:, k : k + count] for k in range(SIZE // HOP)], -1)
    return torch.fft.rfft(cut * window(signal.device))


def overlapped(spectrum):
    """[B, 2 · F, 301] → [B, (2 · F + 3) · 150], which begins 225 samples before the first frame."""
    batch, count, _ = spectrum.shape
    parts = torch.fft.irfft(spectrum, n=SIZE) * (window(spectrum.device) / 1.5)
    parts = parts.reshape(batch, count, SIZE // HOP, HOP)
    return sum(F.pad(parts[:, :, k], (0, 0, k, 3 - k)) for k in range(SIZE // HOP)).reshape(batch, -1)


def filtered(filters, tone, noise):
    """filters [B, 2 · F, 3, 301]; spectra of pulses and noise → both parts of the sound, without the outer frames."""
    gain, phase, breath = filters.float().unbind(2)
    harmonic = torch.polar(gain.clamp(max=LOUDEST).exp(), phase) * tone
    rough = breath.clamp(max=LOUDEST).exp() * noise
    first, length = FRAME + 225, (filters.shape[1] // 2 - 2) * FRAME
    return [overlapped(part)[:, first : first + length] for part in (harmonic, rough)]

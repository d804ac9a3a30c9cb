"""What happens to speech before a microphone hands it over; all of it on the GPU, on [batch, samples]."""

import math

import torch
import torch.nn.functional as F

RATE = 16_000
"""Root mean square to which the service levels what it hears, and how far it may miss it (decibels)."""
LEVEL = 0.08
LEVEL_SPREAD = (-12.0, 8.0)
"""How many are heard over noise, how far below the speech it is (decibels), and its kinds; the rest is babble."""
NOISY_SHARE, SNR_SPREAD = 0.85, (0.0, 24.0)
HISS_SHARE, MUSIC_SHARE = 0.38, 0.1


def rms(x):
    return x.square().mean(1, keepdim=True).clamp_min(1e-9).sqrt()


def uniform(x, low, high):
    return torch.rand(len(x), 1, device=x.device) * (high - low) + low


def chance(x, share):
    return (torch.rand(len(x), 1, device=x.device) < share).float()


def at_level(x, decibels=0.0):
    return x / rms(x) * LEVEL * 10 ** (decibels / 20)


def add_noise(x, noise, snr):
    return x + noise / rms(noise) * rms(x) * 10 ** (-snr / 20)


def white(x):
    return torch.randn_like(x)


def hiss(x):
    """White, or falling as far as brown."""
    spectrum = torch.fft.rfft(torch.randn_like(x))
    falling = uniform(x, -0.8, 1.2).clamp_min(0)
    return torch.fft.irfft(
        spectrum * torch.linspace(1e-3, 1, spectrum.shape[1], device=x.device) ** -falling, x.shape[1]
    )


def babble(rows, x, most_voices=6):
    """Some of the others of the batch talk meanwhile, each as loud as they like."""
    shape = (len(rows), most_voices)
    talks = torch.arange(most_voices, device=x.device) < torch.randint(
        1, most_voices + 1, (len(rows), 1), device=x.device
    )
    levels = talks * 10 ** (-8 * torch.rand(shape, device=x.device) / 20)
    # Another row of the batch, whichever: never the one that is spoken over.
    others = (rows[:, None] + torch.randint(1, len(x), shape, device=x.device)) % len(x)
    return sum(
        level[:, None] * at_level(x[other]).roll(7919 * (i + 1), 1)
        for i, (level, other) in enumerate(zip(levels.t(), others.t()))
    )


def music(x, notes=4, harmonics=5):
    """Chords that change, with a beat."""
    seconds = torch.arange(x.shape[1], device=x.device) / RATE
    sound = torch.zeros_like(x)
    for _ in range(notes):
        start, beat = uniform(x, 0, 1), uniform(x, 0.25, 1.5)
        step = torch.floor((seconds + start) / beat)
        note = torch.frac(torch.sin(step * 12.9898 + start * 78.233) * 43758.5453).abs()
        hertz = 55 * 2 ** (torch.floor(note * 48) / 12)
        phase = 2 * math.pi * torch.cumsum(hertz / RATE, 1)
        fading = torch.exp(-uniform(x, 0.5, 5) * torch.frac((seconds + start) / beat))
        for harmonic in range(1, harmonics + 1):
            sound += fading * torch.sin(harmonic * phase) / harmonic * (hertz * harmonic < RATE / 2)
    return sound


def any_noise(x):
    """Each row has one kind: which is no chance, since what is in a row is."""
    rows = torch.arange(len(x), device=x.device)
    first, last = int(HISS_SHARE * len(x)), int((1 - MUSIC_SHARE) * len(x))
    return torch.cat([hiss(x[:first]), babble(rows[first:last], x), music(x[last:])])


def reverberation(x):
    """Spectra of rooms: the direct sound and an exponential tail."""
    length = RATE // 2
    seconds = torch.arange(length, device=x.device) / RATE
    tail = torch.randn(len(x), length, device=x.device) * torch.exp(-6.9 * seconds / uniform(x, 0.08, 0.6))
    tail[:, :20] = 0
    tail = tail / tail.square().sum(1, keepdim=True).sqrt() * 10 ** (-uniform(x, 2, 20) / 20) * chance(x, 0.4)
    tail[:, 0] = 1
    return torch.fft.rfft(tail, 2 * x.shape[1])


def colouring(x, bins):
    """Decibels by frequency: a microphone's smooth curve, and for some a narrow band such as a telephone's."""
    hertz = torch.linspace(0, RATE / 2, bins, device=x.device)
    points = torch.randn(len(x), 1, 9, device=x.device) * (torch.rand(len(x), 1, 1, device=x.device) * 5)
    curve = F.interpolate(points, size=256, mode="linear", align_corners=True)[:, 0]
    places = (torch.log1p(hertz / 300) / math.log1p(RATE / 2 / 300) * 255).long()
    gain = curve[:, places] * chance(x, 0.7)
    gain = gain - 60 * torch.sigmoid((hertz - uniform(x, 3300, 7500)) / 120) * chance(x, 0.3)
    return gain - 40 * torch.sigmoid((uniform(x, 80, 330) - hertz) / 25) * chance(x, 0.3)


def distort(x):
    spectrum = torch.fft.rfft(x, 2 * x.shape[1]) * reverberation(x)
    spectrum = spectrum * 10 ** (colouring(x, spectrum.shape[1]) / 20)
    heard = torch.fft.irfft(spectrum, 2 * x.shape[1])[:, : x.shape[1]]
    snr = torch.where(chance(x, NOISY_SHARE) > 0, uniform(x, *SNR_SPREAD), 60)
    heard = at_level(add_noise(heard, any_noise(x), snr), uniform(x, *LEVEL_SPREAD))
    limit = heard.abs().amax(1, keepdim=True) * torch.where(chance(x, 0.08) > 0, uniform(x, 0.2, 0.7), 1)
    return torch.maximum(torch.minimum(heard, limit), -limit)


def telephone(x):
    spectrum = torch.fft.rfft(x)
    hertz = torch.linspace(0, RATE / 2, spectrum.shape[1], device=x.device)
    return torch.fft.irfft(spectrum * ((hertz > 300) & (hertz < 3400)), x.shape[1])


def mask_mels(mels):
    """Some bands and some moments are missing."""
    batch, steps, bands = mels.shape
    for size, axis, most in ((steps, 1, 6), (bands, 2, 10)):
        width = torch.rand(batch, 1, device=mels.device) * most
        first = torch.rand(batch, 1, device=mels.device) * (size - most)
        places = torch.arange(size, device=mels.device)
        masked = (places >= first) & (places < first + width) & (chance(mels, 0.4) > 0)
        mels = torch.where(masked.unsqueeze(3 - axis), mels.mean(), mels)
    return mels

"""Rates, level and spectrum of a sound, computed as the service does (engines/speaker-embedding)."""

import math

import torch
import torch.nn.functional as F

RATE = 16_000
FRAME, HOP, FFT = 400, 160, 512
BANDS, LOWEST_HZ, HIGHEST_HZ = 24, 80.0, 7_500.0
SPEECH_RMS = 0.08
QUIET_DB = 30.0  # below the loud frames; what is fainter is a pause
CUT_OFF = 0.96


def lowpass(reach, ratio=2):
    """Windowed sinc for one of every `ratio` samples."""
    offsets = torch.arange(-reach, reach + 1, dtype=torch.float64)
    cut = CUT_OFF / ratio
    return cut * torch.sinc(cut * offsets) * (0.5 + 0.5 * torch.cos(math.pi * offsets / (reach + 1)))


def from_16_to_8(sound):
    reach = 48
    kernel = lowpass(reach).to(sound)
    return F.conv1d(F.pad(sound[None, None], (reach, reach)), kernel[None, None], stride=2)[0, 0][
        : sound.shape[0] // 2
    ]


def frames_of(sound):
    return sound.unfold(0, FRAME, HOP)


def spoken_frames(sound):
    """Which frames are loud enough to be speech."""
    power = frames_of(sound.detach()).pow(2).mean(1)
    return power > torch.quantile(power, 0.95) * 10 ** (-QUIET_DB / 10)


def levelled(sound):
    """Speech at one level, whatever the pauses are."""
    power = frames_of(sound.detach())[spoken_frames(sound)].pow(2).mean()
    return sound * (SPEECH_RMS / power.clamp_min(1e-10).sqrt())


def mel_triangles(bins, lowest, highest, count, rate):
    """`count` triangles that stand evenly on the mel scale, their sides straight in Hz."""
    mel = lambda hz: 2595 * math.log10(1 + hz / 700)
    edges = torch.linspace(mel(lowest), mel(highest), count + 2, dtype=torch.float64)
    edges = 700 * (10 ** (edges / 2595) - 1)
    hz = torch.arange(bins, dtype=torch.float64) * rate / (2 * (bins - 1))
    rise = (hz[:, None] - edges[:-2]) / (edges[1:-1] - edges[:-2])
    fall = (edges[2:] - hz[:, None]) / (edges[2:] - edges[1:-1])
    return torch.minimum(rise, fall).clamp_min(0).float()


TRIANGLES = mel_triangles(FFT // 2 + 1, LOWEST_HZ, HIGHEST_HZ, BANDS, RATE)


def long_term_spectrum(sound):
    """Decibels in 24 bands over all the speech of a levelled sound."""
    window = torch.hann_window(FRAME, device=sound.device)
    spectrum = torch.fft.rfft(frames_of(sound)[spoken_frames(sound)] * window, FFT)
    power = (spectrum.real**2 + spectrum.imag**2).mean(0)
    return 10 * torch.log10(power @ TRIANGLES.to(sound) + 1e-9)


def centred(spectrum, weights=None):
    """Shape without level; `weights` leaves out the bands that a recording does not have."""
    weights = torch.ones_like(spectrum) if weights is None else weights
    return spectrum - (spectrum * weights).sum(-1, keepdim=True) / weights.sum(-1, keepdim=True)


def heard_bands(spectrum, depth_db=55.0):
    """1 up to the highest band that the recording holds, 0 above: telephone recordings end at 4 kHz."""
    above = torch.nonzero(spectrum > spectrum.max() - depth_db)
    return (torch.arange(BANDS, device=spectrum.device) <= above.max()).float()

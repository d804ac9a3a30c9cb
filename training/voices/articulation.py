"""Whether words are still said as they were: engines/voice-cloning/fit/listener/articulation.ts, in PyTorch."""

import torch

from sound import FFT, FRAME, TRIANGLES, frames_of

LEAST_LEVEL = 1e-4
QUIET = 6.9


def levels_of(sound):
    """Logarithms of the levels of a sound of 16 kHz, [frames, 24]."""
    spectrum = torch.fft.rfft(frames_of(sound) * torch.hann_window(FRAME, device=sound.device), FFT)
    power = spectrum.real**2 + spectrum.imag**2
    return torch.log(power @ TRIANGLES.to(sound) + LEAST_LEVEL)


def movements_of(levels, spoken):
    return levels[spoken] - levels[spoken].mean(0)


def articulation_error(levels, before):
    """Frame by frame, since neither melody nor durations change; 1 is as far as silence."""
    loudness = before.logsumexp(1)
    spoken = loudness > loudness.quantile(0.95) - QUIET
    now, then = movements_of(levels, spoken), movements_of(before, spoken)
    return ((now - then).pow(2).mean(0) / then.pow(2).mean(0)).mean()

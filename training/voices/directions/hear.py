"""What can be measured of how a voice sounds; only voices that say the same words can be compared."""

import numpy as np

RATE = 16_000
FFT, HOP = 1_024, 512
"""Hertz; what is lower is no voice. The pitch curve has 80 values a second."""
LOWEST_PITCH, PITCH_RATE = 60, 80
LOWEST, LOW, MIDDLE, HIGH = (100, 500), (100, 1_500), (500, 2_000), (2_500, 7_000)
"""Breath is measured at every so many values of the pitch curve."""
EVERY = 3


def level(spectrum, band):
    low, high = (round(hertz * FFT / RATE) for hertz in band)
    return 10 * np.log10(spectrum[low:high].sum() + 1e-12)


def long_term_spectrum(sound):
    frames = np.lib.stride_tricks.sliding_window_view(sound, FFT)[::HOP]
    return (np.abs(np.fft.rfft(frames * np.hanning(FFT))) ** 2).sum(0)


def unlikeness(slopes, start, period):
    """How unlike a moment is to the one a period later: 0 the same, 1 noise."""
    length, best = round(2.5 * period), 0.0
    own = slopes[start : start + length]
    for lag in range(int(period) - 1, int(np.ceil(period)) + 2):
        later = slopes[start + lag : start + lag + length]
        if len(later) < length:
            break
        best = max(best, float(own @ later / np.sqrt((own @ own) * (later @ later) + 1e-12)))
    return 1 - best


def hear(sound, pitch):
    """`sound` at 16 kHz, `pitch` as the model has decided on it. Rate is that of the words, as a logarithm."""
    voiced = np.flatnonzero(pitch > LOWEST_PITCH)
    slopes = np.diff(sound)
    starts = (voiced[::EVERY] / PITCH_RATE * RATE).astype(int)
    breaths = [unlikeness(slopes, start, RATE / pitch[v]) for start, v in zip(starts, voiced[::EVERY])]
    low, median, high = np.quantile(pitch[voiced], (0.15, 0.5, 0.85))
    spectrum = long_term_spectrum(sound)
    return {
        "brightness": level(spectrum, HIGH) - level(spectrum, LOW),
        "warmth": level(spectrum, LOWEST) - level(spectrum, MIDDLE),
        "breath": float(np.mean(breaths)),
        "energy": float(12 * np.log2(high / low)),
        "pitch": float(np.log2(median)),
        "rate": float(-np.log2(len(sound) / RATE)),
    }

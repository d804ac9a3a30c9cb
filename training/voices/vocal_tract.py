"""Speech as if by somebody with a shorter or longer vocal tract, and a darker or brighter voice: more people than there are recordings of."""

import torch

RATE = 16_000
SIZE, HOP = 512, 128
"""Quefrencies that belong to the vocal tract rather than to the pitch."""
SMOOTH = 40


def reshaped(sound, shift, tilt_db):
    """`shift`: factor on the formants; `tilt_db` for each octave above 500 Hz. The pitch stays."""
    window = torch.hann_window(SIZE, device=sound.device)
    spectrum = torch.stft(sound, SIZE, HOP, window=window, return_complex=True)
    logs = spectrum.abs().clamp_min(1e-5).log()
    cepstra = torch.fft.irfft(logs, dim=0)
    cepstra[SMOOTH : SIZE - SMOOTH] = 0
    envelope = torch.fft.rfft(cepstra, dim=0).real
    bins = torch.arange(len(logs), device=sound.device)
    place = (bins / shift).clamp(max=len(logs) - 1.001)
    low, share = place.long(), (place % 1)[:, None]
    moved = envelope[low] * (1 - share) + envelope[low + 1] * share
    octaves = (bins * (RATE / SIZE) / 500).clamp(min=1).log2()[:, None]
    gain = (moved - envelope + octaves * (tilt_db / 8.686)).clamp(-6, 3).exp()
    return torch.istft(spectrum * gain, SIZE, HOP, window=window, length=len(sound))

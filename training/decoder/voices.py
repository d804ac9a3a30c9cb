"""What the decoder is told of a voice: a timbre, and for fitted voices an offset for each of its thirteen parts."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

import kokoro_path  # noqa: F401
from network import TIMBRE_PARTS
from styles import HALVES, MIDDLE_ROWS, Styles

TIMBRE_HALF = HALVES[0]
"""Shares of voices without offsets, and of fitted ones among the others."""
WITHOUT_OFFSETS, FITTED = 0.4, 0.65
"""The fittings of so many workers are for tests: their targets are no one else's (fits.py)."""
HELD_OUT_FITS = 2
"""Forty steps of a fitting, 0.03 to 0.006 long, go this far for most numbers."""
OFFSETS = (0.03, 0.22)
"""How much of the way of a fitting is gone, and how far the pitch of a clone is from what its recording needs (logarithm)."""
WAY, PITCH_AWAY = (0.3, 1.1), 0.05


@dataclass
class Clone:
    """A fitted voice as fits.py has written it: style [256] and offsets [13, 128] for texts of usual length."""

    base: int
    style: np.ndarray
    pitch_scale: float
    offsets: np.ndarray


class Voices(Styles):
    """Timbres further out than the styles of other corpora, and off the plane that the known voices span. `fits`: where
    fits.py has written, or nothing."""

    def __init__(self, folder, rng, all_voices=False, fits=None):
        super().__init__(folder, rng, all_voices)
        files = sorted(Path(fits).glob("*.npz"), key=lambda file: int(file.stem)) if fits else []
        read = [[Clone(int(base), *rest) for base, *rest in zip(*read_columns(file))] for file in files]
        self.fits, self.held_out_fits = read[HELD_OUT_FITS:], read[:HELD_OUT_FITS]

    def voice(self, row, timbre=None):
        """[13, 128]"""
        told = np.tile(self.timbre(row) if timbre is None else timbre, (len(TIMBRE_PARTS), 1))
        return (told + self.offsets()).astype(np.float32)

    def timbre(self, row):
        kinds = (
            (0.42, lambda: self.any_preset(row)[TIMBRE_HALF]),
            (0.07, lambda: self.mixture(row)[TIMBRE_HALF]),
            (0.05, lambda: self.mixture(row, beyond=0.7)[TIMBRE_HALF]),
            (0.11, lambda: self.start(row)[TIMBRE_HALF] + self.along(0.3, 1.0)),
            (0.05, lambda: self.mean[TIMBRE_HALF] + self.along(0.8, 1.4)),
            (0.12, lambda: self.start(row)[TIMBRE_HALF] + self.aside(0.05, 0.16)),
            (0.18, lambda: self.start(row)[TIMBRE_HALF] + self.along(0.2, 0.8) + self.aside(0.05, 0.13)),
        )
        return kinds[self.rng.choice(len(kinds), p=[share for share, _ in kinds])][1]()

    def along(self, least, most):
        return self.rng.uniform(least, most) * self.rng.standard_normal(len(self.moves[0])) @ self.moves[0]

    def aside(self, least, most):
        return self.rng.uniform(least, most) * self.rng.standard_normal(128)

    def offsets(self, always=False):
        """Fitted ones, or random ones that are alike from part to part, or not at all."""
        shape = (len(TIMBRE_PARTS), 128)
        if not always and self.rng.random() < WITHOUT_OFFSETS:
            return np.zeros(shape)
        if not always and self.fits and self.rng.random() < FITTED:
            return self.fitted(self.fits) + 0.03 * self.rng.standard_normal(shape)
        alike = self.rng.uniform(0, 0.8)
        noise = self.rng.standard_normal(shape) * np.sqrt(1 - alike**2) + self.rng.standard_normal(128) * alike
        return self.rng.uniform(*OFFSETS) * noise

    def some_clone(self, fits):
        own = fits[self.rng.integers(len(fits))]
        return own[self.rng.integers(len(own))]

    def fitted(self, fits):
        """On the way from one fitting to another, and a little beyond them."""
        share = self.rng.uniform(0, 0.5) if self.rng.random() < 0.6 else 0.0
        mixed = (1 - share) * self.some_clone(fits).offsets + share * self.some_clone(fits).offsets
        return self.rng.uniform(*WAY) * mixed

    def clone_style(self, clone, symbols):
        """[256]: how the length of a text moves it is taken from the base voice, as in the service."""
        usual = self.voices[clone.base, MIDDLE_ROWS].mean(0)
        return (clone.style + self.preset(clone.base, symbols) - usual).astype(np.float32)

    def clone_voice(self, clone, symbols, way):
        """[13, 128]; `way`: 0 is the matched voice, 1 the fitted one."""
        return (self.clone_style(clone, symbols)[TIMBRE_HALF] + way * clone.offsets).astype(np.float32)

    def clones(self, clone, symbols, count):
        """Voices that speak with a clone's prosody: itself, matched, on the way to being fitted, and others."""
        ways = [1.0, 0.0, self.rng.uniform(*WAY)][:count]
        others = [self.clone_voice(self.some_clone(self.fits), symbols, self.rng.uniform(*WAY)) for _ in range(count - len(ways))]
        return [self.clone_voice(clone, symbols, way) for way in ways] + others

    def clone_pitch(self, clone):
        return float(clone.pitch_scale * np.exp(self.rng.normal(0, PITCH_AWAY)))


def read_columns(file):
    with np.load(file) as stored:
        return [stored[name] for name in ("base", "style", "pitch_scale", "offsets")]

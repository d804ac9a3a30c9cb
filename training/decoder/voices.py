"""What the decoder is told of a voice: a timbre, and for matched voices an offset for each of its thirteen parts."""

from pathlib import Path

import numpy as np

import kokoro_path  # noqa: F401
from network import TIMBRE_PARTS
from styles import HALVES, Styles

TIMBRE_HALF = HALVES[0]
"""Shares of voices without offsets, and of fitted ones among the others."""
WITHOUT_OFFSETS, FITTED = 0.45, 0.5
"""The fittings of so many workers are for tests."""
HELD_OUT_FITS = 2
"""Forty steps of a fitting, 0.03 to 0.006 long, go this far for most numbers."""
OFFSETS = (0.03, 0.22)


class Voices(Styles):
    """Timbres further out than the styles of other corpora, and off the plane that the known voices span. `fits`: where
    fits.py has written, or nothing."""

    def __init__(self, folder, rng, all_voices=False, fits=None):
        super().__init__(folder, rng, all_voices)
        files = sorted(Path(fits).glob("*.npz"), key=lambda file: int(file.stem)) if fits else []
        read = [np.load(file)["offsets"] for file in files]
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

    def fitted(self, fits):
        """On the way from one fitting to another, and a little beyond them."""
        some = lambda: self.rng.choice(fits[self.rng.integers(len(fits))])
        share = self.rng.uniform(0, 0.5) if self.rng.random() < 0.6 else 0.0
        return self.rng.uniform(0.5, 1.2) * ((1 - share) * some() + share * some())

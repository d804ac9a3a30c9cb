"""What the decoder is told of a voice: a timbre, and for matched voices an offset for each of its thirteen parts."""

import numpy as np

import kokoro_path  # noqa: F401
from network import TIMBRE_PARTS
from styles import HALVES, Styles

TIMBRE_HALF = HALVES[0]
WITHOUT_OFFSETS = 0.45
"""Forty steps of a fitting, 0.03 to 0.006 long, go this far for most numbers."""
OFFSETS = (0.03, 0.22)


class Voices(Styles):
    """Timbres further out than the styles of other corpora, and off the plane that the known voices span."""

    def voice(self, row, timbre=None):
        """[13, 128]"""
        told = np.tile(self.timbre(row) if timbre is None else timbre, (len(TIMBRE_PARTS), 1))
        return (told + self.offsets()).astype(np.float32)

    def timbre(self, row):
        kinds = (
            (0.20, lambda: self.any_preset(row)[TIMBRE_HALF]),
            (0.08, lambda: self.mixture(row)[TIMBRE_HALF]),
            (0.08, lambda: self.mixture(row, beyond=0.7)[TIMBRE_HALF]),
            (0.15, lambda: self.start(row)[TIMBRE_HALF] + self.along(0.3, 1.0)),
            (0.08, lambda: self.mean[TIMBRE_HALF] + self.along(0.8, 1.4)),
            (0.18, lambda: self.start(row)[TIMBRE_HALF] + self.aside(0.05, 0.16)),
            (0.23, lambda: self.start(row)[TIMBRE_HALF] + self.along(0.2, 0.8) + self.aside(0.05, 0.13)),
        )
        return kinds[self.rng.choice(len(kinds), p=[share for share, _ in kinds])][1]()

    def along(self, least, most):
        return self.rng.uniform(least, most) * self.rng.standard_normal(len(self.moves[0])) @ self.moves[0]

    def aside(self, least, most):
        return self.rng.uniform(least, most) * self.rng.standard_normal(128)

    def offsets(self, always=False):
        """Alike from part to part, or not at all."""
        shape = (len(TIMBRE_PARTS), 128)
        if not always and self.rng.random() < WITHOUT_OFFSETS:
            return np.zeros(shape)
        alike = self.rng.uniform(0, 0.8)
        noise = self.rng.standard_normal(shape) * np.sqrt(1 - alike**2) + self.rng.standard_normal(128) * alike
        return self.rng.uniform(*OFFSETS) * noise

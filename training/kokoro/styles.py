"""Voices for a corpus: presets, mixtures of them, and what lies around them."""

import numpy as np

from weights import read_voices

"""Nothing is trained on these; every figure is about them."""
HELD_OUT = (
    "af_bella",
    "af_sky",
    "am_michael",
    "am_onyx",
    "bf_isabella",
    "bm_george",
    "ff_siwis",
    "im_nicola",
)
"""A style is timbre, then prosody."""
HALVES = (slice(0, 128), slice(128, 256))
COMPONENTS = 40
MIDDLE_ROWS = slice(20, 240)


def principal_moves(means):
    """Directions in which the voices differ, each as long as one standard deviation."""
    moves = []
    for half in HALVES:
        centred = means[:, half] - means[:, half].mean(0)
        _, sizes, directions = np.linalg.svd(centred, full_matrices=False)
        moves.append((sizes[:, None] / np.sqrt(len(means)) * directions)[:COMPONENTS])
    return moves


class Styles:
    """With `all_voices` nothing is held out: for weights that are shipped, never for figures."""

    def __init__(self, folder, rng, all_voices=False):
        self.rng = rng
        self.names, self.voices = read_voices(folder)
        self.held_out = [self.names.index(name) for name in HELD_OUT]
        self.usable = [i for i in range(len(self.names)) if all_voices or i not in self.held_out]
        means = self.voices[self.usable][:, MIDDLE_ROWS].mean(1)
        self.mean = means.mean(0)
        self.moves = principal_moves(means)

    def row_of(self, symbols):
        return min(max(symbols, 1), self.voices.shape[1]) - 1

    def preset(self, voice, symbols):
        return self.voices[voice, self.row_of(symbols)].copy()

    def random(self, symbols):
        """A style that no preset need have; `symbols` is how many are spoken, without pads."""
        row = self.row_of(symbols)
        kinds = (
            (0.10, lambda: self.any_preset(row)),
            (0.15, lambda: self.mixture(row)),
            (0.08, lambda: np.concatenate([self.mixture(row)[HALVES[0]], self.mixture(row)[HALVES[1]]])),
            (0.09, lambda: self.mixture(row, beyond=0.5)),
            (0.13, lambda: self.start(row) + self.moved(0.2, 0.8)),
            (0.05, lambda: self.mean + self.moved(0.7, 1.1)),
            (0.25, lambda: self.start(row) + self.noise()),
            (0.15, lambda: self.start(row) + self.noise() + self.moved(0.2, 0.6)),
        )
        chosen = self.rng.choice(len(kinds), p=[share for share, _ in kinds])
        return kinds[chosen][1]().astype(np.float32)

    def any_preset(self, row):
        return self.voices[self.rng.choice(self.usable), row].copy()

    def mixture(self, row, beyond=0.0):
        """Of two to four voices; `beyond` puts it outside of what lies between them."""
        count = self.rng.integers(2, 5)
        chosen = self.rng.choice(self.usable, count, replace=False)
        shares = self.rng.dirichlet(np.full(count, 1.2)) * (1 + beyond) - beyond / count
        return shares @ self.voices[chosen, row]

    def start(self, row):
        return self.mixture(row) if self.rng.random() < 0.5 else self.any_preset(row)

    def moved(self, least, most):
        size = self.rng.uniform(least, most)
        return np.concatenate([size * self.rng.standard_normal(len(half)) @ half for half in self.moves])

    def noise(self):
        return np.concatenate([self.rng.standard_normal(128) * self.rng.uniform(0.03, 0.15) for _ in HALVES])

"""Closes a mouth: morphs the lips towards each other until no gap is left along them. Lengths are decimetres."""

import numpy as np
from scipy.optimize import nnls

from makehuman import targets
from marks import strength

# Morphs that lower the upper lip and lift the lower one: in the middle, and out towards the corners.
CLOSERS = tuple(f"mouth/mouth-{lip}-{where}" for where in ("middle", "ext") for lip in ("upperlip", "lowerlip"))
CLOSERS = tuple(f"{name}-{'down' if 'upper' in name else 'up'}" for name in CLOSERS)
COLUMNS = 17
OVERLAP = 0.004
STIFFNESS = 0.02
# The gap is measured between vertices and so a little too wide; the whole way would press the lips thin.
SHARE = 0.6


class Lips:
    """The edges of both lips on a subdivided skin."""

    def __init__(self, matrix):
        upper = matrix @ sum(strength(n) for n in CLOSERS if "upper" in n)
        lower = matrix @ sum(strength(n) for n in CLOSERS if "lower" in n)
        self.matrix = matrix
        self.upper = np.nonzero((upper > 0.04) & (upper > lower))[0]
        self.lower = np.nonzero((lower > 0.04) & (lower > upper))[0]
        self.moves = np.stack([matrix @ targets()[name] for name in CLOSERS])

    def edges(self, vertices):
        """(gap, lowest vertex of the upper lip, highest of the lower) of each column across the mouth."""
        points = self.matrix @ vertices
        half = 0.93 * min(np.abs(points[self.upper, 0]).max(), np.abs(points[self.lower, 0]).max())
        cuts = np.linspace(-half, half, COLUMNS + 1)
        found = []
        for left, right in zip(cuts, cuts[1:]):
            above = self.upper[(points[self.upper, 0] >= left) & (points[self.upper, 0] < right)]
            below = self.lower[(points[self.lower, 0] >= left) & (points[self.lower, 0] < right)]
            if len(above) and len(below):
                a, b = above[points[above, 1].argmin()], below[points[below, 1].argmax()]
                found.append((points[a, 1] - points[b, 1], a, b))
        return found

    def closed(self, vertices, amount):
        """The vertices with the lips brought together, 0 not at all to 1."""
        open_lips = vertices
        for _ in range(4 if amount > 0 else 0):
            gap, above, below = (np.array(v) for v in zip(*self.edges(vertices)))
            pull = self.moves[:, below, 1] - self.moves[:, above, 1]
            ridge = STIFFNESS * np.eye(len(CLOSERS))
            amounts, _ = nnls(np.vstack([pull.T, ridge]), np.r_[np.maximum(gap + OVERLAP, 0), np.zeros(len(CLOSERS))])
            vertices = vertices + sum(a * targets()[name] for a, name in zip(amounts, CLOSERS))
        return open_lips + amount * SHARE * (vertices - open_lips)

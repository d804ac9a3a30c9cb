"""From linear light to the picture: a filmic shoulder on each channel, then sRGB."""

import numpy as np


def develop(linear, exposure=1.0):
    x = np.maximum(linear * exposure, 0) ** 1.18
    grey = 0.18**1.18
    y = 1.03 * x / (x + grey * (1.03 / 0.18 - 1))
    return np.where(y <= 0.0031308, 12.92 * y, 1.055 * np.maximum(y, 1e-9) ** (1 / 2.4) - 0.055).clip(0, 1)


def straight(rgba, exposure=1.0):
    """Premultiplied linear light to straight sRGB with alpha, 0 to 1."""
    alpha = rgba[..., 3:].clip(0, 1)
    colour = develop(rgba[..., :3] / np.maximum(alpha, 1e-4), exposure)
    return np.concatenate([colour, alpha], 2)

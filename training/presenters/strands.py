"""Strand maps: where the hairs of a low-resolution hair texture run, and fine hairs drawn along them."""

import numpy as np
from PIL import Image
from scipy.ndimage import gaussian_filter

SIZE = 2048
REACH = 28


def strand_map(path, library, seed=7):
    """RGBA bytes: the doubled angle of the strand in uv space (R, G) and hairs as line-integrated noise (B)."""
    picture = np.asarray(Image.open(path).convert("RGBA").resize((512, 512)), float) / 255
    light = picture[..., :3].mean(2) * picture[..., 3]
    dx, dy = gaussian_filter(light, 1, (0, 1)), gaussian_filter(light, 1, (1, 0))
    xx, yy, xy = (gaussian_filter(g, 5) for g in (dx * dx, dy * dy, dx * dy))
    across = 0.5 * np.arctan2(2 * xy, xx - yy)
    along = across + np.pi / 2
    cosine, sine = np.cos(2 * along), np.sin(2 * along)
    calm = 1e-6 + 0.02 * np.percentile(xx + yy, 80)
    trust = (xx + yy) / (xx + yy + calm)
    cosine, sine = cosine * trust - (1 - trust), sine * trust
    cosine, sine = gaussian_filter(cosine, 2), gaussian_filter(sine, 2)
    hairs = line_integral(0.5 * np.arctan2(enlarge(sine), enlarge(cosine)), library, np.random.default_rng(seed))
    norm = np.hypot(cosine, sine) + 1e-9
    # Image rows run down and v runs up, so the angle changes its sign.
    channels = [enlarge(cosine / norm) * 0.5 + 0.5, enlarge(-sine / norm) * 0.5 + 0.5, hairs, np.ones((SIZE, SIZE))]
    return (np.stack(channels, 2) * 255).clip(0, 255).astype(np.uint8)


def enlarge(field):
    return np.asarray(Image.fromarray(field.astype(np.float32)).resize((SIZE, SIZE), Image.BILINEAR), float)


def line_integral(angle, library, random):
    angle, noise = angle.astype(np.float32), random.random((SIZE, SIZE), np.float32)
    out = np.empty_like(noise)
    library.draw_strands(angle.ctypes.data, noise.ctypes.data, SIZE, REACH, out.ctypes.data)
    return 0.5 + 0.24 * (out - out.mean()) / out.std()

"""Materials and textures in the layout that the tracer reads (tracer/scene.h)."""

import numpy as np
from PIL import Image
from scipy.ndimage import gaussian_filter

SKIN, SURFACE, HAIR, CORNEA = range(4)

MATERIAL = np.dtype(
    [
        *((name, "<i4") for name in ("kind", "colour", "normal", "strand")),
        ("tint", "<f4", 3),
        ("roughness", "<f4"),
        ("radius", "<f4", 3),
        ("specular", "<f4"),
        *((name, "<f4") for name in ("alpha_low", "alpha_high", "bump", "sheen")),
        ("second", "<f4", 3),
        ("detail", "<f4"),
        ("third", "<f4", 3),
        ("spots", "<f4"),
        *((name, "<i4") for name in ("shadow", "plain", "pad0", "pad1")),
    ]
)


def material(kind, **values):
    m = np.zeros((), MATERIAL)
    m["kind"], m["colour"], m["normal"], m["strand"], m["shadow"] = kind, -1, -1, -1, 1
    m["tint"], m["roughness"], m["specular"], m["alpha_high"] = 1, 0.5, 0.04, 1
    for name, value in values.items():
        m[name] = value
    return m


class Textures:
    """Pictures in one block of RGBA bytes; equal keys are stored once."""

    def __init__(self):
        self.blocks, self.table, self.known, self.size = [], [], {}, 0

    def add(self, key, load):
        if key not in self.known:
            pixels = np.ascontiguousarray(load(), np.uint8)
            self.known[key] = len(self.table)
            self.table.append((self.size, pixels.shape[1], pixels.shape[0]))
            self.blocks.append(pixels.reshape(-1))
            self.size += pixels.shape[0] * pixels.shape[1]
        return self.known[key]

    def shades(self, path):
        return self.add(("shades", str(path)), lambda: shades_of(path))

    def file(self, path, size=None):
        return self.add((str(path), size), lambda: read_rgba(path, size))


def read_rgba(path, size=None):
    picture = Image.open(path).convert("RGBA")
    if size and picture.size != (size, size):
        picture = Image.merge("RGBA", [c.resize((size, size), Image.LANCZOS) for c in picture.split()])
    return np.asarray(picture)


def linear(bytes_):
    c = bytes_ / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def encoded(light):
    return np.where(light <= 0.0031308, 12.92 * light, 1.055 * np.maximum(light, 1e-9) ** (1 / 2.4) - 0.055)


MIDDLE_SHADE = 0.25


def shades_of(path):
    """A hair texture without its colour: its mean becomes MIDDLE_SHADE, for the hair colour to multiply."""
    pixels = read_rgba(path)
    light, cover = linear(pixels[..., :3].astype(float)).mean(2), pixels[..., 3] / 255
    mean = (light * cover).sum() / cover.sum()
    light = light * (MIDDLE_SHADE / mean) if mean > 1e-4 else np.full_like(light, MIDDLE_SHADE)
    grey = (encoded(light.clip(0, 1)) * 255).round().astype(np.uint8)
    return np.dstack([grey, grey, grey, pixels[..., 3]])


def skin_of(path):
    """A skin with its painted make-up evened out: light and dark stay, the hue nears that of the whole face."""
    pixels = read_rgba(path, 2048)
    light = np.maximum(linear(pixels[..., :3].astype(float)), 1e-3)
    level = light.mean(2, keepdims=True)
    hue = light / level
    face = hue[800:1400, 1500:1850].reshape(-1, 3)
    even = np.stack([gaussian_filter(hue[..., k], 20) for k in range(3)], 2)
    hue = 0.4 * even + 0.6 * np.median(face, 0)
    painted = (encoded((hue * level).clip(0, 1)) * 255).round().astype(np.uint8)
    return np.dstack([painted, pixels[..., 3]])


def iris_of(path, colour):
    """An eye texture with its iris in this colour (linear)."""
    pixels = read_rgba(path, 1024)
    light = linear(pixels[..., :3].astype(float))
    chroma = np.ptp(light, axis=2) / np.maximum(light.max(2), 1e-4)
    share = np.clip((chroma - 0.3) / 0.2, 0, 1)[..., None]
    shade = light.mean(2, keepdims=True) / light.mean(2)[chroma > 0.7].mean()
    painted = (
        (encoded((light * (1 - share) + shade * np.array(colour) * share).clip(0, 1)) * 255).round().astype(np.uint8)
    )
    return np.dstack([painted, pixels[..., 3]])

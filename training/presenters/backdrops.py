"""python3 backdrops.py ASSETS: the two softly blurred rooms behind a presenter, drawn from nothing."""

import sys
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw
from scipy.ndimage import gaussian_filter

WIDTH, HEIGHT = 1920, 1080


def soft(picture, radius):
    return np.stack([gaussian_filter(picture[..., k], radius, mode="nearest") for k in range(3)], 2)


def glow(x, y, radius, colour):
    yy, xx = np.mgrid[0:HEIGHT, 0:WIDTH]
    fall = np.exp(-(((xx - x) ** 2 + (yy - y) ** 2) / (2 * radius**2)))
    return fall[..., None] * np.array(colour, float)


def finished(picture, random):
    """A little grain hides the bands that eight bits leave in a smooth wall."""
    grain = random.normal(0, 0.9, (HEIGHT, WIDTH, 1))
    return Image.fromarray((picture + grain).clip(0, 255).round().astype(np.uint8))


def studio(random):
    down = np.linspace(0, 1, HEIGHT)[:, None, None]
    wall = np.array([62, 72, 86.0]) * (1 - down) + np.array([34, 39, 48.0]) * down + np.zeros((HEIGHT, WIDTH, 3))
    wall += glow(960, 430, 520, (70, 78, 86)) + glow(300, 250, 300, (8, 26, 40)) + glow(1640, 280, 300, (40, 22, 10))
    panel = Image.new("RGB", (WIDTH, HEIGHT))
    draw = ImageDraw.Draw(panel)
    for left in range(-40, WIDTH, 160):
        draw.rectangle((left, 0, left + 6, HEIGHT), fill=(16, 18, 20))
    return finished(soft(wall - np.asarray(panel, float) * 0.5, 7), random)


def office(random):
    room = Image.new("RGB", (WIDTH, HEIGHT), (206, 200, 190))
    draw = ImageDraw.Draw(room)
    draw.rectangle((0, 860, WIDTH, HEIGHT), fill=(150, 132, 112))
    for left, right in ((90, 400), (430, 740)):
        draw.rectangle((left - 12, 70, right + 12, 760), fill=(236, 234, 230))
        draw.rectangle((left, 82, right, 748), fill=(222, 235, 246))
        draw.rectangle((left, 470, right, 748), fill=(176, 198, 186))
        for _ in range(14):
            x, y, r = random.integers(left, right), random.integers(430, 560), random.integers(20, 60)
            draw.ellipse(
                (max(left, x - r), y - r, min(right, x + r), y + r),
                fill=tuple(int(c) for c in random.integers((110, 140, 100), (160, 180, 140))),
            )
    draw.rectangle((1290, 120, 1850, 900), fill=(128, 98, 72))
    for shelf in range(4):
        top = 140 + shelf * 188
        draw.rectangle((1308, top, 1832, top + 168), fill=(92, 70, 54))
        x = 1316
        while x < 1800:
            thick, tall = int(random.integers(14, 34)), int(random.integers(90, 150))
            if random.random() < 0.82:
                colour = random.choice(
                    [
                        (164, 84, 66),
                        (72, 96, 124),
                        (206, 190, 150),
                        (88, 118, 96),
                        (178, 150, 96),
                        (120, 80, 110),
                        (230, 224, 214),
                    ]
                )
                draw.rectangle((x, top + 168 - tall, x + thick, top + 168), fill=tuple(int(c) for c in colour))
            x += thick + 2
    draw.rectangle((1000, 690, 1100, 870), fill=(196, 190, 182))
    for _ in range(70):
        x, y, r = random.normal(1050, 70), random.normal(560, 95), random.integers(14, 36)
        draw.ellipse(
            (x - r, y - r * 1.5, x + r, y + r * 1.5),
            fill=tuple(int(c) for c in random.integers((50, 92, 56), (104, 150, 92))),
        )
    light = np.asarray(room, float) + glow(420, 400, 420, (36, 34, 26)) - glow(1900, 1000, 700, (46, 44, 40))
    return finished(soft(light, 15), random)


def main(assets):
    folder = Path(assets) / "scenes"
    folder.mkdir(parents=True, exist_ok=True)
    for name, draw in (("studio", studio), ("office", office)):
        draw(np.random.default_rng(5)).save(folder / f"{name}.webp", quality=90, method=6)


if __name__ == "__main__":
    main(*sys.argv[1:])

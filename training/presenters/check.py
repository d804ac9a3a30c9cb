"""python3 check.py RENDERS OUT PERSON…: in-between poses, rebuilt as the service does it, against true renders.

Prints the mean absolute error (levels of 255) of warping and of cross-fading, over the crop and over its middle, and
writes pictures of true, warped and cross-faded side by side."""

import sys

import numpy as np
from PIL import Image
from scipy.ndimage import map_coordinates

from poses import EYES, MOUTH

POSES = {"mouth": list(MOUTH), "eyes": list(EYES)}
# What no pose shows inside the mouth is dark; KNOWN is the share of sight from which a place has its own colour.
UNSEEN, KNOWN = np.array([22, 9, 8]), 0.25


def rasterise(points, corners, shape):
    """Triangle seen at each pixel (-1 for none) and its barycentric weights."""
    depth, owner = np.full(shape, np.inf), np.full(shape, -1)
    weights = np.zeros((*shape, 3))
    for number, triangle in enumerate(points[corners]):
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = triangle
        area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        x0, x1 = max(0, int(np.floor(triangle[:, 0].min()))), min(shape[1], int(np.ceil(triangle[:, 0].max())) + 1)
        y0, y1 = max(0, int(np.floor(triangle[:, 1].min()))), min(shape[0], int(np.ceil(triangle[:, 1].max())) + 1)
        if abs(area) < 1e-9 or x0 >= x1 or y0 >= y1:
            continue
        y, x = np.mgrid[y0:y1, x0:x1] + 0.5
        v = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / area
        w = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / area
        u = 1 - v - w
        z = u * az + v * bz + w * cz
        inside = (u >= -1e-6) & (v >= -1e-6) & (w >= -1e-6) & (z < depth[y0:y1, x0:x1])
        depth[y0:y1, x0:x1][inside] = z[inside]
        owner[y0:y1, x0:x1][inside] = number
        weights[y0:y1, x0:x1][inside] = np.stack([u, v, w], -1)[inside]
    return owner, weights


def warped(renders, section, mix):
    """The blend of poses by weight: geometry from all, colour from each as far as it is seen there."""
    sprites, places = renders[f"{section}_sprites"], renders[f"{section}_places"] - [*renders[f"{section}_box"][:2], 0]
    visible, corners = renders[f"{section}_visible"], renders[f"{section}_corners"]
    indices = [POSES[section].index(name) for name in mix]
    points = sum(share * places[i] for i, share in zip(indices, mix.values()))
    owner, weights = rasterise(points, corners, sprites[0].shape[:2])
    covered = owner >= 0
    triangle = corners[owner[covered]]
    inside = np.isin(renders[f"{section}_layer"][owner[covered]], (1, 2, 3))
    total, colour, known = 0, 0, 0
    for i, share in zip(indices, mix.values()):
        at = (weights[covered][:, :, None] * places[i][triangle][..., :2]).sum(1) - 0.5
        v = np.clip(((weights[covered] * visible[i][triangle]).sum(1) - 0.3) / 0.7, 0, 1)
        v = v * v * (3 - 2 * v)
        seen = share * (v + 1e-3)
        known = known + share * v
        taken = np.stack(
            [
                map_coordinates(sprites[i][..., k].astype(float), at[:, ::-1].T, order=1, mode="nearest")
                for k in range(3)
            ],
            1,
        )
        colour, total = colour + taken * seen[:, None], total + seen
    lit = np.where(inside, np.minimum(1, known / KNOWN), 1)[:, None]
    out = sprites[0].astype(float)
    out[covered] = colour / total[:, None] * lit + UNSEEN * (1 - lit)
    return out


def main(folder, out, *people):
    for who in people:
        renders = dict(np.load(f"{folder}/{who}.npz"))
        rows = []
        for name in (n for n in renders if "_between_" in n):
            section, _, a, b, percent = name.split("_")
            t, truth = int(percent) / 100, renders[name].astype(float)
            mix = {a: 1 - t, b: t}
            faded = sum(
                share * renders[f"{section}_sprites"][POSES[section].index(n)].astype(float) for n, share in mix.items()
            )
            warp = warped(renders, section, mix)
            h, w = truth.shape[:2]
            middle = np.s_[h // 4 : 3 * h // 4, w // 4 : 3 * w // 4]
            errors = [np.abs(x[m] - truth[m]).mean() for x in (warp, faded) for m in (np.s_[:], middle)]
            print(
                who,
                section,
                f"{a}-{b} {percent} %",
                "warped {:.2f} (middle {:.2f}), cross-faded {:.2f} (middle {:.2f})".format(*errors),
                flush=True,
            )
            rows.append(np.hstack([truth, warp, faded]))
        for section in POSES:
            tiles = [r for r, n in zip(rows, (n for n in renders if "_between_" in n)) if n.startswith(section)]
            Image.fromarray(np.vstack(tiles).clip(0, 255).round().astype(np.uint8)).save(
                f"{out}/{who}-{section}-between.png"
            )


main(*sys.argv[1:])

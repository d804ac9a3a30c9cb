"""Which part of the person each crop holds, and the coarse mesh that carries its sprites from pose to pose."""

import numpy as np

from material import CORNEA
from poses import NEUTRAL
from camera import CANVAS

LAYERS = ("skin", "inside", "teeth", "tongue", "eye")
MOVES_PX = 0.35
FADE_PX = 28
# Where the inside of the mouth lies in the uv map: u from, u to, v below.
MOUTH_UV = (0.6, 0.9, 0.2)


def screen(studio, pose):
    """Every part's vertices on the canvas."""
    return [studio.camera.project(p) for p in studio.vertices_of(pose)]


def moving_box(studio, poses, parts, margin, floor=None):
    """The rectangle on the canvas of all that the poses move, with a margin for light that bleeds."""
    neutral, low, high = None, np.full(2, 1e9), np.full(2, -1e9)
    for pose in poses.values():
        shown = screen(studio, pose)
        neutral = neutral or shown
        for part, here, there in zip(studio.parts, neutral, shown):
            if part.name not in parts:
                continue
            front = here[:, 2] < studio.camera.project(studio.camera.eyes[None])[0, 2] + 0.09
            moved = front & (np.hypot(*(there - here)[:, :2].T) > MOVES_PX)
            if moved.any():
                both = np.r_[here[moved, :2], there[moved, :2]]
                low, high = np.minimum(low, both.min(0)), np.maximum(high, both.max(0))
    if floor:
        low[1] = max(low[1], floor + margin)
    x0, y0 = (int(v) // 2 * 2 for v in np.maximum(low - margin, 0))
    x1, y1 = (int(v) // 2 * 2 for v in np.minimum(high + margin, CANVAS))
    return (x0, y0, x1 - x0, y1 - y0)


def held(studio, neutral, placed, box):
    """The pose, faded out towards the border of its crop, where every sprite meets the neutral one."""
    out = []
    for part, here, there in zip(studio.parts, neutral, placed):
        if part.still:
            out.append(here)
            continue
        at = studio.camera.project(here)
        inside = np.minimum(at[:, :2] - box[:2], np.array(box[:2]) + box[2:] - at[:, :2]).min(1)
        t = np.clip((inside - 6) / FADE_PX, 0, 1)
        out.append(here + (there - here) * (t * t * (3 - 2 * t))[:, None])
    return out


class WarpMesh:
    """Triangles over vertices of each part: the skin coarse but for lips or lids, the other parts as modelled."""

    def __init__(self, pieces):
        self.picks, corners, layers, first = [], [], [], 0
        for triangles, layer in pieces:
            ids, compact = np.unique(triangles, return_inverse=True)
            self.picks.append(ids)
            corners.append(compact.reshape(-1, 3) + first)
            layers.append(layer)
            first += len(ids)
        self.corners, self.layer = np.concatenate(corners), np.concatenate(layers)

    @staticmethod
    def of(studio, names, fine):
        """`fine(points)` says which canvas points need the finer mesh."""
        pieces = []
        for part, points in zip(studio.parts, studio.vertices_of(NEUTRAL)):
            if part.name == "skin" and part.name in names:
                pieces.append(skin_triangles(part, fine(studio.camera.project(points))))
            elif part.name in names:
                pieces.append(plain_triangles(part))
            else:
                pieces.append((np.zeros((0, 3), int), np.zeros(0, int)))
        return WarpMesh(pieces)

    def gather(self, placed):
        return np.concatenate([points[ids] for points, ids in zip(placed, self.picks)])

    def keep(self, wanted):
        """Corner list, layers and vertex ids of the triangles with a wanted vertex."""
        kept = wanted[self.corners].any(1)
        ids, compact = np.unique(self.corners[kept], return_inverse=True)
        return compact.reshape(-1, 3), self.layer[kept], ids


def plain_triangles(part):
    mesh, label = part.levels[0]
    triangles, _ = mesh.triangles()
    label = np.r_[label, label[mesh.faces[:, 3] >= 0]]
    glass = np.array([int(m["kind"]) == CORNEA for m in part.materials])[label]
    layer = {"teeth": LAYERS.index("teeth"), "tongue": LAYERS.index("tongue"), "eyes": LAYERS.index("eye")}[part.name]
    return triangles[~glass], np.full((~glass).sum(), layer)


def skin_triangles(part, fine):
    """Coarse faces, subdivided once where `fine` holds; a coarse face beside such a one fans out to its midpoints."""
    (coarse, _), (once, _) = part.levels[0], part.levels[1]
    size = (coarse.faces >= 0).sum(1)
    start = np.cumsum(size) - size
    refined = np.array([fine[face[face >= 0]].any() for face in coarse.faces])
    shared = set(once.faces[np.repeat(refined, size)].ravel())
    triangles, layers = [], []
    for face, (corners, uvs) in enumerate(zip(coarse.faces, coarse.uvs)):
        rows = once.faces[start[face] : start[face] + size[face]]
        u, v = uvs[: size[face]].mean(0)
        if refined[face]:
            found = [t for a, b, c, d in rows for t in ((a, b, c), (a, c, d))]
        else:
            ring = [v for row in rows for v in (row[0], row[1]) if v == row[0] or v in shared]
            centre = rows[0][2]
            whole = len(ring) == size[face]
            found = (
                [(ring[0], ring[k], ring[k + 1]) for k in range(1, size[face] - 1)]
                if whole
                else [(centre, ring[k - 1], ring[k]) for k in range(len(ring))]
            )
        triangles += found
        layers += [1 if MOUTH_UV[0] < u < MOUTH_UV[1] and v < MOUTH_UV[2] else 0] * len(found)
    return np.array(triangles), np.array(layers)

"""Where the skin is lip, flushed, scalp or beard, and where it has to stay under the clothes."""

import numpy as np
from scipy.spatial import cKDTree

from makehuman import base, targets


def strength(*names):
    """How much these targets move each base vertex, 0 to 1."""
    amount = sum(np.linalg.norm(targets()[name], axis=1) for name in names)
    return amount / amount.max()


def rise(low, high, x):
    t = np.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def spread_over(points, triangles):
    """Points closely over a surface: seven of each triangle."""
    shares = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1], [4, 1, 1], [1, 4, 1], [1, 1, 4]], float)
    return np.einsum("sk,tkx->tsx", shares / shares.sum(1, keepdims=True), points[triangles]).reshape(-1, 3)


def skin_marks(person, rest, mesh, hair_points):
    lip = strength("mouth/mouth-upperlip-volume-inflate", "mouth/mouth-lowerlip-volume-inflate")
    cheek = strength("cheek/l-cheek-volume-inflate", "cheek/r-cheek-volume-inflate")
    nose = strength("nose/nose-volume-potato")
    ear = strength("ears/l-ear-size-big", "ears/r-ear-size-big")
    flush = person.flush * np.clip(0.7 * cheek + 0.6 * nose + 0.5 * ear, 0, 1)
    jaw = strength("chin/chin-jaw-drop-more") if person.stubble else np.zeros(len(rest))
    beard = person.stubble * rise(0.15, 0.6, jaw) * (1 - np.clip(lip * 2, 0, 1))
    fine = mesh.matrix @ np.stack([lip, flush, np.zeros(len(rest)), beard], 1)
    points = mesh.matrix @ rest
    eyes = rest[base().group["helper-l-eye"]].mean(0)
    distance = cKDTree(hair_points).query(np.stack([points[:, 0], -points[:, 2], points[:, 1]], 1) * 0.1)[0]
    above = rise(eyes[1] + 0.35, eyes[1] + 0.7, points[:, 1])
    behind = rise(-0.75, -1.1, points[:, 2] - eyes[2]) * rise(eyes[1] - 0.9, eyes[1] - 0.4, points[:, 1])
    crown = np.maximum(above, behind)
    near, far = (0.006, 0.02) if person.cropped else (0.001, 0.007)
    fine[:, 2] = crown * (1 - rise(near, far, distance))
    return fine


def tuck_under(points, normals, cloth_points, cloth_normals):
    """How to move skin that comes through a garment, so that it lies 4 mm beneath it.

    The inside of a collar faces the neck, not away from it, and is left alone."""
    distance, nearest = cKDTree(cloth_points).query(points)
    outward = cloth_normals[nearest]
    above = ((points - cloth_points[nearest]) * outward).sum(1)
    wrong = (distance < 0.025) & (above > -0.003) & ((normals * outward).sum(1) > 0.3)
    return np.where(wrong, -(above + 0.004), 0)[:, None] * outward

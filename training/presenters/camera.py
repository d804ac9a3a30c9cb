"""Where the camera and the soft boxes stand. World: metres, z up, the person facing -y."""

import math

import numpy as np

from makehuman import base
from parts import to_world
from tracer_library import LIGHT

CANVAS = (1280, 1080)
DISTANCE_M = 1.7


class Camera:
    """Looks straight at the person; the head takes about 42 % of the canvas's height."""

    def __init__(self, rest, hair_top):
        world = to_world(rest)
        group = base().group
        eyes = world[np.r_[group["helper-l-eye"], group["helper-r-eye"]]].mean(0)
        chin = world[group["helper-lower-teeth"]][:, 2].mean() - 0.035
        self.span = (hair_top - chin) / 0.44
        top = hair_top + 0.055 * self.span
        self.target = np.array([0, eyes[1] + 0.02, top - self.span / 2])
        self.eyes = eyes
        self.eye = self.target + [0, -DISTANCE_M, 0.02]
        self.forward = (self.target - self.eye) / np.linalg.norm(self.target - self.eye)
        self.right = np.array([1.0, 0, 0])
        self.down = np.cross(self.forward, self.right)

    def rays(self, scale):
        """(right, down, forward) such that forward + right * x + down * y points through the pixel x, y."""
        pixel = self.span / (CANVAS[1] * scale) / DISTANCE_M
        corner = self.forward - self.right * pixel * CANVAS[0] * scale / 2 - self.down * pixel * CANVAS[1] * scale / 2
        return self.right * pixel, self.down * pixel, corner

    def project(self, points):
        """Canvas x, y in pixels and the depth in metres."""
        d = points - self.eye
        z = d @ self.forward
        pixel = self.span / CANVAS[1] / DISTANCE_M
        return np.stack([d @ self.right / z / pixel + CANVAS[0] / 2, d @ self.down / z / pixel + CANVAS[1] / 2, z], 1)


def studio_lights(eyes, power):
    """Soft boxes as (place from the eyes, size, watts, colour)."""
    aim = eyes + [0, 0.05, -0.05]
    boxes = [
        ((-0.75, -1.15, 0.55), 0.8, 26, (1, 0.96, 0.9)),
        ((1.1, -1.1, 0.1), 1.2, 9, (0.9, 0.95, 1)),
        ((0.8, 0.9, 0.5), 0.7, 6, (1, 0.97, 0.93)),
        ((-0.9, 0.8, 0.35), 0.7, 4, (0.85, 0.92, 1)),
        ((0, -0.1, 1.1), 0.8, 6, (1, 1, 1)),
        ((0, -1.0, -0.5), 0.8, 4, (1, 0.93, 0.88)),
    ]
    lights = np.zeros(len(boxes), LIGHT)
    for light, (place, size, watts, colour) in zip(lights, boxes):
        centre = eyes + place
        normal = (aim - centre) / np.linalg.norm(aim - centre)
        u = np.cross(normal, [0, 0, 1.0])
        u *= size / 2 / np.linalg.norm(u)
        light["centre"], light["normal"], light["u"], light["v"] = centre, normal, u, np.cross(normal, u)
        light["area"] = size * size
        light["radiance"] = np.array(colour) * watts * power / (math.pi * size * size)
        light["chance"] = watts / ((aim - centre) ** 2).sum()
    lights["chance"] /= lights["chance"].sum()
    lights["catchlight"][0] = 1
    return lights

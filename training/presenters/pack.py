"""python3 pack.py RENDERS ASSETS PERSON…: render.py's pictures as the files of assets/presenters/README.md."""

import json
import struct
import sys
from pathlib import Path

import numpy as np
from PIL import Image
from scipy.ndimage import gaussian_filter

from people import CAST
from poses import EYES, MOUTH

COLUMNS = 4
MARGIN_PX = 64
SECTIONS = {"mouth": MOUTH, "eyes": EYES}


def atlas(sprites):
    blank = [np.zeros_like(sprites[0])] * (-len(sprites) % COLUMNS)
    tiles = [*sprites, *blank]
    return np.vstack([np.hstack(tiles[i : i + COLUMNS]) for i in range(0, len(tiles), COLUMNS)])


def section_json(section, poses, box):
    x, y, width, height = (int(v) for v in box)
    tiles = [{"x": i % COLUMNS * width, "y": i // COLUMNS * height} for i in range(len(poses))]
    return {section: {"x": x, "y": y, "width": width, "height": height, "poses": list(poses), "tiles": tiles}}


def padded(array):
    raw = array.tobytes()
    return raw + bytes(-len(raw) % 4)


def mesh_bytes(renders):
    out = [struct.pack("<4sHH", b"VHPM", 1, len(SECTIONS))]
    for section in SECTIONS:
        places, visible = renders[f"{section}_places"], renders[f"{section}_visible"]
        corners, layer, box = (renders[f"{section}_{name}"] for name in ("corners", "layer", "box"))
        near, far = float(places[..., 2].min()), float(places[..., 2].max())
        out.append(struct.pack("<IIIff", len(places), places.shape[1], len(corners), near, far))
        out += [padded(corners.astype("<u2")), padded(layer.astype("u1"))]
        for at, seen in zip(places, visible):
            xy = ((at[:, :2] - box[:2] + MARGIN_PX) * 16).round().clip(0, 65535).astype("<u2")
            z = ((at[:, 2] - near) / (far - near) * 65535).round().astype("<u2")
            out += [
                padded(xy[:, 0].copy()),
                padded(xy[:, 1].copy()),
                padded(z),
                padded((seen * 255).round().astype("u1")),
            ]
    return b"".join(out)


def head_mask(renders):
    """1 down to the chin, then down the neck to 0 at its base."""
    height, width = renders["body"].shape[:2]
    chin, base = renders["jaw"][1] + 55, renders["neck"][1] + 25
    t = np.clip((base - np.arange(height)) / (base - chin), 0, 1)
    return np.repeat((255 * t * t * (3 - 2 * t)).round().astype(np.uint8)[:, None], width, 1)


def bled(body):
    """Colour carried outwards under the transparent rim, so that scaling never picks up black."""
    colour, cover = body[..., :3].astype(float), body[..., 3:].astype(float) / 255
    near = gaussian_filter(colour * cover, (4, 4, 0)) / np.maximum(gaussian_filter(cover, (4, 4, 0)), 1e-4)
    mixed = np.where(cover > 0.02, colour, near.clip(0, 255))
    return np.concatenate([mixed, body[..., 3:]], 2).round().astype(np.uint8)


def thumbnail(body, scene):
    cover = body[..., 3:].astype(float) / 255
    height, width = body.shape[:2]
    wall = np.asarray(scene.resize((1920, 1080)), float)[:, 960 - width // 2 : 960 + width // 2]
    picture = body[..., :3] * cover + wall[:height] * (1 - cover)
    side = 900
    left = (width - side) // 2
    return Image.fromarray(picture[:side, left : left + side].round().astype(np.uint8)).resize(
        (512, 512), Image.LANCZOS
    )


def pack(person, renders, folder, scene):
    folder.mkdir(parents=True, exist_ok=True)
    body = bled(renders["body"])
    Image.fromarray(body).save(folder / "body.webp", quality=92, method=6, alpha_quality=95, exact=True)
    Image.fromarray(head_mask(renders)).convert("RGB").save(folder / "headmask.webp", quality=90, method=6)
    described = {}
    for section, poses in SECTIONS.items():
        Image.fromarray(atlas(renders[f"{section}_sprites"])).save(folder / f"{section}.webp", quality=92, method=6)
        described |= section_json(section, poses, renders[f"{section}_box"])
    (folder / "mesh.bin").write_bytes(mesh_bytes(renders))
    picture = thumbnail(body, scene)
    picture.save(folder / "thumbnail.jpg", quality=88)
    picture.save(folder / "thumbnail.webp", quality=75, method=6)
    neck = renders["neck"]
    facts = {name: getattr(person, name) for name in ("id", "name", "gender", "age", "description")}
    canvas = {"canvas": {"width": body.shape[1], "height": body.shape[0]}}
    head = {"head": {"pivot": {"x": round(float(neck[0])), "y": round(float(neck[1]))}}}
    (folder / "presenter.json").write_text(json.dumps({**facts, **canvas, **head, **described}, indent=1) + "\n")


def main(renders, assets, *people):
    scene = Image.open(Path(assets) / "scenes/studio.webp").convert("RGB")
    for who in people:
        pack(CAST[who], np.load(f"{renders}/{who}.npz"), Path(assets) / who, scene)


main(*sys.argv[1:])

"""python3 render.py OUT SAMPLES PERSON…: all pictures and meshes of the people, as OUT/PERSON.npz."""

import sys
import time

import numpy as np

from makehuman import base
from parts import to_world
from people import CAST
from poses import EYES, MOUTH, NEUTRAL
from camera import CANVAS
from scene import Studio
from tone import straight
from warp import WarpMesh, held, moving_box

SECTIONS = {"mouth": (MOUTH, ("skin", "teeth", "tongue")), "eyes": (EYES, ("skin", "eyes"))}
# In-betweens rendered truly, to measure the runtime's warping against (check.py).
BETWEEN = {
    "mouth": [("sil", "aa", 0.5), ("oh", "E", 0.5), ("PP", "aa", 0.3)],
    "eyes": [("open", "shut", 0.5), ("half", "shut", 0.5)],
}


def bytes_of(rgba):
    return (straight(rgba) * 255).round().clip(0, 255).astype(np.uint8)


def over(sprite, body, box):
    """RGB of a sprite; where the pose uncovers the background, the neutral person's colour stays."""
    x, y, width, height = box
    neutral = body[y : y + height, x : x + width]
    share = np.where(neutral[..., 3:] > 0, sprite[..., 3:] / 255, 1)
    return (sprite[..., :3] * share + neutral[..., :3] * (1 - share)).round().astype(np.uint8)


def crop_box(studio, section):
    poses, parts = SECTIONS[section]
    if section == "eyes":
        return moving_box(studio, poses, (*parts, "eyebrows", "eyelashes"), 26)
    lid = studio.camera.project(studio.camera.eyes[None])[0, 1]
    return moving_box(studio, poses, parts, 34, floor=lid + 0.012 / studio.camera.span * CANVAS[1])


def near_centre(studio, section, points):
    """Round the lips or the lids, where the mesh has to be fine."""
    names = ("helper-lower-teeth", "helper-upper-teeth") if section == "mouth" else ("helper-l-eye", "helper-r-eye")
    centres = [studio.camera.project(to_world(studio.rest[base().group[name]]))[:, :2].mean(0) for name in names]
    if section == "mouth":
        centres = [np.mean(centres, 0)]
    reach = np.array((72, 46) if section == "mouth" else (44, 30))
    return np.any([(((points[:, :2] - c) / reach) ** 2).sum(1) < 1 for c in centres], 0)


def render_section(studio, neutral, section, samples, result):
    poses, parts = SECTIONS[section]
    box = crop_box(studio, section)
    mesh = WarpMesh.of(studio, parts, lambda points: near_centre(studio, section, points))
    sprites, places, visible = [], [], []
    for pose in poses.values():
        placed = held(studio, neutral, studio.vertices_of(pose), box)
        points = mesh.gather(placed)
        with studio.build(placed) as scene:
            sprites.append(over(bytes_of(scene.render(box, samples)), result["body"], box))
            visible.append(scene.seen(points))
        places.append(studio.camera.project(points))
    for a, b, t in BETWEEN[section]:
        ends = zip(studio.vertices_of(poses[a]), studio.vertices_of(poses[b]))
        with studio.build(held(studio, neutral, [(1 - t) * p + t * q for p, q in ends], box)) as scene:
            shown = over(bytes_of(scene.render(box, samples)), result["body"], box)
        result[f"{section}_between_{a}_{b}_{int(100 * t)}"] = shown
    places, visible = np.array(places), np.array(visible)
    near = ((places[..., :2] > np.array(box[:2]) - 20) & (places[..., :2] < np.array(box[:2]) + box[2:] + 20)).all(
        (0, 2)
    )
    corners, layer, ids = mesh.keep(near & (visible > 0).any(0))
    result |= {
        f"{section}_box": box,
        f"{section}_sprites": sprites,
        f"{section}_corners": corners,
        f"{section}_layer": layer,
        f"{section}_places": places[:, ids].astype(np.float32),
        f"{section}_visible": visible[:, ids].astype(np.float32),
    }
    print(section, box, "vertices", len(ids), "triangles", len(corners), flush=True)


def render_person(person, samples):
    studio = Studio(person)
    neutral = studio.vertices_of(NEUTRAL)
    result = {}
    with studio.build(neutral) as scene:
        result["body"] = bytes_of(scene.render((0, 0, *CANVAS), samples))
    for section in SECTIONS:
        render_section(studio, neutral, section, samples, result)
    return result | landmarks(studio)


def landmarks(studio):
    """Canvas places of the chin and of the base of the neck, for the head mask and the pivot."""
    at = studio.camera.project(to_world(studio.rest))
    joints = base().joints
    neck = at[joints["neck01____head"]].mean(0)
    jaw = at[base().group["helper-lower-teeth"]].mean(0)
    return {"neck": neck, "jaw": jaw, "eyeline": studio.camera.project(studio.camera.eyes[None])[0]}


def main(out, samples, *people):
    for who in people:
        started = time.time()
        np.savez_compressed(f"{out}/{who}.npz", **render_person(CAST[who], int(samples)))
        print(who, f"{time.time() - started:.1f} s", flush=True)


main(*sys.argv[1:])

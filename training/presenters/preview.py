"""python3 preview.py PERSON [scale samples pose,pose… x,y,width,height OUT]: a quick look, on the CPU if need be."""

import sys
import time

import numpy as np
from PIL import Image

from people import CAST
from poses import EYES, MOUTH
from camera import CANVAS
from scene import Studio
from tone import straight


def picture(scene, box, samples, scale):
    image = straight(scene.render(box, samples, scale))
    wall = np.linspace(0.78, 0.6, box[3])[:, None, None] * np.array([0.92, 0.97, 1.0])
    return image[..., :3] * image[..., 3:] + wall * (1 - image[..., 3:])


def main(who, scale="0.3", samples="16", poses="sil", box="", out=""):
    scale = float(scale)
    x, y, width, height = (int(float(n) * scale) for n in (box or f"0,0,{CANVAS[0]},{CANVAS[1]}").split(","))
    started = time.time()
    studio = Studio(CAST[who])
    tiles = []
    for name in poses.split(","):
        pose = {**MOUTH, **EYES}[name]
        with studio.build(studio.vertices_of(pose)) as scene:
            print(name, f"ready {time.time() - started:.1f} s", flush=True)
            tiles.append(picture(scene, (x, y, width, height), int(samples), scale))
        print(name, f"rendered {time.time() - started:.1f} s", flush=True)
    columns = min(4, len(tiles))
    tiles += [np.zeros_like(tiles[0])] * (-len(tiles) % columns)
    sheet = np.vstack([np.hstack(tiles[i : i + columns]) for i in range(0, len(tiles), columns)])
    Image.fromarray((sheet * 255).round().astype(np.uint8)).save(out or f"build/{who}.png", quality=93)


main(*sys.argv[1:])

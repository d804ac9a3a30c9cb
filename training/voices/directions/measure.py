"""In which direction of the style space a voice becomes brighter, warmer, breathier and livelier.

measure.py PACKED OUTPUT.json SECONDS [--workers 15] [--device cuda]

PACKED is what training/kokoro/build.sh makes. Workers hear the presets and, for SECONDS, voices between and around them;
then moved presets are heard, which shows what a step truly does. OUTPUT.json is assets/voices/directions.json.
"""

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import torch
import torch.multiprocessing as multiprocessing

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "kokoro"))

from fit import MEASURES, MOVED, fit, shares_explained  # noqa: E402
from hear import hear  # noqa: E402
from network import Kokoro  # noqa: E402
from resample import to_16_khz  # noqa: E402
from weights import read_voices  # noqa: E402

"""Lengths over which the mean of a preset's styles is its usual one, as in engines/speech/kokoro/styles.ts."""
USUAL = slice(20, 240)
VERSION = 1
DIGITS = 5
"""Every so many voices judge the fit and take no part in it."""
HELD_BACK = 5


class Studio:
    def __init__(self, options):
        self.names, self.tables = read_voices(options.packed)
        self.usual = self.tables[:, USUAL].mean(1)
        self.mean = self.usual.mean(0)
        self.kokoro = Kokoro(options.packed, options.device)
        self.sentences = [sentence["ids"] for sentence in json.loads((HERE / "sentences.json").read_text())]

    def hear(self, base, style):
        """The mean over the sentences; the style goes with their length as the base voice's does."""
        heard = []
        for ids in self.sentences:
            own = style + self.tables[base, len(ids) - 3] - self.usual[base]
            device_style = torch.from_numpy(own.astype(np.float32)).to(self.kokoro.device)
            sound, _, pitch = self.kokoro.speak(ids, device_style)
            heard.append(hear(to_16_khz(sound).cpu().numpy(), pitch.cpu().numpy()))
        return [float(np.mean([one[measure] for one in heard])) for measure in MEASURES]

    def around(self, rng):
        """Between a few presets, moved a little along what all of them differ in."""
        chosen = rng.choice(len(self.names), 3, replace=False)
        mixed = rng.dirichlet(np.ones(3)) @ self.usual[chosen]
        shares = rng.normal(0, rng.uniform(0.05, 0.2), len(self.names))
        return int(chosen[0]), mixed + shares @ (self.usual - self.mean)


def hear_around(worker, options, folder):
    torch.set_num_threads(1)
    studio = Studio(options)
    rng = np.random.default_rng([options.seed, worker])
    styles, heard = [], []
    presets = range(len(studio.names))[worker :: options.workers]
    measured = {studio.names[i]: studio.hear(i, studio.usual[i]) for i in presets}
    started = time.time()
    while time.time() - started < options.seconds:
        base, style = studio.around(rng)
        styles.append(style)
        heard.append(studio.hear(base, style))
    np.savez(folder / f"{worker}.npz", styles=np.array(styles), heard=np.array(heard))
    (folder / f"{worker}.json").write_text(json.dumps(measured))


def hear_moved(worker, options, folder, steps):
    """What one unit up and down does to each preset, of every measure."""
    torch.set_num_threads(1)
    studio = Studio(options)
    gains = []
    for i in range(len(studio.names))[worker :: options.workers]:
        for axis, step in enumerate(steps):
            up, down = (np.array(studio.hear(i, studio.usual[i] + side * step)) for side in (1, -1))
            gains.append([axis, *((up - down) / 2)])
    np.savez(folder / f"moved{worker}.npz", gains=np.array(gains))


def gathered(folder, pattern, name):
    return np.concatenate([np.load(file)[name] for file in sorted(folder.glob(pattern))])


def print_table(title, rows):
    print(title.ljust(12), *(measure.rjust(10) for measure in MEASURES))
    for name, row in rows:
        print(name.ljust(12), *(f"{value:10.2f}" for value in row), flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("packed")
    parser.add_argument("output")
    parser.add_argument("seconds", type=float)
    parser.add_argument("--workers", type=int, default=15)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        measure(options, Path(name))


def measure(options, folder):
    multiprocessing.spawn(hear_around, (options, folder), nprocs=options.workers)
    names, tables = read_voices(options.packed)
    usual = tables[:, USUAL].mean(1)
    mean = usual.mean(0)
    presets = {}
    for file in folder.glob("[0-9]*.json"):
        presets |= json.loads(file.read_text())
    offsets = np.concatenate([usual, gathered(folder, "[0-9]*.npz", "styles")]) - mean
    values = np.concatenate([[presets[name] for name in names], gathered(folder, "[0-9]*.npz", "heard")])
    judges = np.arange(len(offsets)) % HELD_BACK == HELD_BACK - 1
    steps, units, weights = fit(offsets[~judges], values[~judges], np.cov((usual - mean).T))
    centred = (values - values[~judges].mean(0)) / units
    print(f"{len(offsets)} voices, {judges.sum()} of them held back")
    print_table("explained", [("held back", shares_explained(weights, offsets[judges], centred[judges]))])
    multiprocessing.spawn(hear_moved, (options, folder, steps), nprocs=options.workers)
    gains = gathered(folder, "moved*.npz", "gains")
    rows = [(name, gains[gains[:, 0] == i, 1:].mean(0) / units) for i, name in enumerate(MOVED)]
    print_table("one step", rows)
    agreed = [(gains[gains[:, 0] == i, 1 + i] > 0).mean() for i in range(len(MOVED))]
    print("share of presets that go the right way:", dict(zip(MOVED, np.round(agreed, 2).tolist())))
    octaves = [gains[gains[:, 0] == i, 1 + MEASURES.index("pitch")].mean() for i in range(len(MOVED))]
    found = {"steps": steps, "units": units, "octaves": octaves}
    write(options.output, {"mean": mean, "sd": usual.std(0)}, found, presets)


def write(output, space, found, presets):
    rounded = lambda numbers: [round(float(number), DIGITS) for number in numbers]
    axes = {
        name: {
            "unit": round(float(found["units"][i]), DIGITS),
            "octaves": round(float(found["octaves"][i]), DIGITS),
            "step": rounded(found["steps"][i]),
        }
        for i, name in enumerate(MOVED)
    }
    directions = {
        "version": VERSION,
        **{name: rounded(numbers) for name, numbers in space.items()},
        "axes": axes,
        "presets": {name: dict(zip(MEASURES, rounded(heard))) for name, heard in sorted(presets.items())},
    }
    Path(output).write_text(json.dumps(directions) + "\n")


if __name__ == "__main__":
    main()

"""What is heard of every utterance of the corpus, as it is and through a random room, microphone and line.

listen.py BUILD CORPUS OUTPUT [--workers 15] [--device cuda]
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
import torch.multiprocessing as multiprocessing

from augment import augmented
from heard import NoVoice, hear
from sound import levelled
from x_vector import XVector

SHORTEST = 24_000


def rows_of(file, x_vector, device):
    stored = np.load(file)
    samples = torch.from_numpy(stored["samples"]).to(device)
    start = 0
    for style, entry in zip(stored["styles"], json.loads(file.with_suffix(".json").read_text())):
        sound = samples[start : start + entry["samples"]].float() / 32_768
        start += entry["samples"]
        if len(sound) < SHORTEST or not entry["pitch"]:
            continue
        log_pitch = torch.tensor(entry["pitch"], device=device).log()
        try:
            heard = hear(x_vector, sound, log_pitch)
            elsewhere = x_vector(levelled(augmented(sound[None])[0]))
        except NoVoice:
            continue
        usual = entry["pitch_scale"] == 1
        yield style, heard.cpu().numpy(), elsewhere.cpu().numpy(), usual, entry["set"] == "train", entry[
            "voice"
        ]


def work(worker, options):
    torch.set_num_threads(1)
    torch.manual_seed(worker)
    x_vector = XVector(options.build, options.device)
    with torch.no_grad():
        for file in sorted(Path(options.corpus).glob("*.npz"))[worker :: options.workers]:
            columns = map(np.stack, zip(*rows_of(file, x_vector, options.device)))
            names = ("styles", "heard", "elsewhere", "usual", "train", "voice")
            np.savez(Path(options.output) / file.name, **dict(zip(names, columns)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("corpus")
    parser.add_argument("output")
    parser.add_argument("--workers", type=int, default=15)
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    started = time.time()
    Path(options.output).mkdir(parents=True, exist_ok=True)
    multiprocessing.spawn(work, (options,), nprocs=options.workers)
    print(f"listened to the corpus in {time.time() - started:.0f} s", flush=True)


if __name__ == "__main__":
    main()

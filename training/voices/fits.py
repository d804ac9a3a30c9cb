"""Offsets as a fitting finds them: fits.py BUILD SENTENCES.json OUTPUT SECONDS [--workers 15] [--most N] [--device cuda]

English presets are fitted to each other as the service fits a voice to a recording. Such offsets change the sound far more than
random ones of the same size, since all parts change it together. OUTPUT/N.npz: offsets [n, 13, 128], after every fourth step.
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
import torch.multiprocessing as multiprocessing

import kokoro_path  # noqa: F401
from heard import mean_log_pitch
from resample import to_16_khz
from studio import Speaker, Studio

KEPT_EVERY = 4
NETWORKS = Path(__file__).resolve().parents[2] / "assets" / "voices"


def speaker_of(studio, voice, others):
    (seen, pitch), (unseen, _) = (
        studio.speak(studio.preset(voice), voice, some) for some in (studio.references, studio.tests)
    )
    name = studio.styles.names[voice]
    return Speaker(studio, name, to_16_khz(seen), to_16_khz(unseen), mean_log_pitch(pitch), others)


def work(worker, options):
    started = time.time()
    torch.set_num_threads(1)
    studio = Studio(options)
    rng = np.random.default_rng([options.seed, worker])
    english = [i for i, name in enumerate(studio.styles.names) if name[0] in "ab"]
    kept, fitted = [], 0
    over = lambda: time.time() - started > options.seconds or len(kept) >= options.most
    while not over():
        # Each worker its own target first; the start is any voice, so that some are near and some are far.
        target = english[worker % len(english)] if not fitted else rng.choice(english).item()
        base = rng.choice([voice for voice in english if voice != target]).item()
        fitted += 1
        for step, offsets in enumerate(speaker_of(studio, target, [base]).fit(studio.preset(base), base), 1):
            if step % KEPT_EVERY == 0 or options.most == 1:
                kept.append(offsets.cpu().numpy().copy())
            if over():
                break
    if not kept:
        return print(f"worker {worker}: no time for a step", flush=True)
    np.savez(Path(options.output) / f"{worker}.npz", offsets=np.stack(kept).astype(np.float32))
    sizes = np.sqrt(np.square(kept[-1]).mean())
    print(f"worker {worker}: {fitted} fittings, {len(kept)} kept, the last {sizes:.3f} long", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("sentences")
    parser.add_argument("output")
    parser.add_argument("seconds", type=float)
    parser.add_argument("--workers", type=int, default=15)
    parser.add_argument("--most", type=int, default=10**9)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.models = NETWORKS
    Path(options.output).mkdir(parents=True, exist_ok=True)
    multiprocessing.spawn(work, (options,), nprocs=options.workers)


if __name__ == "__main__":
    main()

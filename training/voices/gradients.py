"""Styles, what is heard of them, and how that changes with the style.

gradients.py BUILD SENTENCES.json OUTPUT SECONDS [--proposals FILE] [--workers 15] [--device cuda]

Each sample is one sentence in one style, with the gradient of a mix of what is heard with respect to the style. Styles and
mixes are random, or those that matching would visit: proposals of propose.py.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
import torch.multiprocessing as multiprocessing

import kokoro_path  # noqa: F401
from heard import PRINT, WIDTH, NoVoice, hear_speech
from network import PITCH, WAVEFORM, Kokoro
from styles import Styles
from x_vector import XVector

"""The source's phases: they depend on the style only through the pitch, and wildly."""
SOURCE = "/decoder/decoder/generator/STFT_output_0"
SYMBOLS = range(35, 66)


def random_mix(rng):
    """Towards a random print, a random change of the spectrum, a random pitch."""
    mix = np.concatenate([rng.standard_normal(PRINT), rng.standard_normal(WIDTH - PRINT) * 0.25])
    mix[:PRINT] /= np.linalg.norm(mix[:PRINT])
    return mix.astype(np.float32)


def differentiable(kokoro, ids, style):
    """Waveform and pitch, as functions of the style."""
    return kokoro.run(ids, style, outputs=(WAVEFORM, PITCH), edits={SOURCE: lambda source: source.detach()})


def measure(kokoro, x_vector, ids, style, mix):
    style = torch.from_numpy(style).to(kokoro.device).requires_grad_()
    heard = hear_speech(x_vector, *differentiable(kokoro, ids, style))
    (gradient,) = torch.autograd.grad((heard * torch.from_numpy(mix).to(heard)).sum(), style)
    if not torch.isfinite(gradient).all():
        raise NoVoice("the gradient is not finite")
    return heard.detach().cpu().numpy(), gradient.cpu().numpy()


def endless(worker, options, styles, rng, sentences):
    """(ids, style, mix) without end."""
    given = np.load(options.proposals) if options.proposals else None
    at = worker
    while True:
        ids = sentences[rng.integers(len(sentences))]["ids"]
        if given is None:
            yield ids, styles.random(len(ids) - 2), random_mix(rng)
        else:
            place = at % len(given["styles"])
            yield ids, given["styles"][place], given["mixes"][place]
            at += options.workers


def work(worker, options):
    started = time.time()
    torch.set_num_threads(1)
    rng = np.random.default_rng([options.seed, worker])
    kokoro, x_vector = Kokoro(options.build, options.device), XVector(options.build, options.device)
    sentences = json.loads(Path(options.sentences).read_text())
    sentences = [one for one in sentences if not one["test"] and len(one["ids"]) - 2 in SYMBOLS]
    rows, refused = [], 0
    for ids, style, mix in endless(worker, options, Styles(options.build, rng), rng, sentences):
        if time.time() - started > options.seconds:
            break
        try:
            rows.append((style, *measure(kokoro, x_vector, ids, style, mix), mix))
        except (NoVoice, torch.OutOfMemoryError):
            refused += 1
    columns = dict(zip(("styles", "heard", "gradients", "mixes"), map(np.stack, zip(*rows))))
    np.savez(Path(options.output) / f"{worker}.npz", **columns)
    print(
        f"worker {worker}: {len(rows)} gradients, {refused} refused, {time.time() - started:.0f} s",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("sentences")
    parser.add_argument("output")
    parser.add_argument("seconds", type=float)
    parser.add_argument("--proposals")
    parser.add_argument("--workers", type=int, default=15)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--seed", type=int, default=11)
    options = parser.parse_args()
    Path(options.output).mkdir(parents=True, exist_ok=True)
    multiprocessing.spawn(work, (options,), nprocs=options.workers)


if __name__ == "__main__":
    main()

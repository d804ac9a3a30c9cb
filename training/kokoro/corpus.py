"""Speech whose every symbol has a known time, by many voices.

corpus.py PACKED SENTENCES.json OUTPUT SECONDS [--hours 24] [--workers 15] [--device cuda] [--seed 1]

Each worker writes OUTPUT/N.npz (samples of 16 kHz and pitches for every 10 ms, one utterance after the other; styles)
and OUTPUT/N.json (one entry for each utterance). `set` is train, voices (held-out voices and sentences) or sentences
(known voices, held-out sentences).
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
import torch.multiprocessing as multiprocessing

from network import Kokoro
from resample import to_16_khz
from styles import Styles

SPEEDS = (0.7, 1.4)
PER_HELD_OUT_VOICE = 40
PER_KNOWN_VOICE = 5
"""Hertz; what is lower is no voice."""
LOWEST_PITCH = 60
"""Samples of 16 kHz in 10 ms: an utterance is a whole number of these."""
STEP = 160
PITCH_RATE = 80


def held_out_jobs(styles, tests):
    """The same whatever the number of workers: (set, voice, sentence)."""
    jobs = []
    for turn, voice in enumerate(styles.held_out):
        places = [(turn * PER_HELD_OUT_VOICE + i) % len(tests) for i in range(PER_HELD_OUT_VOICE)]
        jobs += [("voices", voice, tests[place]) for place in places]
    for turn, voice in enumerate(styles.usable):
        places = [(turn * PER_KNOWN_VOICE + i) % len(tests) for i in range(PER_KNOWN_VOICE)]
        jobs += [("sentences", voice, tests[place]) for place in places]
    return jobs


def every_step(pitch, steps):
    """The pitch in whole hertz for every 10 ms."""
    places = ((np.arange(steps) + 0.5) * STEP / 16_000 * PITCH_RATE).astype(int)
    return np.clip(pitch[np.minimum(places, len(pitch) - 1)], 0, 2000).round().astype(np.uint16)


class Recorder:
    def __init__(self, kokoro, sentences):
        self.kokoro = kokoro
        self.sentences = sentences
        self.samples, self.pitches, self.styles, self.entries = [], [], [], []
        self.seconds = 0.0

    def record(self, set_name, voice, sentence, style, speed, pitch_scale=1.0):
        ids = self.sentences[sentence]["ids"]
        device_style = torch.from_numpy(style).to(self.kokoro.device)
        sound, frames, pitch = self.kokoro.speak(ids, device_style, speed, pitch_scale)
        if not torch.isfinite(sound).all():
            return
        heard = to_16_khz(sound).clamp(-1, 1).mul(32767).to(torch.int16).cpu().numpy()
        steps = len(heard) // STEP
        pitch = pitch.cpu().numpy()
        voiced = pitch[pitch > LOWEST_PITCH]
        self.samples.append(heard[: steps * STEP])
        self.pitches.append(every_step(pitch, steps))
        self.styles.append(style)
        self.seconds += steps * STEP / 16_000
        self.entries.append(
            {
                "set": set_name,
                "voice": voice,
                "sentence": sentence,
                "speed": round(speed, 3),
                "pitch_scale": round(pitch_scale, 3),
                "samples": steps * STEP,
                "frames": [int(count) for count in frames.tolist()],
                "pitch": round(float(np.median(voiced)), 1) if len(voiced) else 0,
            }
        )

    def write(self, folder, worker):
        np.savez(
            folder / f"{worker}.npz",
            samples=np.concatenate(self.samples),
            pitches=np.concatenate(self.pitches),
            styles=np.stack(self.styles),
        )
        (folder / f"{worker}.json").write_text(json.dumps(self.entries))


def work(worker, options):
    started = time.time()
    torch.set_num_threads(1)
    torch.backends.cuda.matmul.allow_tf32 = True
    rng = np.random.default_rng([options.seed, worker])
    sentences = json.loads(Path(options.sentences).read_text())
    styles = Styles(options.packed, rng)
    recorder = Recorder(Kokoro(options.packed, options.device), sentences)
    tests = [i for i, sentence in enumerate(sentences) if sentence["test"]]
    # Of all languages from the first on, and in the same order in every worker.
    tests = np.random.default_rng(0).permutation(tests).tolist()
    for set_name, voice, sentence in held_out_jobs(styles, tests)[worker :: options.workers]:
        style = styles.preset(voice, len(sentences[sentence]["ids"]) - 2)
        recorder.record(set_name, voice, sentence, style, 1.0)
    known = [i for i, sentence in enumerate(sentences) if not sentence["test"]]
    enough = options.hours * 3600 / options.workers
    while time.time() - started < options.seconds and recorder.seconds < enough:
        sentence = int(rng.choice(known))
        style = styles.random(len(sentences[sentence]["ids"]) - 2)
        pitch_scale = float(np.exp(rng.normal(0, 0.12))) if rng.random() < 0.4 else 1.0
        speed = float(np.clip(np.exp(rng.normal(0, 0.16)), *SPEEDS))
        recorder.record("train", -1, sentence, style, speed, pitch_scale)
    recorder.write(Path(options.output), worker)
    took = time.time() - started
    print(
        f"worker {worker}: {len(recorder.entries)} utterances, {recorder.seconds:.0f} s of speech in {took:.0f} s",
        flush=True,
    )


def load_corpus(folder):
    """`samples`, `pitches` and `styles` of all utterances, and entries that know at which sample theirs begin."""
    arrays, entries, start = {"samples": [], "pitches": [], "styles": []}, [], 0
    for file in sorted(Path(folder).glob("*.npz")):
        stored = np.load(file)
        for name, parts in arrays.items():
            parts.append(stored[name])
        for entry in json.loads(file.with_suffix(".json").read_text()):
            entries.append({**entry, "start": start})
            start += entry["samples"]
    return {name: np.concatenate(parts) for name, parts in arrays.items()}, entries


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("packed")
    parser.add_argument("sentences")
    parser.add_argument("output")
    parser.add_argument("seconds", type=float)
    parser.add_argument("--hours", type=float, default=24)
    parser.add_argument("--workers", type=int, default=15)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    Path(options.output).mkdir(parents=True, exist_ok=True)
    multiprocessing.spawn(work, (options,), nprocs=options.workers)


if __name__ == "__main__":
    main()

"""What Kokoro's decoder is given, what it makes of it for the generator, and what that makes of it, by many voices.

corpus.py PACKED SENTENCES.json OUTPUT SECONDS [--workers 15] [--voices 6] [--most N] [--device cuda] [--seed 1] [--all-voices]
  [--fits FOLDER]

Each worker writes OUTPUT/N.NAME.npy (text 40 times a second, pitch, energy and frames 80 times, sound at 24 kHz in 16 bits, one
utterance after the other; voices [n, 13, 128]) and OUTPUT/N.json. `set` is train, voices (held-out voices and sentences),
sentences (known voices, held-out sentences), offsets (the same with random offsets) or fits (held-out fittings).
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
import torch.multiprocessing as multiprocessing

from teacher import Teacher
from voices import TIMBRE_HALF, Voices

PER_VOICE = {"voices": 12, "sentences": 2, "offsets": 1, "fits": 1}
SAMPLES_PER_FRAME = 300
SPEEDS = (0.7, 1.4)
"""How often the prosody is a preset's, as the service speaks it: then one voice is the preset itself. How often it is a clone's.
Otherwise it is random, and one voice in so many such runs is the one whose prosody is spoken."""
AS_SERVED, CLONED, OWN_TIMBRE = 0.45, 0.3, 0.25
"""How often a pitch is scaled, for presets and for random prosody, and the factors. Clones have factors of their own."""
SCALED, PITCHES = {True: 0.2, False: 0.6}, (0.7, 1.4)
"""How often a sentence is the shorter of two: short ones make room for more voices."""
SHORTER = 0.6
"""Symbols; a longer sentence is spoken by half as many voices."""
LONG = 110


def held_out_jobs(voices, tests):
    """The same whatever the number of workers: (set, voice, sentence)."""
    jobs = []
    for set_name, count in PER_VOICE.items():
        if set_name == "fits" and not voices.held_out_fits:
            continue
        for voice in voices.held_out if set_name == "voices" else voices.usable:
            jobs += [(set_name, voice, tests[(len(jobs) + i) % len(tests)]) for i in range(count)]
    return jobs


class Recorder:
    def __init__(self, teacher, sentences):
        self.teacher, self.sentences = teacher, sentences
        self.arrays = {name: [] for name in ("text", "pitch", "energy", "frames", "sound", "voice")}
        self.entries, self.seconds = [], 0.0

    def record(self, entry, style, voices, pitch_scale=1.0, as_served=False):
        """`as_served`: the first of the voices is the preset whose prosody is spoken."""
        told = torch.from_numpy(np.stack(voices)).to(self.teacher.device)
        style = torch.from_numpy(style).to(self.teacher.device)
        ids = self.sentences[entry["sentence"]]["ids"]
        for turn, (voice, spoken) in enumerate(zip(voices, self.teacher.say(ids, style, entry["speed"], pitch_scale, told))):
            text, pitch, energy, frames, sound = spoken
            text, frames = text.half(), frames.half()
            if not (torch.isfinite(frames).all() and torch.isfinite(sound).all()):
                continue
            if not len(sound) / SAMPLES_PER_FRAME == len(pitch) == len(frames) == 2 * len(text):
                raise ValueError(f"{len(text)} of text, {len(pitch)} pitches, {len(frames)} frames, {len(sound)} samples")
            sound = sound.clamp(-1, 1).mul(32767).round().to(torch.int16)
            made = {"text": text, "pitch": pitch, "energy": energy, "frames": frames, "sound": sound}
            for name, values in made.items():
                self.arrays[name].append(values.cpu().numpy())
            self.arrays["voice"].append(voice)
            self.entries.append(entry | {"frames": len(pitch), "served": as_served and turn == 0})
            self.seconds += len(pitch) / 80

    def write(self, folder, worker):
        for name in list(self.arrays):
            parts = self.arrays.pop(name)
            joined = np.stack(parts) if name == "voice" else np.concatenate(parts)
            np.save(folder / f"{worker}.{name}.npy", joined)
        (folder / f"{worker}.json").write_text(json.dumps(self.entries))


def work(worker, options):
    started = time.time()
    torch.set_num_threads(1)
    if options.device == "cuda":
        # What is cached is given back before this is passed.
        torch.cuda.set_per_process_memory_fraction(0.95 / options.workers)
    rng = np.random.default_rng([options.seed, worker])
    sentences = json.loads(Path(options.sentences).read_text())
    voices = Voices(options.packed, rng, options.all_voices, options.fits)
    recorder = Recorder(Teacher(options.packed, options.device), sentences)
    tests = [i for i, sentence in enumerate(sentences) if sentence["test"]]
    # Of all languages from the first on, and in the same order in every worker.
    tests = np.random.default_rng(0).permutation(tests).tolist()
    for set_name, voice, sentence in held_out_jobs(voices, tests)[worker :: options.workers][: options.most]:
        symbols = len(sentences[sentence]["ids"]) - 2
        style, pitch_scale = voices.preset(voice, symbols), 1.0
        told = np.tile(style[TIMBRE_HALF], (13, 1))
        if set_name == "offsets":
            told = told + voices.offsets(always=True)
        if set_name == "fits":
            clone = voices.some_clone(voices.held_out_fits)
            style, pitch_scale = voices.clone_style(clone, symbols), clone.pitch_scale
            told = voices.clone_voice(clone, symbols, 1.0)
        entry = {"set": set_name, "voice": voice, "sentence": sentence, "speed": 1.0}
        recorder.record(entry, style, [told.astype(np.float32)], float(pitch_scale))
    known = [i for i, sentence in enumerate(sentences) if not sentence["test"]]
    runs = 0
    while time.time() - started < options.seconds and runs < options.most:
        runs += 1
        drawn = rng.choice(known, 2 if rng.random() < SHORTER else 1).tolist()
        sentence = min(drawn, key=lambda i: len(sentences[i]["ids"]))
        symbols = len(sentences[sentence]["ids"]) - 2
        count = options.voices if symbols < LONG else max(1, options.voices // 2)
        kind = rng.random()
        as_served, cloned = kind < AS_SERVED, kind > 1 - CLONED and bool(voices.fits)
        pitch_scale = float(np.exp(rng.uniform(*np.log(PITCHES)))) if rng.random() < SCALED[as_served] else 1.0
        if cloned:
            clone = voices.some_clone(voices.fits)
            style, pitch_scale = voices.clone_style(clone, symbols), voices.clone_pitch(clone)
            chosen = voices.clones(clone, symbols, count)
        else:
            style = voices.preset(rng.choice(voices.usable), symbols) if as_served else voices.random(symbols)
            chosen = [voices.voice(voices.row_of(symbols)) for _ in range(count)]
        if as_served:
            chosen[0] = np.tile(style[TIMBRE_HALF], (13, 1)).astype(np.float32)
        elif not cloned and rng.random() < OWN_TIMBRE:
            chosen[0] = voices.voice(voices.row_of(symbols), style[TIMBRE_HALF])
        speed = float(np.clip(np.exp(rng.normal(0, 0.16)), *SPEEDS))
        entry = {"set": "train", "voice": -1, "sentence": sentence, "speed": speed}
        recorder.record(entry, style, chosen, pitch_scale, as_served and pitch_scale == 1)
    recorder.write(Path(options.output), worker)
    took = time.time() - started
    print(f"worker {worker}: {runs} runs, {recorder.seconds:.0f} s of speech in {took:.0f} s", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("packed")
    parser.add_argument("sentences")
    parser.add_argument("output")
    parser.add_argument("seconds", type=float)
    parser.add_argument("--workers", type=int, default=15)
    parser.add_argument("--voices", type=int, default=6)
    parser.add_argument("--most", type=int, default=10**9)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all-voices", action="store_true")
    parser.add_argument("--fits")
    options = parser.parse_args()
    Path(options.output).mkdir(parents=True, exist_ok=True)
    multiprocessing.spawn(work, (options,), nprocs=options.workers)


if __name__ == "__main__":
    main()

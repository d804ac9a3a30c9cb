"""Styles of presets that a recogniser understands better, by its gradient.

refine.py BUILD OUTPUT SECONDS [--workers 14] [--presets hu_zsofia …] [--device cuda]

A preset's style, a blend of Kokoro's voices, is moved along the directions in which voices differ. Whisper small says where to:
nats per character of the true text, over two thirds of the sentences for tuning. The other third says how far to go, and
Whisper base, which is never asked for a gradient, whether it was understanding that rose and not only what Whisper small likes to
hear. One line of OUTPUT for each preset. BUILD/presets.json maps presets to their languages and recipes.
"""

import argparse
import json
import sys
import time
from pathlib import Path

import numpy as np
import torch
import torch.multiprocessing as multiprocessing

sys.path[:0] = [str(Path(__file__).parent.parent / folder) for folder in ("kokoro", "voices")]
from gradients import differentiable  # noqa: E402
from network import DURATIONS, PITCH, WAVEFORM, Kokoro  # noqa: E402
from resample import to_16_khz  # noqa: E402
from search import character_errors, in_pairs  # noqa: E402
from styles import MIDDLE_ROWS, principal_moves  # noqa: E402
from weights import read_voices  # noqa: E402
from whisper import Whisper  # noqa: E402

"""In standard deviations of the voices: the length of one step, and of all steps together in each half of a style."""
STEP, FURTHEST = 0.06, 2.0
"""What a standard deviation in one direction must gain, in nats per character, to be worth it."""
COST = 0.004
"""Of the sound, in decibels: what only a clean recording shows is not followed."""
NOISE = (20, 40)
"""Sentences in pairs for each step, and steps between two looks at those that are held out."""
BATCH, LOOK_EVERY = 3, 10
HELD_OUT_EVERY = 3


class Preset:
    """A style with as many numbers to move as there are directions."""

    def __init__(self, folder, recipe, device):
        names, voices = read_voices(folder)
        shares = np.array(list(recipe.values()), np.float32)
        table = np.tensordot(shares / shares.sum(), voices[[names.index(name) for name in recipe]], 1)
        self.table = torch.from_numpy(table).to(device)
        moves = principal_moves(voices[:, MIDDLE_ROWS].mean(1))
        self.moves = [torch.from_numpy(half.astype(np.float32)).to(device) for half in moves]
        self.places = [torch.zeros(len(half), device=device, requires_grad=True) for half in moves]

    def offset(self, places=None):
        return torch.cat([place @ half for place, half in zip(places or self.places, self.moves)])

    def style(self, symbols, places=None):
        row = min(max(symbols, 1), len(self.table)) - 1
        return self.table[row] + self.offset(places)

    @torch.no_grad()
    def limit(self):
        for place in self.places:
            place.mul_(min(1.0, FURTHEST / max(place.norm().item(), 1e-9)))


class Refiner:
    def __init__(self, options, data, kokoro, judges, preset, language, recipe):
        self.kokoro, self.judges, self.name, self.language = kokoro, judges, preset, language
        self.vocabulary, self.rng = data["vocabulary"], np.random.default_rng(5)
        tuning = [s for s in data["languages"][language] if s["kind"] == "tuning"]
        pairs = [{"text": s["text"], "clauses": [s["phonemes"]]} for s in tuning]
        pairs = [(pair["text"], " ".join(pair["clauses"])) for pair in in_pairs(pairs)]
        self.held_out = pairs[::HELD_OUT_EVERY]
        self.used = [pair for i, pair in enumerate(pairs) if i % HELD_OUT_EVERY]
        self.preset = Preset(options.build, recipe, options.device)

    def ids(self, phonemes):
        return [0, *(self.vocabulary[symbol] for symbol in phonemes), 0]

    def noisy(self, sound):
        below = 10 ** (-self.rng.uniform(*NOISE) / 20)
        return sound + torch.randn_like(sound) * sound.detach().pow(2).mean().sqrt() * below

    def learn(self, text, phonemes):
        """Leaves the gradient of one pair in place. → nats per character"""
        waveform, _ = differentiable(self.kokoro, self.ids(phonemes), self.preset.style(len(phonemes)))
        sound = self.noisy(to_16_khz(waveform.reshape(-1)))
        small = self.judges["small"]
        surprise = small.surprise(small.listen([sound]), [text], [self.language])[0]
        (surprise / BATCH).backward()
        return surprise.item()

    @torch.no_grad()
    def look(self, places, pairs, hear=False):
        """What each judge makes of the pairs, the seconds that they take and their pitch."""
        sounds, pitches = [], []
        for _, phonemes in pairs:
            style = self.preset.style(len(phonemes), places)
            waveform, pitch = self.kokoro.run(self.ids(phonemes), style, outputs=(WAVEFORM, PITCH))
            sounds.append(torch.nan_to_num(to_16_khz(waveform.reshape(-1))).clamp(-1, 1))
            pitches.append(pitch.reshape(-1))
        voiced = torch.cat(pitches)
        found = {"seconds": sum(map(len, sounds)) / 16_000, "pitch": voiced[voiced > 50].median().item()}
        texts, languages = [text for text, _ in pairs], [self.language] * len(pairs)
        for name, judge in self.judges.items():
            heard = judge.listen(sounds)
            found[name] = judge.surprise(heard, texts, languages).mean().item()
            if hear:
                found[f"{name} errors"] = character_errors(list(zip(texts, judge.transcribe(heard, languages))))
        return found

    def run(self, seconds):
        started, steps, lost = time.time(), 0, 0
        stay = [torch.zeros_like(place) for place in self.preset.places]
        averaged = [place.clone() for place in stay]
        before = self.look(stay, self.held_out)
        best = (before["small"] + before["base"], 0, stay)
        optimiser = torch.optim.Adam(self.preset.places, lr=STEP, betas=(0.8, 0.95))
        order = []
        while time.time() - started < seconds:
            optimiser.zero_grad()
            for _ in range(BATCH):
                order = order or list(self.rng.permutation(len(self.used)))
                try:
                    self.learn(*self.used[order.pop()])
                except torch.cuda.OutOfMemoryError:
                    torch.cuda.empty_cache()
                    lost += 1
            (COST * sum(place.pow(2).sum() for place in self.preset.places)).backward()
            if all(torch.isfinite(place.grad).all() for place in self.preset.places):
                optimiser.step()
            else:
                lost += BATCH
            self.preset.limit()
            steps += 1
            averaged = [0.9 * kept + 0.1 * place.detach() for kept, place in zip(averaged, self.preset.places)]
            if steps % LOOK_EVERY == 0:
                # Early averages still have their beginning at nothing in them.
                places = [kept / (1 - 0.9**steps) for kept in averaged]
                now = self.look(places, self.held_out)
                if (score := now["small"] + now["base"]) < best[0]:
                    best = (score, steps, places)
        ends = {
            when: {
                "used": self.look(places, self.used),
                "held out": self.look(places, self.held_out, hear=True),
            }
            for when, places in (("before", stay), ("after", best[2]))
        }
        return {
            "preset": self.name,
            "offset": [round(x, 4) for x in self.preset.offset(best[2]).tolist()],
            "norms": [round(place.norm().item(), 2) for place in best[2]],
            "steps": steps,
            "taken": best[1],
            "lost": lost,
            **ends,
        }


def work(worker, options, jobs, results):
    torch.set_num_threads(1)
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.backends.cudnn.allow_tf32 = True
    data = json.loads((Path(options.build) / "languages.json").read_text())
    presets = json.loads((Path(options.build) / "presets.json").read_text())
    kokoro = Kokoro(options.build, options.device)
    dtype = torch.bfloat16 if options.device == "cuda" else torch.float32
    judges = {
        "small": Whisper(options.build, options.device, dtype),
        "base": Whisper(options.build, options.device, dtype, model="base"),
    }
    while (name := jobs.get()) is not None:
        language, recipe = presets[name]
        results.put(Refiner(options, data, kokoro, judges, name, language, recipe).run(options.seconds))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("output")
    parser.add_argument("seconds", type=float, help="for each preset")
    parser.add_argument("--presets", nargs="*")
    parser.add_argument("--workers", type=int, default=14)
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    presets = options.presets or list(json.loads((Path(options.build) / "presets.json").read_text()))
    context = multiprocessing.get_context("spawn")
    jobs, results = context.Queue(), context.Queue()
    for job in [*presets, *[None] * options.workers]:
        jobs.put(job)
    workers = [
        context.Process(target=work, args=(i, options, jobs, results), daemon=True) for i in range(options.workers)
    ]
    for worker in workers:
        worker.start()
    with open(options.output, "a") as file:
        for _ in presets:
            found = results.get(timeout=options.seconds + 300)
            file.write(json.dumps(found) + "\n")
            file.flush()
            print(json.dumps({key: value for key, value in found.items() if key != "offset"}), flush=True)


if __name__ == "__main__":
    main()

"""Voices as the service clones them: fits.py BUILD SENTENCES.json OUTPUT SECONDS [--workers 15] [--most N] [--device cuda]

English presets and people (BUILD/voices/people, where there are any), most of them with another vocal tract, are matched and
then fitted as the service does it. Offsets so found change the sound far more than random ones of the same size, since all parts
change it together. OUTPUT/N.npz, a row for every fourth step: base, style [256], pitch_scale, offsets [13, 128].
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
import torch.multiprocessing as multiprocessing

import kokoro_path  # noqa: F401
from heard import PRINT, NoVoice, mean_log_pitch
from matching import match
from resample import to_16_khz
from studio import Speaker, Studio, read_wave
from vocal_tract import reshaped

KEPT_EVERY = 4
NETWORKS = Path(__file__).resolve().parents[2] / "assets" / "voices"
"""Fewer rounds than the service's six: the fitting goes on from there."""
ROUNDS = 3
"""How many recordings are as they are. Of the others: factors on the formants, decibels by octave, and by how much the pitch
differs (logarithm), of which half follows the formants."""
UNCHANGED = 0.3
SHIFTS, TILT_DB, PITCHES = (0.82, 1.2), 2.0, 0.12
"""Targets that only the first workers fit, whose fittings are for tests: see training/decoder/voices.py."""
TEST_TARGETS, TEST_WORKERS = 6, 2


class Targets:
    """Presets by number, people by name. The first of them are for tests, and the same in every worker."""

    def __init__(self, studio, folder, worker):
        self.studio, self.folder = studio, folder
        file = folder / "people.json"
        self.people = {one["name"]: one["logPitch"] for one in json.loads(file.read_text())} if file.exists() else {}
        self.english = [i for i, name in enumerate(studio.styles.names) if name[0] in "ab"]
        every = np.random.default_rng(0).permutation(np.array([*self.english, *self.people], dtype=object)).tolist()
        self.all = every[:TEST_TARGETS] if worker < TEST_WORKERS else every[TEST_TARGETS:]

    def recordings(self, target):
        """Two of 16 kHz, with the mean logarithm of their pitch."""
        if target in self.people:
            sounds = [read_wave(self.folder / f"{target}-{which}.wav").to(self.studio.device) for which in "ab"]
            return *sounds, torch.tensor(self.people[target], device=self.studio.device)
        (seen, pitch), (unseen, _) = (
            self.studio.speak(self.studio.preset(target), target, some)
            for some in (self.studio.references, self.studio.tests)
        )
        return to_16_khz(seen), to_16_khz(unseen), mean_log_pitch(pitch)

    def speaker(self, rng):
        """Of any target, as it is or as somebody else might sound."""
        target = self.all[rng.integers(len(self.all))]
        seen, unseen, log_pitch = self.recordings(target)
        if rng.random() > UNCHANGED:
            shift, tilt = rng.uniform(*SHIFTS), rng.normal(0, TILT_DB)
            seen, unseen = (reshaped(sound, shift, tilt) for sound in (seen, unseen))
            log_pitch = log_pitch + 0.5 * np.log(shift) + rng.normal(0, PITCHES)
        others = [voice for voice in self.english if voice != target]
        return Speaker(self.studio, str(target), seen, unseen, log_pitch, others)


def nearest_preset(speaker):
    """By the surrogate: to speak as every preset would take as long as a fitting."""
    studio = speaker.studio
    styles = torch.from_numpy(studio.usual[speaker.candidates]).to(studio.device)
    with torch.no_grad():
        near = studio.surrogate(styles)[:, :PRINT] @ speaker.heard[:PRINT]
    return speaker.candidates[near.argmax().item()]


def matched(speaker, base):
    """The style from which the service fits: see evaluate.py."""
    studio = speaker.studio
    with torch.no_grad():
        mapped = studio.style_of_print(torch.cat([speaker.heard[:PRINT], speaker.heard[-1:]])[None])[0]
    start = torch.cat([mapped[:128], speaker.style[128:]])
    timbre = torch.cat([torch.ones(128), torch.zeros(128)]).to(studio.device)
    return match(studio.surrogate, studio.span, speaker.target, start, speaker.real(base), ROUNDS, timbre)[0]


def work(worker, options):
    started = time.time()
    torch.set_num_threads(1)
    studio = Studio(options)
    rng = np.random.default_rng([options.seed, worker])
    targets = Targets(studio, Path(options.build) / "voices" / "people", worker)
    rows, fitted = [], 0
    over = lambda: time.time() - started > options.seconds or len(rows) >= options.most
    while not over():
        try:
            speaker = targets.speaker(rng)
            base = nearest_preset(speaker) if rng.random() < 0.7 else rng.choice(speaker.candidates).item()
            style = matched(speaker, base)
            _, pitch = studio.speak(style, base, studio.steps[:2])
            scale = speaker.pitch_scale(pitch)
            fitted += 1
            for step, offsets in enumerate(speaker.fit(style, base), 1):
                if step % KEPT_EVERY == 0 or options.most == 1:
                    rows.append((base, style.cpu().numpy(), scale, offsets.cpu().numpy().copy()))
                if over():
                    break
        except NoVoice as error:
            print(f"worker {worker}: {error}", flush=True)
    if not rows:
        return print(f"worker {worker}: no time for a step", flush=True)
    columns = (np.array(column, np.float32) for column in zip(*rows))
    np.savez(Path(options.output) / f"{worker}.npz", **dict(zip(("base", "style", "pitch_scale", "offsets"), columns)))
    size = np.sqrt(np.square(rows[-1][-1]).mean())
    print(f"worker {worker}: {fitted} fittings, {len(rows)} kept, the last {size:.3f} long", flush=True)


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

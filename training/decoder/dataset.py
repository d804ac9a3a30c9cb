"""The corpus on one device: rows of 1/80 s, with silence around each utterance."""

import json
from pathlib import Path

import numpy as np
import torch

import kokoro_path  # noqa: F401
from network import TIMBRE_PARTS
from front import FRONT_CONTEXT
from source import FRAME, curves_of, phases_of
from student import CONTEXT, INPUT
from teacher import DECODER_PARTS, GENERATOR_PARTS

"""A window begins at most so many rows before its utterance, and ends so many after it."""
BEYOND = 16
PAD = BEYOND + CONTEXT + FRONT_CONTEXT
"""Rows after the last utterance, which may be shorter than a window."""
SPARE = 512
ROWS_AT_ONCE = 1 << 19
SETS = ("train", "voices", "sentences", "offsets", "fits")
"""Rows of a window that lie beyond its sound: one frame is made and overlaps, two more say where the pulses come from."""
BESIDE = 3
"""In deviations of a frame's numbers. The service's decoder has 8 bits, which move its frames by 0.05 to 0.085."""
ROUGHNESS = 0.07
"""How often a preset with its own prosody is drawn, compared with other voices of the same length."""
SERVED = 6.0


class Corpus:
    def __init__(self, folder, device, sets=SETS):
        self.device = device
        files = sorted(Path(folder).glob("*.json"), key=lambda file: int(file.stem))
        lists = [json.loads(file.read_text()) for file in files]
        rows = sum(e["frames"] + 2 * PAD for entries in lists for e in entries if e["set"] in sets) + SPARE
        self.frames = torch.zeros(rows, INPUT, dtype=torch.float16, device=device)
        self.text = torch.zeros(rows // 2, INPUT, dtype=torch.float16, device=device)
        self.pitch, self.energy, self.phase, self.inside = torch.zeros(4, rows, device=device)
        self.sound = torch.zeros(rows, FRAME, dtype=torch.int16, device=device)
        self.entries, self.all_parts = [], []
        for file, entries in zip(files, lists):
            self.put(file, entries, np.array([entry["set"] in sets for entry in entries]))
        self.sound = self.sound.flatten()
        parts = torch.cat(self.all_parts)
        self.voices, self.decoder_voices = (parts[:, some].contiguous() for some in (GENERATOR_PARTS, DECODER_PARTS))
        self.starts = torch.tensor([entry["start"] for entry in self.entries], device=device)
        self.lengths = torch.tensor([entry["frames"] for entry in self.entries], device=device)
        self.hours = self.lengths.sum().item() / 80 / 3600

    def put(self, file, entries, kept):
        """What one worker has written, all utterances at once."""
        if not kept.any():
            return
        counts = np.array([entry["frames"] for entry in entries])
        before = self.entries[-1]["start"] + self.entries[-1]["frames"] + PAD if self.entries else 0
        starts = before + PAD + np.cumsum(counts[kept] + 2 * PAD) - counts[kept] - 2 * PAD
        own = [entry for entry, keep in zip(entries, kept) if keep]
        self.entries += [entry | {"start": start} for entry, start in zip(own, starts.tolist())]
        firsts = np.cumsum(counts[kept]) - counts[kept]
        here = np.repeat(starts - firsts, counts[kept]) + np.arange(counts[kept].sum())
        here = torch.from_numpy(here).to(self.device)
        chosen = np.repeat(kept, counts)

        def read(name, chosen, width=()):
            array = np.load(file.with_name(f"{file.stem}.{name}.npy"), mmap_mode="c").reshape(len(chosen), *width)
            return torch.from_numpy(np.asarray(array if chosen.all() else array[chosen])).to(self.device)

        self.all_parts.append(read("voice", kept, (len(TIMBRE_PARTS), 128)))
        self.frames[here], self.sound[here] = read("frames", chosen, (INPUT,)), read("sound", chosen, (FRAME,))
        self.text[here[::2] // 2] = read("text", chosen[::2], (INPUT,))
        pitch = read("pitch", chosen)
        self.pitch[here], self.energy[here], self.inside[here] = pitch, read("energy", chosen), 1.0
        self.phase[here] = phases_of(pitch, torch.from_numpy(firsts).to(self.device))

    def of_set(self, name):
        return [i for i, entry in enumerate(self.entries) if entry["set"] == name]

    def measure(self):
        """Mean and deviation of the frames, over every fifth."""
        return mean_and_deviation(self.frames[::5], self.inside[::5])

    def measure_text(self):
        return mean_and_deviation(self.text[::5], self.inside[::10])

    def normalise(self, mean, deviation):
        self.even(self.frames, mean, deviation, self.inside)
        self.statistics = torch.cat([*self.moments(self.frames, 1), self.moments_of_curves()], -1)

    def normalise_text(self, mean, deviation):
        self.even(self.text, mean, deviation, self.inside[::2])
        self.text_statistics = torch.cat([*self.moments(self.text, 2), self.moments_of_curves()], -1)

    @staticmethod
    def even(values, mean, deviation, inside):
        for first in range(0, len(values), ROWS_AT_ONCE):
            part = slice(first, first + ROWS_AT_ONCE)
            values[part] = ((values[part].float() - mean) / deviation * inside[part, None]).half()

    def moments(self, values, step):
        """[utterances, n] twice: mean and deviation of each number. `step`: rows for each of the values."""
        owner = torch.zeros(len(values), dtype=torch.long, device=self.device)
        owner[(self.starts - PAD) // step] = 1
        owner = owner.cumsum(0) - 1
        total, squares = torch.zeros(2, len(self.entries), values.shape[1], device=self.device)
        for first in range(0, len(values), ROWS_AT_ONCE):
            part = slice(first, first + ROWS_AT_ONCE)
            some = values[part].float()
            total.index_add_(0, owner[part], some)
            squares.index_add_(0, owner[part], some.square())
        size = self.lengths[:, None] / step
        return total / size, ((squares - total.square() / size).clamp(min=0) / (size - 1)).sqrt()

    def moments_of_curves(self):
        """[utterances, 5]: mean pitch where voiced, share of voiced frames, mean and deviation of the energy, and the
        logarithm of the length."""
        means, deviations = self.moments(curves_of(self.pitch, self.energy, self.inside), 1)
        height, voiced, loudness = means.split(1, -1)
        size = self.lengths[:, None].float()
        return torch.cat([height / voiced.clamp(min=1 / size), voiced, loudness, deviations[:, 2:], (size / 400).log()], -1)

    def sampler(self, set_name, seed, frames):
        """Draws windows: utterances, and rows where they begin."""
        chosen = torch.tensor(self.of_set(set_name), device=self.device)
        served = torch.tensor([entry.get("served", False) for entry in self.entries], device=self.device)
        weights = (self.lengths - frames / 2).clamp(min=1) * torch.where(served, SERVED, 1.0)
        weights = weights[chosen]
        generator = torch.Generator(self.device).manual_seed(seed)

        def draw(count):
            picked = chosen[torch.multinomial(weights, count, replacement=True, generator=generator)]
            room = (self.lengths[picked] - frames + 2 * BEYOND).clamp(min=1)
            # Where a row of the text begins, too.
            place = (torch.rand(count, device=self.device, generator=generator) * room / 2).long() * 2 - BEYOND
            return picked, self.starts[picked] + place

        return draw

    def window(self, picked, start, frames):
        """`frames` of sound, with all the context that they need."""
        around = lambda more: start[:, None] + torch.arange(-more, frames + more, device=self.device)
        wide, near = around(CONTEXT), around(BESIDE)
        samples = start[:, None] * FRAME + torch.arange(frames * FRAME, device=self.device)
        return {
            "frames": self.frames[wide].float(),
            "curves": curves_of(self.pitch[wide], self.energy[wide], self.inside[wide]),
            "pitch": self.pitch[near],
            "phase": self.phase[near],
            "voice": self.voices[picked],
            "statistics": self.statistics[picked],
            "sound": self.sound[samples].float() / 32767,
        }

    def texts(self, picked, start, frames):
        """The same window for the front: what Kokoro's decoder is given, and where in it the utterance is."""
        beside = CONTEXT + FRONT_CONTEXT
        wide = start[:, None] + torch.arange(-beside, frames + beside, device=self.device)
        return {
            "text": self.text[wide[:, ::2] // 2].float(),
            "text_curves": curves_of(self.pitch[wide], self.energy[wide], self.inside[wide]),
            "inside": self.inside[wide, None],
            "decoder_voice": self.decoder_voices[picked],
            "text_statistics": self.text_statistics[picked],
        }

    def place(self, i):
        """One utterance as one window."""
        return torch.tensor([i], device=self.device), self.starts[i : i + 1], self.entries[i]["frames"]

    def whole(self, i):
        return self.window(*self.place(i))


def mean_and_deviation(values, inside):
    some = values[inside > 0].float()
    return some.mean(0), some.std(0) + 1e-3


def roughen(window, deviation):
    """Moves the frames as rounding to 8 bits does. Rows outside the utterance stay zero."""
    frames = window["frames"]
    return window | {"frames": frames + torch.randn_like(frames) * deviation * (frames != 0)}

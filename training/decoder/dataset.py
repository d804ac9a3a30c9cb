"""The corpus on one device: rows of 1/80 s, with silence around each utterance."""

import json
from pathlib import Path

import numpy as np
import torch

import kokoro_path  # noqa: F401
from network import TIMBRE_PARTS
from source import FRAME, curves_of, phases_of
from student import CONTEXT, INPUT
from teacher import GENERATOR_PARTS

PAD = 2 * CONTEXT
ROWS_AT_ONCE = 1 << 19
SETS = ("train", "voices", "sentences", "offsets", "fits")
"""Rows of a window that lie beyond its sound: one frame is made and overlaps, two more say where the pulses come from."""
BESIDE = 3


class Corpus:
    def __init__(self, folder, device, sets=SETS):
        self.device = device
        files = sorted(Path(folder).glob("*.json"), key=lambda file: int(file.stem))
        lists = [json.loads(file.read_text()) for file in files]
        rows = sum(e["frames"] + 2 * PAD for entries in lists for e in entries if e["set"] in sets)
        self.frames = torch.zeros(rows, INPUT, dtype=torch.float16, device=device)
        self.pitch, self.energy, self.phase, self.inside = torch.zeros(4, rows, device=device)
        self.sound = torch.zeros(rows, FRAME, dtype=torch.int16, device=device)
        self.entries, self.voices = [], []
        for file, entries in zip(files, lists):
            self.put(file, entries, np.array([entry["set"] in sets for entry in entries]))
        self.sound = self.sound.flatten()
        self.voices = torch.cat(self.voices)
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

        self.voices.append(read("voice", kept, (len(TIMBRE_PARTS), 128))[:, GENERATOR_PARTS].contiguous())
        self.frames[here], self.sound[here] = read("frames", chosen, (INPUT,)), read("sound", chosen, (FRAME,))
        pitch = read("pitch", chosen)
        self.pitch[here], self.energy[here], self.inside[here] = pitch, read("energy", chosen), 1.0
        self.phase[here] = phases_of(pitch, torch.from_numpy(firsts).to(self.device))

    def of_set(self, name):
        return [i for i, entry in enumerate(self.entries) if entry["set"] == name]

    def measure(self):
        """Mean and deviation of the frames, over every fifth."""
        some = self.frames[::5][self.inside[::5] > 0].float()
        return some.mean(0), some.std(0) + 1e-3

    def normalise(self, mean, deviation):
        for first in range(0, len(self.frames), ROWS_AT_ONCE):
            part = slice(first, first + ROWS_AT_ONCE)
            even = (self.frames[part].float() - mean) / deviation * self.inside[part, None]
            self.frames[part] = even.half()
        self.statistics = self.measure_utterances()

    def measure_utterances(self):
        """[utterances, 1029]: mean and deviation of each number of a frame; mean pitch where voiced, share of voiced frames,
        mean and deviation of the energy, and the logarithm of the length."""
        count = len(self.entries)
        utterance = torch.zeros(len(self.frames), dtype=torch.long, device=self.device)
        utterance[self.starts - PAD] = 1
        utterance = utterance.cumsum(0) - 1
        frames, squares = torch.zeros(2, count, INPUT, device=self.device)
        curves = torch.zeros(count, 4, device=self.device)
        for first in range(0, len(self.frames), ROWS_AT_ONCE):
            part = slice(first, first + ROWS_AT_ONCE)
            values = self.frames[part].float()
            frames.index_add_(0, utterance[part], values)
            squares.index_add_(0, utterance[part], values.square())
            few = curves_of(self.pitch[part], self.energy[part], self.inside[part])
            curves.index_add_(0, utterance[part], torch.cat([few, few[:, 2:].square()], -1))
        size = self.lengths[:, None].float()
        spread = lambda total, square: ((square - total.square() / size).clamp(min=0) / (size - 1)).sqrt()
        height, voiced, loudness, loudness_square = curves.split(1, -1)
        few = [height / voiced.clamp(min=1), voiced / size, loudness / size, spread(loudness, loudness_square)]
        return torch.cat([frames / size, spread(frames, squares), *few, (size / 400).log()], -1)

    def sampler(self, set_name, seed, frames):
        """Draws windows: utterances, and rows where they begin."""
        chosen = torch.tensor(self.of_set(set_name), device=self.device)
        weights = (self.lengths[chosen] - frames / 2).clamp(min=1).float()
        generator = torch.Generator(self.device).manual_seed(seed)

        def draw(count):
            picked = chosen[torch.multinomial(weights, count, replacement=True, generator=generator)]
            room = (self.lengths[picked] - frames + 32).clamp(min=1)
            place = (torch.rand(count, device=self.device, generator=generator) * room).long() - 16
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

    def whole(self, i):
        """One utterance as one window."""
        return self.window(torch.tensor([i], device=self.device), self.starts[i : i + 1], self.entries[i]["frames"])

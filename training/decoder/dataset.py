"""The corpus on one device: rows of 1/80 s, with silence around each utterance."""

import json
from pathlib import Path

import numpy as np
import torch

import kokoro_path  # noqa: F401
from source import FRAME, curves_of, phase_of
from student import CONTEXT, INPUT, statistics_of
from teacher import GENERATOR_PARTS

PAD = 2 * CONTEXT
ROWS_AT_ONCE = 1 << 19
SETS = ("train", "voices", "sentences", "offsets")
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
        self.sound = torch.zeros(rows * FRAME, dtype=torch.int16, device=device)
        self.entries, voices = [], []
        row = 0
        for file, entries in zip(files, lists):
            stored = {name: self.read(file, name) for name in ("pitch", "energy", "frames", "sound", "voice")}
            first = 0
            for i, entry in enumerate(entries):
                count = entry["frames"]
                if entry["set"] in sets:
                    self.put(row + PAD, first, count, stored)
                    self.entries.append(entry | {"start": row + PAD})
                    voices.append(stored["voice"][i])
                    row += count + 2 * PAD
                first += count
        self.voices = torch.stack(voices)
        self.starts = torch.tensor([entry["start"] for entry in self.entries], device=device)
        self.lengths = torch.tensor([entry["frames"] for entry in self.entries], device=device)
        self.hours = self.lengths.sum().item() / 80 / 3600

    def read(self, file, name):
        array = np.load(file.with_name(f"{file.stem}.{name}.npy"))
        return torch.from_numpy(array[:, GENERATOR_PARTS].copy() if name == "voice" else array).to(self.device)

    def put(self, row, first, count, stored):
        here, there = slice(row, row + count), slice(first, first + count)
        self.frames[here], self.inside[here] = stored["frames"][there], 1.0
        self.pitch[here], self.energy[here] = stored["pitch"][there], stored["energy"][there]
        self.phase[here] = phase_of(self.pitch[here])
        self.sound[row * FRAME : (row + count) * FRAME] = stored["sound"][first * FRAME : (first + count) * FRAME]

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
        self.statistics = torch.stack(
            [
                statistics_of(self.frames[here].float(), self.pitch[here], self.energy[here])
                for here in (slice(entry["start"], entry["start"] + entry["frames"]) for entry in self.entries)
            ]
        )

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

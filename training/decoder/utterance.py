"""One utterance of the corpus as an exported student gets it, window by window."""

import numpy as np
import torch

from dataset import BESIDE
from source import FRAME, filtered, pulses, spectra
from student import CONTEXT, INPUT

"""Frames of a window of the service."""
WINDOW = 40


class Utterance:
    def __init__(self, corpus, i, mean, deviation, seed=3):
        mean, deviation = mean.cpu(), deviation.cpu()
        self.window = {name: values.cpu() for name, values in corpus.whole(i).items()}
        self.start, self.count = corpus.starts[i].item(), corpus.entries[i]["frames"]
        rows = slice(self.start - CONTEXT, self.start + self.count + CONTEXT)
        inside = corpus.inside[rows, None].cpu()
        self.frames = ((corpus.frames[rows].cpu().float() * deviation + mean) * inside).numpy()
        self.inside, self.curves = inside.numpy(), self.window["curves"][0].numpy()
        means, deviations, others = self.window["statistics"].split((INPUT, INPUT, 5), -1)
        self.statistics = torch.cat([means * deviation + mean, deviations * deviation, others], -1).numpy()
        self.tone = pulses(self.window["pitch"], self.window["phase"])
        self.noise = torch.randn(self.tone.shape, generator=torch.Generator().manual_seed(seed))

    def by_pytorch(self, student):
        window, frames = self.window, self.count + 2
        filters = student(window["frames"], window["curves"], window["voice"], window["statistics"])
        return sum(filtered(filters, spectra(self.tone, frames), spectra(self.noise, frames)))[0].numpy()

    def by_model(self, session, size=WINDOW):
        voice = self.window["voice"].flatten(1).numpy()
        sounds = []
        for first in range(0, self.count, size):
            frames = min(size, self.count - first)
            wide = slice(first, first + frames + 2 * CONTEXT)
            samples = slice(first * FRAME, (first + frames + 2 * (BESIDE - 1)) * FRAME)
            feeds = {name: getattr(self, name)[None, wide] for name in ("frames", "curves", "inside")}
            feeds |= {name: getattr(self, name)[:, samples].numpy() for name in ("tone", "noise")}
            sounds.append(session.run(None, feeds | {"voice": voice, "statistics": self.statistics})[0][0])
        return np.concatenate(sounds)

"""The corpus as one stream on the GPU: samples, and for every 10 ms a viseme and five curves."""

import json
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path

import numpy as np
import torch

from articulation import Cue, Tables, cues_of
from corpus import load_corpus
from curves import RATE, targets_of

STEP = 160


@dataclass
class Utterance:
    set: str
    language: str
    """Steps of 10 ms in the stream."""
    first: int
    steps: int
    """By Kokoro's own durations."""
    spoken: list
    """Where they are heard."""
    cues: list


def visemes_of(cues, steps):
    """The viseme at the middle of every step."""
    ends = np.array([cue.end for cue in cues])
    places = np.searchsorted(ends, (np.arange(steps) + 0.5) / RATE, side="right")
    return np.array([cue.viseme for cue in cues])[np.minimum(places, len(cues) - 1)]


def label(job):
    cues, samples, pitches, tables = job
    steps = len(pitches)
    return visemes_of(cues, steps).astype(np.int8), targets_of(cues, samples, pitches, tables).astype(
        np.float16
    )


class Dataset:
    def __init__(self, corpus_folder, sentences_file, tables_file, device, workers):
        self.tables = Tables.read(tables_file)
        self.device = device
        self.workers = workers
        self.arrays, entries = load_corpus(corpus_folder)
        sentences = json.loads(Path(sentences_file).read_text())
        self.utterances = []
        for entry in entries:
            sentence = sentences[entry["sentence"]]
            steps = entry["samples"] // STEP
            cues = cues_of(sentence["phonemes"], entry["frames"], steps / RATE, self.tables)
            place = (entry["set"], sentence["language"], entry["start"] // STEP, steps)
            self.utterances.append(Utterance(*place, cues, cues))
        self.samples = torch.from_numpy(self.arrays["samples"]).to(device)
        trained = np.zeros(len(self.arrays["pitches"]), bool)
        for utterance in self.of_set("train"):
            trained[utterance.first : utterance.first + utterance.steps] = True
        self.trained = torch.from_numpy(trained).to(device)

    def of_set(self, name):
        return [utterance for utterance in self.utterances if utterance.set == name]

    def relabel(self):
        """Labels for the cues as they are now."""
        jobs = (
            (
                utterance.cues,
                self.arrays["samples"][utterance.first * STEP : (utterance.first + utterance.steps) * STEP],
                self.arrays["pitches"][utterance.first : utterance.first + utterance.steps],
                self.tables,
            )
            for utterance in self.utterances
        )
        with Pool(self.workers) as pool:
            labels = list(pool.imap(label, jobs, chunksize=16))
        self.visemes = torch.from_numpy(np.concatenate([visemes for visemes, _ in labels])).to(self.device)
        self.targets = torch.from_numpy(np.concatenate([targets for _, targets in labels])).to(self.device)

    def sound_of(self, utterance):
        samples = self.samples[utterance.first * STEP : (utterance.first + utterance.steps) * STEP]
        return samples.float()[None] / 32768

    def visemes_in(self, utterance):
        return self.visemes[utterance.first : utterance.first + utterance.steps].long()

    def targets_in(self, utterance):
        return self.targets[utterance.first : utterance.first + utterance.steps].float()

    def batch(self, size, steps, pace_spread):
        """Windows anywhere in the stream. Another pace is another pitch and another length of the throat, too."""
        last = len(self.trained) - int(steps * (1 + pace_spread)) - 2
        first = torch.randint(0, last, (size, 1), device=self.device)
        varied = torch.rand(size, 1, device=self.device) < 0.6
        pace = torch.where(
            varied, torch.empty_like(varied, dtype=torch.float).uniform_(-1, 1) * pace_spread + 1, 1
        )
        places = torch.arange(steps * STEP, device=self.device) * pace
        whole = places.long()
        at = first * STEP + whole
        part = places - whole
        sound = (self.samples[at] * (1 - part) + self.samples[at + 1] * part) / 32768
        at = first + ((torch.arange(steps, device=self.device) + 0.5) * pace).long()
        return sound, self.visemes[at].long(), self.targets[at].float(), self.trained[at]


def cues_with(lengths, old):
    """The same cues with other lengths (steps)."""
    cues, at = [], 0
    for cue, length in zip(old, lengths, strict=True):
        cues.append(Cue(cue.viseme, at / RATE, (at + length) / RATE, cue.stress))
        at += length
    return cues

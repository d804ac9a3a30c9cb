"""Whether the exported student sounds as PyTorch has it, whole and in windows: check.py CORPUS CHECKPOINT MODEL.onnx [MODEL.onnx …]"""

import sys
import time

import numpy as np
import onnxruntime
import torch

import checkpoint
import kokoro_path  # noqa: F401
from dataset import BESIDE, Corpus
from losses import Spectra
from source import FRAME, filtered, pulses, spectra
from student import CONTEXT, INPUT, Student

UTTERANCES, WINDOW = 3, 40


class Utterance:
    def __init__(self, corpus, i, mean, deviation):
        self.window, self.start, self.count = corpus.whole(i), corpus.starts[i].item(), corpus.entries[i]["frames"]
        rows = slice(self.start - CONTEXT, self.start + self.count + CONTEXT)
        inside = corpus.inside[rows, None]
        self.frames = ((corpus.frames[rows].float() * deviation + mean) * inside).numpy()
        self.inside, self.curves = inside.numpy(), self.window["curves"][0].numpy()
        means, deviations, others = self.window["statistics"].split((INPUT, INPUT, 5), -1)
        self.statistics = torch.cat([means * deviation + mean, deviations * deviation, others], -1).numpy()
        self.tone = pulses(self.window["pitch"], self.window["phase"])
        generator = torch.Generator().manual_seed(3)
        self.noise = torch.randn(self.tone.shape, generator=generator)

    def by_pytorch(self, student):
        window, frames = self.window, self.count + 2
        filters = student(window["frames"], window["curves"], window["voice"], window["statistics"])
        return sum(filtered(filters, spectra(self.tone, frames), spectra(self.noise, frames)))[0].numpy()

    def by_model(self, session, size):
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


@torch.no_grad()
def main(corpus_folder, folder, *models):
    student = Student().eval()
    if not checkpoint.load_into(folder, "student", student):
        raise FileNotFoundError(f"no student in {folder}")
    corpus = Corpus(corpus_folder, "cpu", ("voices", "sentences"))
    corpus.normalise(student.mean, student.deviation)
    count = min(UTTERANCES, len(corpus.entries))
    utterances = [Utterance(corpus, i, student.mean, student.deviation) for i in range(count)]
    for model in models:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        session = onnxruntime.InferenceSession(model, options)
        for utterance in utterances:
            exact = utterance.by_pytorch(student)
            for name, size in (("whole", utterance.count), (f"windows of {WINDOW} frames", WINDOW)):
                before = time.process_time()
                sound = utterance.by_model(session, size)
                took = (time.process_time() - before) / (len(sound) / 24_000)
                below = 20 * np.log10(exact.std() / max((sound - exact).std(), 1e-12))
                mel = Spectra().mel_distance(torch.from_numpy(sound)[None], torch.from_numpy(exact)[None]).item()
                print(f"{model}, {name}: error {below:.0f} dB below, {mel:.2f} dB of mel, {took:.3f} CPU-s per s", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

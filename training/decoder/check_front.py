"""Whether the exported front gives what PyTorch gives, whole and in windows: check_front.py CORPUS CHECKPOINT MODEL.onnx …"""

import sys
import time

import numpy as np
import onnxruntime
import torch

import checkpoint
from dataset import Corpus
from front import CUT, FRONT_CONTEXT, Whole
from source import curves_of
from student import INPUT

UTTERANCES, WINDOW = 3, 80


class Utterance:
    def __init__(self, corpus, i, front):
        start, self.count = corpus.starts[i].item(), corpus.entries[i]["frames"]
        rows = slice(start - FRONT_CONTEXT, start + self.count + FRONT_CONTEXT)
        halves = slice(rows.start // 2, rows.stop // 2)
        even, self.all_inside = corpus.text[halves].float(), corpus.inside[rows, None]
        self.curves = curves_of(corpus.pitch[rows], corpus.energy[rows], corpus.inside[rows]).numpy()
        self.even, self.told, self.own_voice = even, corpus.text_statistics[i : i + 1], corpus.decoder_voices[i : i + 1]
        self.text = (even * front.deviation + front.mean).numpy()
        self.inside = self.all_inside[::2].numpy()
        means, deviations, others = self.told.split((INPUT, INPUT, 5), -1)
        means, deviations = means * front.deviation + front.mean, deviations * front.deviation
        self.statistics = torch.cat([means, deviations, others], -1).numpy()

    def by_pytorch(self, front):
        inputs = (self.even, torch.from_numpy(self.curves), self.all_inside)
        frames, foretold = front(*(x[None] for x in inputs), self.own_voice, self.told)
        return frames[0].numpy(), foretold[0].numpy()

    def by_model(self, session, size):
        feeds = {"voice": self.own_voice.flatten(1).numpy(), "statistics": self.statistics}
        made = []
        for first in range(0, self.count, size):
            frames = min(size, self.count - first)
            half = slice(first // 2, (first + frames) // 2 + 2 * CUT)
            feeds |= {name: getattr(self, name)[None, half] for name in ("text", "inside")}
            feeds["curves"] = self.curves[None, first : first + frames + 2 * FRONT_CONTEXT]
            window, statistics = session.run(None, feeds)
            made.append(window[0])
        return np.concatenate(made), statistics[0]


@torch.no_grad()
def main(corpus_folder, folder, *models):
    whole = Whole().eval()
    for name, network in (("front", whole.front), ("student", whole.back)):
        if not checkpoint.load_into(folder, name, network):
            raise FileNotFoundError(f"no {name} in {folder}")
    corpus = Corpus(corpus_folder, "cpu", ("voices", "sentences"))
    corpus.normalise_text(whole.front.mean, whole.front.deviation)
    utterances = [Utterance(corpus, i, whole.front) for i in range(min(UTTERANCES, len(corpus.entries)))]
    mean, deviation = whole.back.mean.numpy(), whole.back.deviation.numpy()
    for model in models:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        session = onnxruntime.InferenceSession(model, options)
        for utterance in utterances:
            exact, foretold = utterance.by_pytorch(whole.front)
            for name, size in (("whole", utterance.count), (f"windows of {WINDOW} frames", WINDOW)):
                before = time.process_time()
                frames, statistics = utterance.by_model(session, size)
                took = (time.process_time() - before) / (utterance.count / 80)
                away = np.abs((frames - mean) / deviation - exact).mean()
                of_means = np.abs((statistics[:INPUT] - mean) / deviation - foretold[:INPUT]).mean()
                print(f"{model}, {name}: {away:.5f} deviations away, means {of_means:.5f}, {took:.4f} CPU-s per s", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

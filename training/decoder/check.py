"""Whether the exported student sounds as PyTorch has it, whole and in windows: check.py CORPUS CHECKPOINT MODEL.onnx [MODEL.onnx …]"""

import sys
import time

import numpy as np
import onnxruntime
import torch

import checkpoint
import kokoro_path  # noqa: F401
from dataset import Corpus
from losses import Spectra
from student import Student
from utterance import WINDOW, Utterance

UTTERANCES = 3


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

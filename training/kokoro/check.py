"""Whether the teacher speaks as onnxruntime does: check.py PACKED SENTENCES.json MODEL.onnx [MODEL.onnx …]

For each model: distance of 80 mel bands over 70 dB, and level, with that model's durations. The model of 32 bits shows what
packing costs; the service's own, what its 8-bit products cost as well.
"""

import json
import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch

from network import DURATIONS, TIMBRE_PARTS, WAVEFORM, Kokoro
from weights import read_voices

"""Of the sentences, by place, and who speaks."""
JOBS = ((10, "af_heart"), (3000, "bm_george"), (12000, "zf_xiaobei"))
SIZE, HOP, BANDS, RANGE = 1024, 256, 80, 70


def mel_bank():
    edges = 700 * (10 ** (np.linspace(0, 2595 * np.log10(1 + 12_000 / 700), BANDS + 2) / 2595) - 1)
    hertz = np.arange(SIZE // 2 + 1) * 24_000 / SIZE
    rising = (hertz - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    falling = (edges[2:, None] - hertz) / (edges[2:] - edges[1:-1])[:, None]
    bank = np.maximum(0, np.minimum(rising, falling))
    return bank / bank.sum(1, keepdims=True)


def decibels(sound):
    padded = np.pad(sound.astype(np.float64), SIZE // 2)
    frames = np.lib.stride_tricks.sliding_window_view(padded, SIZE)[::HOP]
    power = np.abs(np.fft.rfft(frames * np.hanning(SIZE + 1)[:-1] / (SIZE / 4))) ** 2 @ mel_bank().T
    return 10 * np.log10(power + 1e-12)


def mel_distance(sound, reference):
    a, b = decibels(sound), decibels(reference)
    return np.abs(np.maximum(a, b.max() - RANGE) - np.maximum(b, b.max() - RANGE)).mean()


def open_model(file):
    model = onnx.load(file)
    if DURATIONS not in {output.name for output in model.graph.output}:
        model.graph.output.append(onnx.helper.make_tensor_value_info(DURATIONS, onnx.TensorProto.FLOAT, None))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(model.SerializeToString(), options)


def feeds_of(session, ids, style):
    """The service's model takes more than the published one; here nothing more is asked of it."""
    one = np.ones(1, np.float32)
    offsets = np.zeros((len(TIMBRE_PARTS), 128), np.float32)
    feeds = {"input_ids": np.array([ids]), "style": style[None], "speed": one}
    feeds |= {"f0_scale": one, "timbre_offsets": offsets}
    return {entry.name: feeds[entry.name] for entry in session.get_inputs()}


def main(packed, sentences_file, *models):
    sentences = json.loads(Path(sentences_file).read_text())
    names, voices = read_voices(packed)
    kokoro = Kokoro(packed, "cpu")
    for model in models:
        session = open_model(model)
        print(Path(model).name)
        for place, name in JOBS:
            ids = sentences[place]["ids"]
            style = voices[names.index(name), len(ids) - 3]
            reference, durations = session.run([WAVEFORM, DURATIONS], feeds_of(session, ids, style))
            edits = {DURATIONS: lambda own: torch.from_numpy(durations).reshape(own.shape)}
            with torch.no_grad():
                sound = kokoro.run(ids, torch.from_numpy(style), 1.0, (WAVEFORM,), edits)[0].reshape(-1).numpy()
            reference = reference.reshape(-1)
            level = 20 * np.log10(sound.std() / reference.std())
            print(f"  {name}: {mel_distance(sound, reference):.2f} dB of mel, level {level:+.2f} dB", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

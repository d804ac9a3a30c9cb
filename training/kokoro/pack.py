"""Kokoro's weights in 8 bits, in parts small enough to be carried to a machine with a GPU.

pack.py MODEL.onnx VOICES_FOLDER OUTPUT_FOLDER
"""

import json
import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

from weights import BLOCK, PARTS

SMALLEST = 4096
VOICE_SHAPE = (510, 256)
"""No sentence of the corpus is longer, so later rows of a voice are not needed."""
ROWS_KEPT = 300
STFT_SIZE = 20


def quantise(values):
    """One scale for every BLOCK numbers: the error is a 254th of the largest of its neighbours."""
    padded = np.pad(values.reshape(-1), (0, -values.size % BLOCK)).reshape(-1, BLOCK)
    scales = (np.abs(padded).max(1) / 127).astype(np.float16)
    divisors = np.where(scales == 0, 1, scales).astype(np.float32)
    steps = np.clip(np.round(padded / divisors[:, None]), -127, 127)
    return steps.astype(np.int8), scales


def split_weights(graph):
    index, steps, scales, kept = [], [], [], []
    for tensor in graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.dtype != np.float32 or values.size < SMALLEST:
            kept.append(tensor)
            continue
        block_steps, block_scales = quantise(values)
        index.append({"name": tensor.name, "shape": values.shape, "blocks": len(block_scales)})
        steps.append(block_steps)
        scales.append(block_scales)
    del graph.initializer[:]
    graph.initializer.extend(kept)
    return index, np.concatenate(steps), np.concatenate(scales)


def measure_fourier(size):
    """[samples, bins, 2]: what onnxruntime's STFT makes of each unit impulse. Its rounding errors decide whether a negative
    real number has the phase pi or -pi, and the generator hears the difference."""
    scalar = numpy_helper.from_array(np.array(size, np.int64), "size")
    window = numpy_helper.from_array(np.ones(size, np.float32), "window")
    node = helper.make_node("STFT", ["signal", "size", "window", "size"], ["spectra"])
    signal = helper.make_tensor_value_info("signal", TensorProto.FLOAT, [1, size * size, 1])
    spectra = helper.make_tensor_value_info("spectra", TensorProto.FLOAT, None)
    graph = helper.make_graph([node], "stft", [signal], [spectra], [scalar, window])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    session = onnxruntime.InferenceSession(model.SerializeToString())
    return session.run(None, {"signal": np.eye(size, dtype=np.float32).reshape(1, -1, 1)})[0][0]


def read_voices(folder):
    files = sorted(Path(folder).glob("*.bin"))
    tables = [np.fromfile(file, np.float32).reshape(VOICE_SHAPE)[:ROWS_KEPT] for file in files]
    return [file.stem for file in files], np.stack(tables).astype(np.float16)


def main(model_file, voices_folder, output):
    parts = [Path(output) / f"part{i}" for i in range(PARTS)]
    for part in parts:
        part.mkdir(parents=True, exist_ok=True)
    model = onnx.load(model_file)
    index, steps, scales = split_weights(model.graph)
    onnx.save(model, parts[0] / "graph.onnx")
    (parts[0] / "index.json").write_text(json.dumps(index))
    scales.tofile(parts[0] / "scales.bin")
    np.save(parts[0] / "fourier.npy", measure_fourier(STFT_SIZE))
    for part, rows in zip(parts, np.array_split(steps, PARTS)):
        rows.tofile(part / "steps.bin")
    names, voices = read_voices(voices_folder)
    np.savez(parts[-1] / "voices.npz", names=names, voices=voices)
    for part in parts:
        print(part, round(sum(file.stat().st_size for file in part.iterdir()) / 1e6, 1), "MB")


if __name__ == "__main__":
    main(*sys.argv[1:])

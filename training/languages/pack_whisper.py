"""Whisper's 8-bit weights by the names PyTorch would give them, in parts small enough to be carried to a machine with a GPU.

pack_whisper.py PACKAGE_FOLDER OUTPUT_FOLDER [MODEL]      (the folder holds onnx/, vocab.json and merges.txt)
"""

import json
import re
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

LARGEST_PART = 75_000_000
PREFIX = re.compile(r"^/?(model[./]decoder[./])?")


def graphs_of(graph):
    yield graph
    for node in graph.node:
        for attribute in node.attribute:
            if attribute.HasField("g"):
                yield from graphs_of(attribute.g)


def tensors_of(file, part):
    """name → (values, scale, zero point); scale 0 for what is kept in 32 bits."""
    graph = onnx.load(file).graph
    stored = {}
    for inner in graphs_of(graph):
        stored |= {tensor.name: numpy_helper.to_array(tensor) for tensor in inner.initializer}
    names = {name: name for name in stored if not name.startswith("onnx::")}
    for inner in graphs_of(graph):
        for node in inner.node:
            if node.op_type == "MatMulInteger":
                path = node.name.removesuffix("/MatMul_quant")
                names[node.input[1]] = f"{path}.weight".replace("/", ".")
    tensors = {}
    for name, values in stored.items():
        known = names.get(name)
        if known is None or values.dtype == np.int64 or re.search("_(scale|zero_point)$", name):
            continue
        clean = PREFIX.sub("", known).lstrip(".").replace("_merged_0", "").removesuffix("_quantized")
        clean = clean.removeprefix("model.decoder.")
        if name.endswith("_quantized"):
            base = name.removesuffix("_quantized")
            tensors[f"{part}.{clean}"] = (values, float(stored[f"{base}_scale"]), int(stored[f"{base}_zero_point"]))
        elif values.dtype == np.float32 and values.ndim:
            tensors[f"{part}.{clean}"] = (values.astype(np.float16), 0.0, 0)
    return tensors


def main(package, output, model="whisper"):
    package, output = Path(package), Path(output)
    tensors = tensors_of(package / "onnx/encoder_model_quantized.onnx", "encoder")
    tensors |= tensors_of(package / "onnx/decoder_model_merged_quantized.onnx", "decoder")
    parts, size = [{}], 0
    for name, (values, scale, zero) in tensors.items():
        if size + values.nbytes > LARGEST_PART:
            parts.append({})
            size = 0
        parts[-1] |= {name: values, f"{name}|": np.array([scale, zero])}
        size += values.nbytes
    for number, part in enumerate(parts):
        folder = output / f"{model}{number}"
        folder.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(folder / "weights.npz", **part)
        print(folder, len(part) // 2, (folder / "weights.npz").stat().st_size)
    vocabulary = json.loads((package / "vocab.json").read_text())
    merges = [line for line in (package / "merges.txt").read_text().split("\n") if line and not line.startswith("#version")]
    (output / f"{model}0" / "tokens.json").write_text(json.dumps({"vocabulary": vocabulary, "merges": merges}))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""ONNX with large weights in 16 bits. They are widened when the model is loaded, so that it computes in 32."""

import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

LARGE = 4_096


def export_onnx(model, example, path, inputs, outputs, keep=(), dynamic=None):
    model = model.float().eval()
    torch.onnx.export(
        model,
        example,
        str(path),
        opset_version=17,
        input_names=inputs,
        output_names=outputs,
        dynamic_axes=dynamic,
        do_constant_folding=False,
        dynamo=False,
    )
    halve_weights(path, keep)
    print(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB", flush=True)


def halve_weights(path, keep):
    """`keep`: parts of names of tensors that need all their bits."""
    model = onnx.load(str(path))
    kept, casts = [], []
    for tensor in model.graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.dtype != "float32" or values.size < LARGE or any(part in tensor.name for part in keep):
            kept.append(tensor)
            continue
        kept.append(numpy_helper.from_array(values.astype("float16"), f"{tensor.name}.half"))
        casts.append(helper.make_node("Cast", [f"{tensor.name}.half"], [tensor.name], to=TensorProto.FLOAT))
    nodes = casts + list(model.graph.node)
    del model.graph.initializer[:], model.graph.node[:]
    model.graph.initializer.extend(kept)
    model.graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))

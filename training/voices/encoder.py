"""Trains the audio → style encoder on the corpus.

encoder.py CORPUS OUTPUT SECONDS
"""

import math
import sys
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

import kokoro_path  # noqa: F401
from augment import augmented
from corpus import load_corpus
from encoder_network import Encoder
from export import export_onnx
from prints import style_loss
from style_space import HALVES, style_scale

BATCH, RATE = 256, 1.5e-3
SECOND = 16_000


class Speech:
    """Cuts of the corpus; an utterance that is shorter than asked for is repeated."""

    def __init__(self, folder, device):
        arrays, entries = load_corpus(folder)
        self.samples, self.styles = (
            torch.from_numpy(arrays[name]).to(device) for name in ("samples", "styles")
        )
        self.start = torch.tensor([entry["start"] for entry in entries], device=device)
        self.length = torch.tensor([entry["samples"] for entry in entries], device=device)
        self.sets = np.array([entry["set"] for entry in entries])

    def of(self, name):
        return torch.from_numpy(np.flatnonzero(self.sets == name)).to(self.start)

    def cut(self, at, length, anywhere=True):
        share = torch.rand(len(at), device=at.device) if anywhere else torch.zeros(len(at), device=at.device)
        first = (share * (self.length[at] - length).clamp_min(0)).long()
        places = (first[:, None] + torch.arange(length, device=at.device)) % self.length[at][:, None]
        return self.samples[self.start[at][:, None] + places].float() / 32_768


def train(model, speech, seconds):
    training = speech.of("train")
    optimiser = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=0.01)
    average = torch.optim.swa_utils.AveragedModel(
        model, avg_fn=lambda old, new, _: old * 0.998 + new * 0.002, use_buffers=False
    )
    rng, began, step = np.random.default_rng(0), time.time(), 0
    while (spent := time.time() - began) < seconds:
        for group in optimiser.param_groups:
            decay = 0.5 + 0.5 * math.cos(math.pi * spent / seconds)
            group["lr"] = RATE * min(1, (step + 1) / 300) * (decay + 0.003)
        at = training[torch.randint(0, len(training), (min(BATCH, len(training)),), device=training.device)]
        sound = augmented(speech.cut(at, int(rng.integers(2, 7)) * SECOND))
        with torch.autocast(sound.device.type, torch.bfloat16):
            found = model(sound)
        loss = style_loss(found.float(), speech.styles[at], model.mean, model.scale)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 3.0)
        optimiser.step()
        average.update_parameters(model)
        step += 1
        if step % 400 == 0:
            print(f"  {step} steps, {spent:.0f} s: loss {loss.item():.3f}", flush=True)
    kept = average.module
    for own, last in zip(kept.buffers(), model.buffers()):
        own.copy_(last)
    return kept.eval()


def report(model, speech):
    for name in ("voices", "sentences"):
        for changed in (False, True):
            torch.manual_seed(5)
            found, true = [], []
            for at in speech.of(name).split(64):
                sound = speech.cut(at, 5 * SECOND, anywhere=False)
                with torch.no_grad():
                    found.append(model(augmented(sound) if changed else sound))
                true.append(speech.styles[at])
            if not found:
                continue
            found, true = ((torch.cat(styles) - model.mean) / model.scale for styles in (found, true))
            cosines = [F.cosine_similarity(found[:, h], true[:, h], dim=1).mean().item() for h in HALVES]
            place = "augmented" if changed else "clean"
            print(
                f"encoder, held-out {name}, {place}: timbre {cosines[0]:.3f}, prosody {cosines[1]:.3f}",
                flush=True,
            )


def main(corpus, output, seconds):
    torch.manual_seed(0)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    speech = Speech(corpus, device)
    known = speech.styles[speech.of("train")]
    model = Encoder(known.mean(0), style_scale(known)).to(device)
    size = sum(parameter.numel() for parameter in model.parameters()) / 1e6
    print(
        f"encoder: {size:.2f} M parameters, {len(known)} utterances, {speech.length.sum().item() / SECOND / 3600:.1f} h",
        flush=True,
    )
    model = train(model, speech, float(seconds))
    report(model, speech)
    Path(output).mkdir(parents=True, exist_ok=True)
    example = (torch.randn(1, 5 * SECOND) * 0.1,)
    export_onnx(
        model.cpu(),
        example,
        Path(output) / "encoder.onnx",
        ["sound"],
        ["style"],
        ["waves"],
        {"sound": {1: "samples"}},
    )


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Trains the viseme network on a corpus of training/kokoro.

train.py CORPUS SENTENCES.json TABLES.json OUTPUT SECONDS [--teacher-seconds 70] [--device cuda] [--workers 15]

Writes OUTPUT/lips.pt, OUTPUT/figures.json and OUTPUT/vox-lips.onnx.
"""

import argparse
import copy
import json
import math
import time
from pathlib import Path

import torch
import torch.nn.functional as F

from alignment import realign
from augment import at_level, distort, mask_mels
from dataset import Dataset
from evaluate import evaluate_all
from export import export
from model import LogMel, student, teacher

STEPS = 320
PACE_SPREAD = 0.14
LEARNING_RATE = 2.5e-3
"""Without what lies ahead the last steps of a window cannot be known."""
UNKNOWABLE = 10
KEPT_WEIGHTS = 0.999
"""Closed lips are what an eye misses first."""
CLOSURE_WEIGHT = 1.5
CURVES_SHARE = 6.0
REPORT_SECONDS = 15


def softened(visemes):
    """Nobody knows a boundary to 10 ms."""
    one_hot = F.one_hot(visemes, 15).float().transpose(1, 2)
    before = torch.cat([one_hot[:, :, :1], one_hot[:, :, :-1]], 2)
    after = torch.cat([one_hot[:, :, 1:], one_hot[:, :, -1:]], 2)
    return 0.76 * one_hot + 0.12 * (before + after)


def loss_of(scores, curves, visemes, targets, known):
    known = known.clone()
    known[:, -UNKNOWABLE:] = False
    weight = known * torch.where(visemes == 1, CLOSURE_WEIGHT, 1.0)
    by_viseme = -(torch.log_softmax(scores.float(), 1) * softened(visemes)).sum(1)
    by_curve = (torch.sigmoid(curves.float()) - targets.transpose(1, 2)).square().mean(1)
    return ((by_viseme + CURVES_SHARE * by_curve) * weight).sum() / weight.sum()


def follow(kept, lips):
    """The mean of the last thousand states is better than any of them."""
    with torch.no_grad():
        for mean, value in zip(kept.state_dict().values(), lips.state_dict().values()):
            if mean.is_floating_point():
                mean.lerp_(value, 1 - KEPT_WEIGHTS)
            else:
                mean.copy_(value)


def train(lips, dataset, seconds, batch_size, is_teacher):
    device = dataset.device
    mel, lips = LogMel().to(device), lips.to(device)
    kept = copy.deepcopy(lips).eval()
    optimizer = torch.optim.AdamW(lips.parameters(), lr=LEARNING_RATE, weight_decay=1e-2)
    started = reported = time.time()
    step = 0
    while (elapsed := time.time() - started) < seconds:
        rate = LEARNING_RATE * min(1, (step + 1) / 300) * (0.5 + 0.5 * math.cos(math.pi * elapsed / seconds))
        for group in optimizer.param_groups:
            group["lr"] = rate + 1e-6
        sound, visemes, targets, known = dataset.batch(batch_size, STEPS, 0 if is_teacher else PACE_SPREAD)
        with torch.no_grad():
            mels = mel(at_level(sound) if is_teacher else distort(sound))
            mels = mels if is_teacher else mask_mels(mels)
        with torch.autocast(device.type, torch.bfloat16):
            scores, curves = lips(mels)
        loss = loss_of(scores, curves, visemes, targets, known)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(lips.parameters(), 2.0)
        optimizer.step()
        # At first the mean is of few states only.
        if step < 1000:
            kept.load_state_dict(lips.state_dict())
        else:
            follow(kept, lips)
        step += 1
        if time.time() - reported > REPORT_SECONDS:
            reported = time.time()
            right = (scores.argmax(1) == visemes)[known].float().mean()
            print(f"step {step}, {elapsed:.0f} s, loss {loss.item():.3f}, right {right.item():.3f}", flush=True)
    print(f"{step} steps, {sum(p.numel() for p in lips.parameters()) / 1e6:.2f} M parameters", flush=True)
    return kept.eval()


def main():
    parser = argparse.ArgumentParser()
    for name in ("corpus", "sentences", "tables", "output"):
        parser.add_argument(name)
    parser.add_argument("seconds", type=float)
    parser.add_argument("--teacher-seconds", type=float, default=70)
    parser.add_argument("--channels", type=int, default=192)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--workers", type=int, default=15)
    options = parser.parse_args()
    torch.manual_seed(0)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    output = Path(options.output)
    output.mkdir(parents=True, exist_ok=True)
    started = time.time()
    files = (options.corpus, options.sentences, options.tables)
    dataset = Dataset(*files, torch.device(options.device), options.workers)
    hours = len(dataset.trained) / 100 / 3600
    print(f"{len(dataset.utterances)} utterances, {hours:.1f} h, read in {time.time() - started:.0f} s", flush=True)

    aligner = train(teacher(), dataset, options.teacher_seconds, options.batch // 2, is_teacher=True)
    raw = {id(utterance): dataset.visemes_in(utterance) for utterance in dataset.utterances}
    figures = {"hours": hours, "teacher": evaluate_all(dataset, aligner, ("clean",))}
    share = realign(dataset, LogMel().to(dataset.device), aligner)
    moved = sum((raw[id(u)] != dataset.visemes_in(u)).sum().item() for u in dataset.utterances)
    figures["aligned"] = {"utterances": share, "changed_steps": moved / len(dataset.trained)}
    print("aligned", figures["aligned"], f"{time.time() - started:.0f} s", flush=True)

    lips = train(student(options.channels), dataset, options.seconds, options.batch, is_teacher=False)
    torch.save(lips.state_dict(), output / "lips.pt")
    export(copy.deepcopy(lips), output / "vox-lips.onnx")
    figures["student"] = evaluate_all(dataset, lips)
    figures["student_on_durations"] = evaluate_all(dataset, lips, ("clean", "white", "babble"), raw)
    figures["seconds"] = time.time() - started
    (output / "figures.json").write_text(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()

"""Trains the viseme network on a corpus of training/kokoro.

train.py CORPUS SENTENCES.json TABLES.json OUTPUT SECONDS [--teacher-seconds 70 | --before lips.pt]

Writes OUTPUT/teacher.pt, OUTPUT/lips.pt, OUTPUT/figures.json and OUTPUT/vox-lips.onnx.
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


def train(lips, dataset, seconds, batch_size, is_teacher=False, peak=LEARNING_RATE):
    device = dataset.device
    mel, lips = LogMel().to(device), lips.to(device)
    kept = copy.deepcopy(lips).eval()
    optimizer = torch.optim.AdamW(lips.parameters(), lr=peak, weight_decay=1e-2)
    started = reported = time.time()
    step = 0
    while (elapsed := time.time() - started) < seconds:
        rate = peak * min(1, (step + 1) / 300) * (0.5 + 0.5 * math.cos(math.pi * elapsed / seconds))
        for group in optimizer.param_groups:
            group["lr"] = rate + 1e-6
        sound, visemes, targets, known = dataset.batch(batch_size, STEPS, 0 if is_teacher else PACE_SPREAD)
        with torch.no_grad():
            mels = mel(at_level(sound) if is_teacher else distort(sound))
            mels = mels if is_teacher else mask_mels(mels)
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
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
            print(
                f"step {step}, {elapsed:.0f} s, loss {loss.item():.3f}, right {right.item():.3f}", flush=True
            )
    print(f"{step} steps, {sum(p.numel() for p in lips.parameters()) / 1e6:.2f} M parameters", flush=True)
    return kept.eval()


def first_aligner(dataset, options, output):
    """An earlier student, where there is one: it has heard so much noise that it knows no label by heart."""
    if options.before:
        lips = student(options.channels).to(dataset.device)
        lips.load_state_dict(torch.load(options.before, map_location=dataset.device))
        return lips.eval()
    wide = teacher(options.channels * 5 // 3)
    aligner = train(wide, dataset, options.teacher_seconds, options.batch // 2, is_teacher=True)
    torch.save(aligner.state_dict(), output / "teacher.pt")
    return aligner


def align(dataset, aligner):
    raw = {id(utterance): dataset.visemes_in(utterance) for utterance in dataset.utterances}
    share = realign(dataset, LogMel().to(dataset.device), aligner)
    moved = sum((raw[id(u)] != dataset.visemes_in(u)).sum().item() for u in dataset.utterances)
    figures = {"utterances": share, "changed_steps": moved / len(dataset.trained)}
    print("aligned", figures, flush=True)
    return raw, figures


def read_options():
    parser = argparse.ArgumentParser()
    for name in ("corpus", "sentences", "tables", "output"):
        parser.add_argument(name)
    parser.add_argument("seconds", type=float)
    parser.add_argument("--teacher-seconds", type=float, default=70)
    parser.add_argument(
        "--before", help="lips.pt of an earlier run: aligns instead of a teacher, and goes on"
    )
    parser.add_argument("--channels", type=int, default=192)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--workers", type=int, default=15)
    return parser.parse_args()


def main():
    options, started = read_options(), time.time()
    torch.manual_seed(0)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    output = Path(options.output)
    output.mkdir(parents=True, exist_ok=True)
    files = (options.corpus, options.sentences, options.tables)
    dataset = Dataset(*files, torch.device(options.device), options.workers)
    hours = len(dataset.trained) / 100 / 3600
    took = time.time() - started
    print(f"{len(dataset.utterances)} utterances, {hours:.1f} h, read in {took:.0f} s", flush=True)

    aligner = first_aligner(dataset, options, output)
    figures = {"hours": hours, "aligner_on_durations": evaluate_all(dataset, aligner, ("clean",))}
    raw, figures["aligned"] = align(dataset, aligner)
    figures["aligner"] = evaluate_all(dataset, aligner, ("clean",))
    lips = copy.deepcopy(aligner).train() if options.before else student(options.channels)
    peak = LEARNING_RATE / 2 if options.before else LEARNING_RATE
    lips = train(lips, dataset, options.seconds, options.batch, peak=peak)
    torch.save(lips.state_dict(), output / "lips.pt")
    figures["student"] = evaluate_all(dataset, lips)
    figures["student_on_durations"] = evaluate_all(dataset, lips, ("clean", "white", "babble"), raw)
    figures["seconds"] = time.time() - started
    (output / "figures.json").write_text(json.dumps(figures, indent=1))
    export(lips, output / "vox-lips.onnx")


if __name__ == "__main__":
    main()

"""Trains the viseme network on a corpus of training/kokoro.

train.py CORPUS SENTENCES.json TABLES.json OUTPUT SECONDS [--teacher-seconds 130] [--before lips.pt [--onward]]

A large network that hears the future learns first, under the same noise, and moves the labels to where it hears them; the
small one learns from those labels and from what the large one makes of the same noise. Or a small one that is there goes
on. Writes OUTPUT/teacher.pt, OUTPUT/lips.pt, OUTPUT/figures.json and OUTPUT/vox-lips.onnx. SECONDS are for everything.
"""

import argparse
import copy
import json
import math
import time
from pathlib import Path

import torch
import torch.nn.functional as F
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from alignment import realign
from augment import distort, mask_mels
from dataset import Dataset, visemes_of
from evaluate import evaluate_all
from export import export
from model import LogMel, student, teacher

STEPS = 400
PACE_SPREAD = 0.14
"""For what begins anew, and for what has learnt already."""
LEARNING_RATE, ONWARD_RATE = 2.5e-3, 1.5e-3
WARM_UP_STEPS = 300
"""Without what lies ahead the last steps of a window cannot be known."""
UNKNOWABLE = 10
KEPT_WEIGHTS = 0.999
"""Closed lips are what an eye misses first."""
CLOSURE_WEIGHT = 1.5
CURVES_SHARE = 6.0
"""How much of what is to be said comes from the teacher, the rest from the labels."""
TEACHER_SHARE = 0.5
REPORT_SECONDS = 15
"""For all figures and the export."""
LAST_SECONDS = 25


def softened(visemes):
    """Nobody knows a boundary to 10 ms."""
    one_hot = F.one_hot(visemes, 15).float()
    before = torch.cat([one_hot[:, :1], one_hot[:, :-1]], 1)
    after = torch.cat([one_hot[:, 1:], one_hot[:, -1:]], 1)
    return 0.76 * one_hot + 0.12 * (before + after)


def loss_of(scores, curves, goals, weight):
    visemes, targets = goals
    by_viseme = -(torch.log_softmax(scores.float(), 2) * visemes).sum(2)
    by_curve = (torch.sigmoid(curves.float()) - targets).square().mean(2)
    return ((by_viseme + CURVES_SHARE * by_curve) * weight).sum() / weight.sum()


class Lesson:
    """One batch: what is heard, and what is to be said about it."""

    def __init__(self, dataset, mel, size):
        sound, self.visemes, targets, self.known = dataset.batch(size, STEPS, PACE_SPREAD)
        self.mels = mask_mels(mel(distort(sound)))
        self.goals = (softened(self.visemes), targets)
        self.weight = self.known * torch.where(self.visemes == 1, CLOSURE_WEIGHT, 1.0)
        self.weight[:, -UNKNOWABLE:] = 0

    def ask(self, teacher_):
        scores, curves = teacher_(self.mels)
        said = (torch.softmax(scores.float(), 2), torch.sigmoid(curves.float()))
        self.goals = tuple(goal.lerp(own, TEACHER_SHARE) for goal, own in zip(self.goals, said))


def train(lips, dataset, seconds, batch_size, peak=LEARNING_RATE, taught_by=None):
    device = dataset.device
    mel, lips = LogMel().to(device), lips.to(device).train()
    # The mean of the last thousand states is better than any of them.
    kept = AveragedModel(lips, multi_avg_fn=get_ema_multi_avg_fn(KEPT_WEIGHTS), use_buffers=True)
    optimizer = torch.optim.AdamW(lips.parameters(), lr=peak, weight_decay=1e-2)
    started = reported = time.time()
    step = 0
    while (elapsed := time.time() - started) < seconds:
        rate = min(1, (step + 1) / WARM_UP_STEPS) * (0.5 + 0.5 * math.cos(math.pi * elapsed / seconds))
        for group in optimizer.param_groups:
            group["lr"] = peak * rate + 1e-6
        with torch.no_grad():
            lesson = Lesson(dataset, mel, batch_size)
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            if taught_by:
                with torch.no_grad():
                    lesson.ask(taught_by)
            scores, curves = lips(lesson.mels)
        loss = loss_of(scores, curves, lesson.goals, lesson.weight)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(lips.parameters(), 2.0)
        optimizer.step()
        kept.update_parameters(lips)
        step += 1
        if time.time() - reported > REPORT_SECONDS:
            reported = time.time()
            right = (scores.argmax(2) == lesson.visemes)[lesson.known].float().mean()
            print(f"step {step}, {elapsed:.0f} s, loss {loss.item():.3f}, right {right:.3f}", flush=True)
    print(f"{step} steps, {sum(p.numel() for p in lips.parameters()) / 1e6:.2f} M parameters", flush=True)
    return kept.module.eval()


def read_student(file, device):
    state = torch.load(file, map_location=device)
    lips = student(state["leave.weight"].shape[1]).to(device)
    lips.load_state_dict(state)
    return lips.eval()


def halfway(before, after):
    """Between a network and what it became in more noise: in quiet as good as the one, in babble as the other."""
    states = zip(before.state_dict().items(), after.state_dict().values(), strict=True)
    after.load_state_dict(
        {name: one.lerp(other, 0.5) if one.is_floating_point() else one for (name, one), other in states}
    )
    return after


def align(dataset, aligner):
    share = realign(dataset, LogMel().to(dataset.device), aligner)
    held_out = dataset.of_set("voices")
    moved = sum((visemes_of(u.spoken, u.steps) != visemes_of(u.cues, u.steps)).sum() for u in held_out)
    figures = {"utterances": share, "changed_steps": float(moved) / sum(u.steps for u in held_out)}
    print("aligned", figures, flush=True)
    return figures


def read_options():
    parser = argparse.ArgumentParser()
    for name in ("corpus", "sentences", "tables", "output"):
        parser.add_argument(name)
    parser.add_argument("seconds", type=float)
    parser.add_argument("--teacher-seconds", type=float, default=130, help="0: no teacher")
    parser.add_argument("--before", help="lips.pt of an earlier round: aligns before anybody learns")
    parser.add_argument(
        "--onward", action="store_true", help="goes on with it, and meets what came of it halfway"
    )
    parser.add_argument("--batch", type=int, default=144)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--workers", type=int, default=15)
    return parser.parse_args()


def read_dataset(options):
    started = time.time()
    files = (options.corpus, options.sentences, options.tables)
    dataset = Dataset(*files, torch.device(options.device), options.workers)
    hours = len(dataset.trained) / 100 / 3600
    took = time.time() - started
    print(f"{len(dataset.utterances)} utterances, {hours:.1f} h, read in {took:.0f} s", flush=True)
    return dataset, hours


def teach_teacher(dataset, options, figures):
    wide = train(teacher(), dataset, options.teacher_seconds, options.batch)
    torch.save(wide.state_dict(), Path(options.output) / "teacher.pt")
    figures["aligned"] = align(dataset, wide)
    figures["teacher"] = evaluate_all(dataset, wide, ("clean", "white", "babble"))
    return wide


def main():
    options, started = read_options(), time.time()
    torch.manual_seed(0)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    output = Path(options.output)
    output.mkdir(parents=True, exist_ok=True)
    dataset, hours = read_dataset(options)
    figures, earlier = {"hours": hours}, None
    if options.before:
        earlier = read_student(options.before, dataset.device)
        figures["aligned_before"] = align(dataset, earlier)
        figures["before"] = evaluate_all(dataset, earlier, ("clean", "white", "babble"))
    else:
        dataset.relabel()
    wide = teach_teacher(dataset, options, figures) if options.teacher_seconds else None

    left = started + options.seconds - time.time() - LAST_SECONDS
    if options.onward:
        onward = train(copy.deepcopy(earlier), dataset, left, options.batch, ONWARD_RATE, wide)
        lips = halfway(earlier, onward)
    else:
        lips = train(student(), dataset, left, options.batch, LEARNING_RATE, wide)
    torch.save(lips.state_dict(), output / "lips.pt")
    export(lips, output / "vox-lips.onnx")
    figures["student"] = evaluate_all(dataset, lips)
    figures["seconds"] = time.time() - started
    (output / "figures.json").write_text(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()

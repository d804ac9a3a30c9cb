"""Trains the pair: train.py SOUNDS OUT --until SECONDS --total SECONDS [--resume]

A lease of a GPU is shorter than the training, so a run ends at `--until` of `--total` seconds and the next one resumes. OUT gets
weights.pt (to resume), averaged.pt (to export) and log.txt.
"""

import argparse
import math
import time
from pathlib import Path

import torch
import torch.nn.functional as F

from attacks import FATES, attack, rand
from hearing import Hearing
from model import EVIDENCE, HOP, RATE, THRESHOLD, Detector, Embedder, carriers
from opus import Opus
from rooms import bank
from sounds import Sounds

LENGTH = 469 * HOP  # 5.0 s
FRAMES = LENGTH // HOP + 1
FOUND, FREE = 14, -2  # logits that a marked window should have at least, and an unmarked one at most
AGAIN, SHORT = 0.4, 0.2  # shares: of unmarked rows that are hard ones, and of short sounds in silence


def masks(rows, marked, sounds, device):
    """Where a row is marked: everywhere, nowhere, or in a part. The second has 2 more where there is silence."""
    t = torch.arange(LENGTH, device=device)[None]
    a = torch.rand(rows, 1, device=device) * LENGTH
    b = a + rand((rows, 1), 0.25, 0.75, device) * LENGTH
    part = ((t >= a) & (t < b)) | (t < b - LENGTH)
    some = torch.rand(rows, 1, device=device) < 0.2
    mask = (marked[:, None] & (part | ~some)).float()
    soft = F.avg_pool1d(mask[:, None], 241, 1, 120, count_include_pad=False)[:, 0]
    return soft, mask + 2 * (~sounds).float()


def margin_loss(logits, label):
    return F.binary_cross_entropy_with_logits(logits - torch.where(label > 0.5, FOUND, FREE), label, reduction="none")


def detection_loss(evidence, m):
    """Windows of 2 to 5 s, and half seconds, which tell where the mark is; both by the same evidence. Silence is neither."""
    n = evidence.shape[1]
    pooled = lambda x: F.adaptive_avg_pool1d(x[:, None, : n * 256], n)[:, 0]
    live, share = pooled((m < 2).float()), pooled((m == 1).float())
    size = int(torch.randint(125, n + 1, (1,)))
    start = int(torch.randint(0, n - size + 1, (1,)))
    logits = evidence[:, start : start + size].sum(1) / EVIDENCE
    alive = live[:, start : start + size].sum(1)
    inside = share[:, start : start + size].sum(1) / alive.clamp(min=1)
    sure = (((inside > 0.98) | (inside < 0.02)) & (alive > 16)).float()
    label = (inside > 0.5).float()
    window = margin_loss(logits, label)
    window = (window * sure * (3 - 2 * label)).sum() / sure.sum().clamp(min=1)
    near = F.avg_pool1d(evidence[:, None], 31, 15)[:, 0] * 31 / EVIDENCE
    alive = F.avg_pool1d(live[:, None], 31, 15)[:, 0]
    around = F.avg_pool1d(share[:, None], 31, 15)[:, 0] / alive.clamp(min=0.03)
    clear = (((around > 0.98) | (around < 0.02)) & (alive > 0.3)).float()
    local = F.binary_cross_entropy_with_logits(near, (around > 0.5).float(), reduction="none")
    local = (local * clear).sum() / clear.sum().clamp(min=1)
    miss = ((logits < THRESHOLD).float() * label * sure).sum() / (label * sure).sum().clamp(min=1)
    false = ((logits > THRESHOLD).float() * (1 - label) * sure).sum() / ((1 - label) * sure).sum().clamp(min=1)
    return window, local, miss, false


def quality_loss(hearing, host, change, target):
    over, level, heard, audible = hearing(host, change)
    rms_of = lambda a: ((level.pow(2) * a).sum((1, 2)) / a.sum((1, 2)).clamp(min=20)).clamp(min=1e-8).sqrt()
    rms = torch.maximum(rms_of(audible), rms_of(audible * hearing.middle) * 0.9)  # between 0.5 and 7.7 kHz a tenth more
    loss = ((rms / target - 1).clamp(min=0, max=4) ** 2).mean() * 6
    loss = loss + ((level.abs() / (3 * target) - 1).clamp(min=0, max=4) ** 2 * audible).mean() * 0.5
    loss = loss + ((over + 1.5).clamp(min=0) ** 2 * heard).mean() * 0.05
    return loss, rms.mean(), ((over > 0).float() * heard).sum() / (heard.sum() * over.shape[1]).clamp(min=1)


def main():
    a = argparse.ArgumentParser()
    a.add_argument("sounds")
    a.add_argument("out")
    a.add_argument("--until", type=float, required=True)
    a.add_argument("--total", type=float, required=True)
    a.add_argument("--resume", action="store_true")
    a.add_argument("--batch", type=int, default=96)
    a.add_argument("--coded", type=int, default=14)
    a.add_argument("--rate", type=float, default=1.2e-3)
    a.add_argument("--last", type=float, default=2e-5)
    a.add_argument("--begin", type=float, default=1.3)
    a.add_argument("--level", type=float, default=0.36)
    a.add_argument("--rooms", type=int, default=400)
    a.add_argument("--steps", type=int, default=10**9)
    a.add_argument("--search", type=float, default=60, help="seconds between two searches for what is taken for marked")
    a.add_argument("--weights", help="averaged weights to begin with")
    o = a.parse_args()
    began = time.time()
    opus = Opus()  # before anything else, because it makes processes
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    rooms = bank(o.rooms, RATE, device)
    sounds = Sounds(o.sounds, LENGTH, rooms, device)
    print(sounds.seconds, "read in", round(time.time() - began, 1), flush=True)
    embedder, detector, hearing = Embedder().to(device), Detector().to(device), Hearing(RATE).to(device)
    weights = [*embedder.parameters(), *detector.parameters()]
    optimiser = torch.optim.AdamW(weights, o.rate, betas=(0.9, 0.98), weight_decay=1e-3)
    out = Path(o.out)
    out.mkdir(parents=True, exist_ok=True)
    done, step = 0.0, 0
    pair = {"embedder": embedder, "detector": detector}
    if o.resume:
        state = torch.load(out / "weights.pt", map_location=device)
        for name, module in pair.items():
            module.load_state_dict(state[name])
        optimiser.load_state_dict(state["optimiser"])
        averaged, done, step = state["averaged"], state["done"], state["step"]
    else:
        if o.weights:
            state = torch.load(o.weights, map_location=device)
            for name, module in pair.items():
                module.load_state_dict({k: v.float() for k, v in state[name].items()})
        averaged = {n: {k: v.clone() for k, v in m.state_dict().items()} for n, m in pair.items()}

    def save():
        now = done + time.time() - began
        torch.save({**{n: m.state_dict() for n, m in pair.items()}, "optimiser": optimiser.state_dict(), "averaged": averaged, "done": now, "step": step}, out / "weights.pt")
        torch.save({n: {k: v.half() for k, v in s.items()} for n, s in averaged.items()}, out / "averaged.pt")

    log = (out / "log.txt").open("a")

    def tell(line):
        print(line, flush=True)
        log.write(line + "\n")
        log.flush()

    means, saved, first, searched, coding = {}, time.time(), step, 0.0, None
    while step < o.steps and done + time.time() - began < o.until:
        part = (done + time.time() - began) / o.total
        lr = o.last + (o.rate - o.last) * 0.5 * (1 + math.cos(math.pi * min(1, part)))
        for g in optimiser.param_groups:
            g["lr"] = lr * min(1, (step + 1) / 100)
        target = o.level * (o.begin / o.level) ** max(0.0, 1 - part / 0.4)
        if not searched or time.time() - searched > o.search:
            tell(search(sounds, detector))
            searched = time.time()
        amount = torch.full((o.batch,), 1.0 if o.weights else min(1.0, 0.2 + part * 3))
        amount[: o.coded] *= 0.4
        marked = torch.rand(o.batch, device=device) < 0.55
        x, sounding = sounds.host(marked, AGAIN, SHORT)
        start = torch.randint(0, 240, (o.batch,), device=device)
        soft, mask = masks(o.batch, marked, sounding, device)
        strength = torch.where(torch.rand(o.batch, 1, device=device) < 0.3, rand((o.batch, 1), 0.6, 1, device), torch.ones((), device=device))
        soft = soft * strength
        # Opus works on the next step's rows during this step; what it did to them is added to what the embedder makes of them then.
        with torch.no_grad():
            sent = x[: o.coded] + embedder(x[: o.coded], carriers(FRAMES, start[: o.coded])) * soft[: o.coded]
        coming = (opus.begin(sent), sent, [v[: o.coded] for v in (x, start, soft, mask)])
        if coding is None:
            coding = coming
        begun, old, rows = coding
        x, start, soft, mask = (torch.cat([a, b[o.coded :]]) for a, b in zip(rows, (x, start, soft, mask)))
        p = embedder(x, carriers(FRAMES, start))
        quality, rms, over = quality_loss(hearing, x, p, target)
        y = x + p * soft
        others = sounds.draw(torch.rand(o.batch, device=device) < 0.2)
        y = torch.cat([y[: o.coded] + (opus.finish(begun, y) - old), y[o.coded :]])
        coding = coming
        heard, m = attack(y, mask, others, rooms, amount)
        window, local, miss, false = detection_loss(detector(heard), m)
        loss = window + 0.3 * local + quality
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(weights, 1.0)
        if torch.isfinite(norm):
            optimiser.step()
        step += 1
        with torch.no_grad():
            keep = min(0.999, step / (step + 50))
            for name, module in pair.items():
                for new, old in zip(module.parameters(), averaged[name].values()):
                    old.lerp_(new, 1 - keep)
        if step % 5 == 0 or step < 5:
            for k, v in dict(window=window, local=local, quality=quality, rms=rms, over=over, miss=miss, false=false, norm=norm).items():
                means.setdefault(k, []).append(v.detach())
        if step - first in (1, 20, 100) or step % 500 == 0:
            tell(f"{step} {done + time.time() - began:.0f}s lr {lr:.1e} target {target:.2f} " + " ".join(f"{k} {torch.stack(v).mean().item():.4f}" for k, v in means.items()))
            means = {}
        if time.time() - saved > 120:
            save()
            saved = time.time()
    save()
    tell(f"steps {step - first} in {time.time() - began:.0f} s")
    judge(averaged, pair, sounds, rooms, hearing, o.batch, device, tell)


@torch.no_grad()
def search(sounds, *detectors):
    """Several detectors must agree."""

    def score(x):
        n = x.shape[1] * 2 // 3
        heard = torch.fft.irfft(torch.fft.rfft(x)[:, : n // 2 + 1], n=n) * (n / x.shape[1])
        return torch.stack([detector(heard).sum(1) / EVIDENCE for detector in detectors]).amin(0)

    found = sounds.search(score)
    return "taken for marked: " + ", ".join(f"{kind} {int((s > THRESHOLD).sum())} of {len(s)}, most {s.max():.0f}" for kind, s in found.items())


@torch.no_grad()
def judge(averaged, pair, sounds, rooms, hearing, batch, device, tell):
    """Each fate alone, with the averaged weights, on sounds of the training."""
    embedder, detector = pair["embedder"], pair["detector"]
    for name, module in pair.items():
        module.load_state_dict(averaged[name])
    tell(search(sounds, detector))
    ones = torch.ones(batch, dtype=torch.bool, device=device)
    for only in FATES:
        plus, minus, levels = [], [], []
        for _ in range(6 if device == "cuda" else 1):
            x, _ = sounds.host(ones)
            p = embedder(x, carriers(FRAMES, torch.randint(0, 240, (batch,), device=device)))
            mask = torch.ones_like(x)
            others = sounds.draw(~ones)
            plus.append(detector(attack(x + p, mask, others, rooms, only=only)[0]).sum(1) / EVIDENCE)
            minus.append(detector(attack(sounds.host(~ones)[0], mask, others, rooms, only=only)[0]).sum(1) / EVIDENCE)
            levels.append(quality_loss(hearing, x, p, 1.0)[1])
        plus, minus = torch.cat(plus), torch.cat(minus)
        least, most = torch.quantile(plus, 0.05), minus.max()
        tell(f"{only}: found {(plus > THRESHOLD).float().mean():.4f} false {(minus > THRESHOLD).float().mean():.4f} plus {plus.mean():.2f}, 5 % {least:.2f}; minus {minus.mean():.2f}, most {most:.2f}; bands {torch.stack(levels).mean():.2f} dB")


if __name__ == "__main__":
    main()

"""Trains the detector alone, for an embedder that stays as it is: listen.py SOUNDS OUT --until SECONDS --total SECONDS --weights PAIR [--resume]

PAIR has an embedder and the detector of the first kind that it came with, as restore.py writes them. The new detector is to agree with that one, so
it learns most from the sounds that both take for marked. SOUNDS may be several folders, separated by commas. OUT gets weights.pt and moments.*.pt (to
resume), averaged.pt (to export: all three networks) and log.txt.
"""

import argparse
import math
import time
from pathlib import Path

import torch
import torch.nn.functional as F

from attacks import FATES, attack, rand
from model import BANDS, CYCLE, EVIDENCE, HOP, PERIODS, PHASES, RATE, THRESHOLD, Detector, Embedder, Waves, carriers
from opus import Opus
from rooms import bank
from sounds import Sounds
from train import FRAMES, LENGTH, masks, search

AGAIN, SHORT = 0.4, 0.2  # shares: of unmarked rows that are hard ones, and of short sounds in silence
MARKED, DECOYS = 0.5, 0.04  # shares: of marked rows, and of rows with waves like the mark's in an order that is not the mark's
NEAR = 31  # frames: half a second
CODED = 768  # rows that went through Opus and are kept


def patterns(rows, decoy, device):
    """Waves [B, 48, FRAMES] and the number of each frame [B, FRAMES]; a sixth of the rows jump to another number somewhere."""
    n = torch.arange(FRAMES, device=device)[None]
    jump = (n > rand((rows, 1), 0, FRAMES, device)) & (torch.rand(rows, 1, device=device) < 0.16)
    number = n + torch.randint(0, CYCLE, (rows, 1), device=device) + jump * torch.randint(20, CYCLE - 20, (rows, 1), device=device)
    period = torch.tensor(PERIODS, device=device).repeat(BANDS // len(PERIODS))[None, :, None]
    phase = torch.arange(BANDS, device=device)[None, :, None] * 0.381966
    phase = phase + decoy[:, None, None] * torch.rand(rows, BANDS, 1, device=device)
    return torch.cos(2 * math.pi * (number[:, None] / period + phase)).float(), number


class Coded:
    """Rows that Opus had: always new ones are on their way, and those that came back are used several times."""

    def __init__(self, device):
        self.opus, self.coming, self.count = Opus(), [], 0
        self.kept = [torch.empty(CODED, LENGTH, device=device), torch.empty(CODED, LENGTH, device=device), torch.empty(CODED, FRAMES, device=device, dtype=torch.long)]

    def send(self, rows, share=28):
        """rows: sound, mask and numbers"""
        while self.coming and all(f.done() for f in self.coming[0][0]):
            begun, told = self.coming.pop(0)
            at = (torch.arange(len(begun)) + self.count) % CODED
            for kept, new in zip(self.kept, (self.opus.finish(begun, told[0]), *told)):
                kept[at.to(kept.device)] = new
            self.count += len(begun)
        if len(self.coming) < 2:
            told = [r[:share] for r in rows]
            self.coming.append((self.opus.begin(told[0]), told[1:]))

    def draw(self, count):
        if not self.count:
            return None
        at = torch.randint(0, min(self.count, CODED), (count,), device=self.kept[0].device)
        return [k[at] for k in self.kept]


def labels(source, mask, number, frames):
    """What lies under each frame of the detector, by the places [B, N] its sound came from: 0 unmarked, 1 marked, 2 silence; and its phase."""
    at = source[:, 128::256][:, :frames].long().clamp(0, LENGTH - 1)
    under = mask.gather(1, at)
    place = at / HOP
    base = place.floor().long()
    return torch.where(under > 1.5, 2.0, under), (number.gather(1, base) + place - base) * (PHASES / CYCLE)


def near_loss(detector, phases, under, phase):
    """Half seconds: not marked, or marked at one of 40 phases. Their evidence is a logarithm of odds, whatever stands around them."""
    batch, _, frames = phases.shape
    steps = detector.course.steps[3:4]
    pool = lambda x: F.avg_pool1d(x, NEAR, NEAR // 2)
    logits = pool(detector.course.turned(phases, steps)[:, 0]) * (NEAR / EVIDENCE) - math.log(PHASES)
    odds = torch.cat([torch.zeros_like(logits[:, :1]), logits], 1).log_softmax(1)
    here = torch.arange(logits.shape[2], device=phases.device) * (NEAR // 2) + NEAR // 2
    turned = phase - torch.arange(frames, device=phases.device) * steps
    middle = turned[:, here]
    apart = lambda d: ((d + PHASES / 2) % PHASES - PHASES / 2).abs()
    one = (apart(turned[:, here - NEAR // 2] - middle) < 0.6) & (apart(turned[:, here + NEAR // 2] - middle) < 0.6)
    live, share = (pool(v[:, None])[:, 0] for v in ((under < 2).float(), (under == 1).float()))
    marked = ((share > 0.97 * live) & (live > 0.6) & one).float()
    bare = ((share < 0.01) & (live > 0.3)).float()
    base = middle.floor()
    of = lambda i: odds.gather(1, (i.long() % PHASES + 1)[:, None])[:, 0]
    part = middle - base
    right = torch.logaddexp(of(base) + torch.log(1 - part + 1e-6), of(base + 1) + torch.log(part + 1e-6))
    return -(right * marked).sum() / marked.sum().clamp(min=1) - 2 * (odds[:, 0] * bare).sum() / bare.sum().clamp(min=1)


def window_loss(evidence, under):
    """Windows of 2 to 5 s. A window that has lost its mark asks for nothing, because the loss ends; one without a mark always does."""
    frames = evidence.shape[1]
    size = int(torch.randint(125, frames + 1, (1,)))
    start = int(torch.randint(0, frames - size + 1, (1,)))
    part = slice(start, start + size)
    logits = evidence[:, part].sum(1) / EVIDENCE
    alive = (under[:, part] < 2).float().sum(1)
    inside = (under[:, part] == 1).float().sum(1) / alive.clamp(min=1)
    marked, bare = ((inside > 0.98) & (alive > 16)).float(), ((inside < 0.02) & (alive > 16)).float()
    wanted = 8 * torch.sigmoid((18 - logits) / 5) + 0.1 * F.softplus(18 - logits)
    unwanted = F.softplus((logits + 2) / 2) * 2
    mean = lambda x, of: (x * of).sum() / of.sum().clamp(min=1)
    silent = (under == 2).float()
    loss = mean(wanted, marked) + 4 * mean(unwanted, bare) + 0.2 * mean(evidence.abs(), silent)
    return loss, mean((logits < THRESHOLD).float(), marked), mean((logits > THRESHOLD).float(), bare)


def grown(detector, old):
    """Begins with a detector of the first kind, which has seven blocks and half the width: the two that look far are left out, and new units add nothing yet."""
    state = detector.state_dict()
    for new, of in enumerate((0, 1, 2, 5, 6)):
        for name in [k.removeprefix(f"blocks.{new}.") for k in state if k.startswith(f"blocks.{new}.")]:
            value, into = old[f"blocks.{of}.{name}"].float(), state[f"blocks.{new}.{name}"]
            if name.startswith("open"):
                into[: len(value)] = value
            elif name == "close.weight":
                into.zero_()
                into[:, : value.shape[1]] = value
            else:
                into.copy_(value)
    for name in ("enter.weight", "enter.bias", "norm.gain", "norm.shift"):
        state[name].copy_(old[name].float())
    detector.load_state_dict(state)


class Trainer:
    def __init__(self, o):
        self.o, self.began, self.out = o, time.time(), Path(o.out)
        self.device = device = "cuda" if torch.cuda.is_available() else "cpu"
        self.coded = Coded(device)  # before anything else, because it makes processes
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
        self.rooms = bank(o.rooms, RATE, device)
        self.sounds = Sounds(o.sounds, LENGTH, self.rooms, device)
        self.out.mkdir(parents=True, exist_ok=True)
        self.log = (self.out / "log.txt").open("a")
        self.tell(f"{self.sounds.seconds} read in {time.time() - self.began:.0f} s")
        pair = torch.load(o.weights, map_location=device)
        self.embedder, self.detector = Embedder().to(device).eval(), Detector().to(device)
        self.fixed = {"embedder": pair["embedder"], "waves": pair["detector"]}
        self.embedder.load_state_dict({k: v.float() for k, v in pair["embedder"].items()})
        self.waves = Waves().to(device).eval()
        self.waves.load_state_dict({k: v.float() for k, v in pair["detector"].items()})
        self.weights = list(self.detector.parameters())
        if not o.resume:
            grown(self.detector, pair["detector"])
        self.optimiser = torch.optim.AdamW(self.weights, o.rate, betas=(0.9, 0.98), weight_decay=1e-3)
        self.averaged = [w.detach().clone() for w in self.weights]
        self.done, self.step = 0.0, 0
        if o.resume:
            self.load()

    def tell(self, line):
        print(line, flush=True)
        self.log.write(line + "\n")
        self.log.flush()

    def load(self):
        state = torch.load(self.out / "weights.pt", map_location=self.device)
        self.detector.load_state_dict(state["detector"])
        self.averaged, self.done, self.step = [v.float() for v in state["averaged"]], state["done"], state["step"]
        for w in self.weights:
            self.optimiser.state[w] = {"step": torch.tensor(float(self.step))}
        for name in ("exp_avg", "exp_avg_sq"):
            for w, value in zip(self.weights, torch.load(self.out / f"moments.{name}.pt", map_location=self.device)):
                self.optimiser.state[w][name] = value

    def save(self):
        """In files that a machine may send back."""
        now = self.done + time.time() - self.began
        torch.save({"detector": self.detector.state_dict(), "averaged": [v.half() for v in self.averaged], "done": now, "step": self.step}, self.out / "weights.pt")
        for name in ("exp_avg", "exp_avg_sq"):
            torch.save([self.optimiser.state[w][name] for w in self.weights], self.out / f"moments.{name}.pt")
        named = dict(zip((n for n, _ in self.detector.named_parameters()), self.averaged))
        torch.save({**self.fixed, "detector": {k: v.half() for k, v in named.items()}}, self.out / "averaged.pt")

    def batch(self):
        """Sound, mask and numbers of frames, before anything befalls it."""
        o, device = self.o, self.device
        marked = torch.rand(o.batch, device=device) < MARKED
        x, sounding = self.sounds.host(marked, AGAIN, SHORT)
        decoy = ~marked & (torch.rand(o.batch, device=device) < DECOYS / (1 - MARKED))
        soft, mask = masks(o.batch, marked, sounding, device)
        soft = torch.where(decoy[:, None], torch.ones_like(soft), soft)
        weak = torch.where(torch.rand(o.batch, 1, device=device) < 0.3, rand((o.batch, 1), 0.7, 1, device), torch.ones((), device=device))
        waves, number = patterns(o.batch, decoy, device)
        return [x + self.embedder(x, waves) * soft * weak, mask, number]

    @torch.no_grad()
    def heard(self):
        o, device = self.o, self.device
        rows = self.batch()
        self.coded.send(rows)
        old = self.coded.draw(o.coded)
        amount = torch.ones(o.batch)
        if old is not None:
            rows = [torch.cat([a, b[o.coded :]]) for a, b in zip(old, rows)]
            amount[: o.coded] = 0.4
        sound, mask, number = rows
        others = self.sounds.draw(torch.rand(o.batch, device=device) < 0.2)
        place = torch.arange(LENGTH, device=device, dtype=torch.float32)[None].expand(o.batch, -1)
        y, source = attack(sound, place, others, self.rooms, amount)
        return y, *labels(source, mask, number, y.shape[1] // 256)

    def train(self):
        o, means, first, told, saved, searched = self.o, {}, self.step, self.step, time.time(), 0.0
        listen = torch.compile(self.detector.phases) if o.compile else self.detector.phases
        while self.step < o.steps and self.done + time.time() - self.began < o.until:
            if not searched or time.time() - searched > o.search:
                self.tell(search(self.sounds, self.detector, self.waves))
                searched = time.time()
            part = (self.done + time.time() - self.began) / o.total
            lr = (o.last + (o.rate - o.last) * (1 + math.cos(math.pi * min(1, part))) / 2) * min(1, (self.step + 1) / 300)
            for group in self.optimiser.param_groups:
                group["lr"] = lr
            y, under, phase = self.heard()
            phases = listen(y)
            under, phase = under[:, : phases.shape[2]], phase[:, : phases.shape[2]]
            near = near_loss(self.detector, phases[:, :, : under.shape[1]], under, phase)
            window, miss, false = window_loss(self.detector.course(phases)[:, : under.shape[1]], under)
            self.optimiser.zero_grad(set_to_none=True)
            (window + near).backward()
            norm = torch.nn.utils.clip_grad_norm_(self.weights, 2.0)
            if self.step % 20 or torch.isfinite(norm):
                self.optimiser.step()
            self.step += 1
            with torch.no_grad():
                keep = min(0.9995, self.step / (self.step + 50))
                torch._foreach_mul_(self.averaged, keep)
                torch._foreach_add_(self.averaged, self.weights, alpha=1 - keep)
            for k, v in dict(window=window, near=near, miss=miss, false=false, norm=norm).items():
                means[k] = means.get(k, 0) + v.detach()
            if self.step - first in (1, 100, 300) or self.step % 1000 == 0:
                self.tell(f"{self.step} {self.done + time.time() - self.began:.0f}s lr {lr:.1e} " + " ".join(f"{k} {v.item() / (self.step - told):.4f}" for k, v in means.items()))
                means, told = {}, self.step
            if time.time() - saved > 120:
                self.save()
                saved = time.time()
        self.save()
        self.tell(f"steps {self.step - first} in {time.time() - self.began:.0f} s, of Opus {self.coded.count} rows")
        if o.until >= o.total:
            self.judge()

    @torch.no_grad()
    def judge(self):
        """Each fate alone, with the averaged weights, on sounds of the training."""
        for w, v in zip(self.weights, self.averaged):
            w.copy_(v)
        self.tell(search(self.sounds, self.detector, self.waves))
        rows = self.o.batch
        ones = torch.ones(rows, dtype=torch.bool, device=self.device)
        for only in FATES:
            plus, minus = [], []
            for _ in range(6 if self.device == "cuda" else 1):
                x, _ = self.sounds.host(ones)
                p = self.embedder(x, carriers(FRAMES, torch.randint(0, CYCLE, (rows,), device=self.device)))
                mask, others = torch.ones_like(x), self.sounds.draw(~ones)
                plus.append(self.detector(attack(x + p, mask, others, self.rooms, only=only)[0]).sum(1) / EVIDENCE)
                minus.append(self.detector(attack(self.sounds.host(~ones)[0], mask, others, self.rooms, only=only)[0]).sum(1) / EVIDENCE)
            plus, minus = torch.cat(plus), torch.cat(minus)
            least = [round(torch.quantile(plus, q).item(), 1) for q in (0.01, 0.05, 0.5)]
            self.tell(f"{only}: found {(plus > THRESHOLD).float().mean():.4f} false {(minus > THRESHOLD).float().mean():.4f}, least of 99, 95, 50 % {least}; without a mark {minus.mean():.1f}, most {minus.max():.1f}")


def main():
    a = argparse.ArgumentParser()
    a.add_argument("sounds")
    a.add_argument("out")
    a.add_argument("--until", type=float, required=True)
    a.add_argument("--total", type=float, required=True)
    a.add_argument("--weights", required=True, help="the pair to begin with")
    a.add_argument("--resume", action="store_true")
    a.add_argument("--compile", action="store_true")
    a.add_argument("--batch", type=int, default=96)
    a.add_argument("--coded", type=int, default=16)
    a.add_argument("--rate", type=float, default=1e-3)
    a.add_argument("--last", type=float, default=1e-5)
    a.add_argument("--rooms", type=int, default=400)
    a.add_argument("--steps", type=int, default=10**9)
    a.add_argument("--search", type=float, default=60, help="seconds between two searches for what is taken for marked")
    Trainer(a.parse_args()).train()


if __name__ == "__main__":
    main()

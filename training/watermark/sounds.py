"""Sounds for training, on the GPU: kinds in given shares, at seven speeds, mixed, filtered, in rooms, at any level."""

import math
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import torch

from attacks import RATE, coloured, istft, power, rand, smooth_curve, stft
from packed import unpack

SPEEDS = (0.82, 0.88, 0.94, 1.0, 1.07, 1.14, 1.22)
# What is marked is mostly ours; what is not marked is anything.
MARKED = {"speech": 0.50, "people": 0.10, "own-music": 0.14, "effects": 0.14, "music": 0.06, "noise": 0.06}
UNMARKED = {"speech": 0.16, "people": 0.31, "own-music": 0.06, "effects": 0.07, "music": 0.30, "noise": 0.10}
HARDEST = 1536  # places that the detector takes most for marked


def up(x):
    """16 → 24 kHz, in pieces."""
    pieces = [p[: len(p) // 2 * 2] for p in x.split(320000) if len(p) > 3200]
    return torch.cat([torch.fft.irfft(torch.fft.rfft(p), n=len(p) * 3 // 2) * 1.5 for p in pieces])


def faster(row, speed, piece=4_000_000):
    out = []
    for i in range(0, int(len(row) / speed), piece):
        n = torch.arange(i, min(i + piece, int(len(row) / speed)), device=row.device).double() * speed
        base, k = n.floor(), torch.arange(8, device=row.device) - 3
        e = (n - base).float()[:, None] - k
        index = (base.long()[:, None] + k).clamp(0, len(row) - 1)
        out.append((row[index] * torch.sinc(e) * torch.cos(math.pi * e / 9) ** 2).sum(1))
    return torch.cat(out)


def waving(x, share=0.12):
    """Some rows get what sounds like a mark and is none: tremolo, or bands that each wave at a rate and phase of their own."""
    rows, d = len(x), x.device
    X = stft(x, 512)
    t = torch.arange(X.shape[2], device=d)[None, None] * (256 / RATE)
    edges = torch.rand(rows, 257, device=d) < rand((rows, 1), 0.01, 0.2, d)
    band = edges.cumsum(1).clamp(max=63) * (torch.rand(rows, 1, device=d) < 0.6)  # one band is a tremolo
    pick = lambda low, high: rand((rows, 64), low, high, d).gather(1, band)[..., None]
    together = torch.rand(rows, 1, 1, device=d) < 0.5
    hertz = torch.where(together, rand((rows, 1, 1), 2, 16, d), pick(4, 14))
    depth = torch.exp(rand((rows, 1, 1), math.log(0.04), math.log(0.8), d))
    wave = 1 + depth * torch.cos(2 * math.pi * (hertz * t + pick(0, 1)))
    return torch.where(torch.rand(rows, 1, device=d) < share, istft(X * wave, 512, x.shape[1]), x)


class Sounds:
    def __init__(self, folder, length, rooms, device):
        self.length, self.rooms, self.device = length, rooms, device
        files = sorted(f for part in folder.split(",") for f in Path(part).glob("*.sound"))  # music.sound and music.2.sound are one kind
        with ThreadPoolExecutor(8) as pool:
            read = list(pool.map(lambda f: up(unpack(f.read_bytes(), device)), files))
        self.kinds = sorted({f.name.split(".")[0] for f in files})
        pools = [torch.cat([x for f, x in zip(files, read) if f.name.split(".")[0] == kind]) for kind in self.kinds]
        self.seconds = {kind: round(len(p) / RATE) for kind, p in zip(self.kinds, pools)}
        rows, starts, begin = [], [], 0
        for speed in SPEEDS:
            parts = [p if speed == 1 else faster(p, speed) for p in pools]
            starts.append([begin + sum(map(len, parts[:i])) for i in range(len(parts) + 1)])
            rows += parts
            begin += sum(map(len, parts))
        self.all, self.starts = torch.cat(rows), torch.tensor(starts, device=device)
        self.shares = torch.tensor([[shares[n] for n in self.kinds] for shares in (UNMARKED, MARKED)], device=device)
        self.hardest = None

    @torch.no_grad()
    def search(self, score, rows=256):
        """Finds the places that look most like marked ones; returns the scores of all, by kind."""
        found, places, by_kind = [], [], {}
        for i, kind in enumerate(self.kinds):
            begins = torch.cat([torch.arange(low, high - self.length, self.length * 3 // 5, device=self.device) for low, high in zip(self.starts[:, i], self.starts[:, i + 1])])
            window = torch.arange(self.length, device=self.device)
            scores = torch.cat([score(self.all[b[:, None] + window]) for b in begins.split(rows)])
            by_kind[kind] = scores
            found.append(scores)
            places.append(begins)
        self.hardest = torch.cat(places)[torch.cat(found).topk(min(HARDEST, sum(map(len, found)))).indices]
        return by_kind

    def draw(self, marked, again=0.0):
        """marked [B]: which of the two lists of shares a row is of; again: how many of the unmarked rows are hard ones"""
        rows, d = len(marked), self.device
        kind = torch.multinomial(self.shares[marked.long()], 1)[:, 0]
        speed = torch.randint(0, len(SPEEDS), (rows,), device=d)
        low, high = self.starts[speed, kind], self.starts[speed, kind + 1]
        begin = low + (torch.rand(rows, device=d) * (high - low - self.length).clamp(min=0)).long()
        if again and self.hardest is not None:
            near = self.hardest[torch.randint(0, len(self.hardest), (rows,), device=d)] + torch.randint(-RATE, RATE, (rows,), device=d)
            begin = torch.where(~marked & (torch.rand(rows, device=d) < again), near.clamp(min=0), begin)
        x = self.all[(begin[:, None] + torch.arange(self.length, device=d)).clamp(max=len(self.all) - 1)]
        return x / power(x).sqrt().clamp(min=3e-3)

    def lasts(self, rows, share):
        """Some sounds are short: 1 where a row sounds, 0 in the silence around it."""
        d, t = self.device, torch.arange(self.length, device=self.device)[None] / RATE
        begin = rand((rows, 1), -1, 4, d).clamp(min=0)
        end = begin + torch.exp(rand((rows, 1), math.log(0.3), math.log(4), d))
        fade = ((end - t) / rand((rows, 1), 0.005, 0.2, d)).clamp(0, 1) * (t >= begin)
        return torch.where(torch.rand(rows, 1, device=d) < share, fade, torch.ones_like(fade))

    @torch.no_grad()
    def host(self, marked, again=0.0, short=0.0):
        """Sounds, and where they sound."""
        rows, d = len(marked), self.device
        mix = (torch.rand(rows, 1, device=d) < 0.2) * 10 ** (-rand((rows, 1), 0, 20, d) / 20)
        x = self.draw(marked, again) + mix * self.draw(marked)
        X = torch.fft.rfft(x)
        f = torch.arange(X.shape[1], device=d)[None] * (RATE / self.length)
        db = smooth_curve(rows, 8, X.shape[1], 4.0, d) * (torch.rand(rows, 1, device=d) < 0.5)
        cut = rand((rows, 1), 3300, 8000, d)
        db = db - (torch.rand(rows, 1, device=d) < 0.12) * ((f / cut).clamp(min=1e-3).log2() * 90).clamp(min=0)
        H = (10 ** (db.clamp(min=-80) / 20)).to(torch.complex64)
        R = torch.fft.rfft(self.rooms[torch.randint(0, len(self.rooms), (rows,), device=d)], n=self.length)
        H = torch.where(torch.rand(rows, 1, device=d) < 0.12, H * R, H)
        x = torch.fft.irfft(X * H, n=self.length)
        x = x / power(x).sqrt().clamp(min=1e-4) * 10 ** (rand((rows, 1), -40, -13, d) / 20)
        lasts = self.lasts(rows, short)
        x = waving(x) * lasts
        noise = coloured(rows, self.length, d) * 10 ** (rand((rows, 1), -85, -50, d) / 20)
        x = x + noise * (torch.rand(rows, 1, device=d) < 0.4)
        return x.clamp(-1, 1), lasts > 0

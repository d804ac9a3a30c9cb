"""Sounds for training, on the GPU: kinds in given shares, at seven speeds, mixed, filtered, in rooms, at any level."""

import math
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import torch

from attacks import RATE, coloured, power, rand, smooth_curve
from packed import unpack

SPEEDS = (0.82, 0.88, 0.94, 1.0, 1.07, 1.14, 1.22)
# What is marked is mostly ours; what is not marked is anything.
MARKED = {"speech": 0.55, "people": 0.13, "own-music": 0.14, "music": 0.06, "noise": 0.12}
UNMARKED = {"speech": 0.22, "people": 0.24, "own-music": 0.08, "music": 0.30, "noise": 0.16}


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


class Sounds:
    def __init__(self, folder, length, rooms, device):
        self.length, self.rooms, self.device = length, rooms, device
        files = {f.stem: f for f in sorted(Path(folder).glob("*.sound"))}
        with ThreadPoolExecutor(8) as pool:
            pools = list(pool.map(lambda f: up(unpack(f.read_bytes(), device)), files.values()))
        self.seconds = {name: round(len(p) / RATE) for name, p in zip(files, pools)}
        rows, starts, begin = [], [], 0
        for speed in SPEEDS:
            parts = [p if speed == 1 else faster(p, speed) for p in pools]
            starts.append([begin + sum(map(len, parts[:i])) for i in range(len(parts) + 1)])
            rows += parts
            begin += sum(map(len, parts))
        self.all, self.starts = torch.cat(rows), torch.tensor(starts, device=device)
        self.shares = torch.tensor([[shares[n] for n in files] for shares in (UNMARKED, MARKED)], device=device)

    def draw(self, marked):
        """marked [B]: which of the two lists of shares a row is of"""
        rows, d = len(marked), self.device
        kind = torch.multinomial(self.shares[marked.long()], 1)[:, 0]
        speed = torch.randint(0, len(SPEEDS), (rows,), device=d)
        low, high = self.starts[speed, kind], self.starts[speed, kind + 1]
        begin = low + (torch.rand(rows, device=d) * (high - low - self.length).clamp(min=0)).long()
        x = self.all[(begin[:, None] + torch.arange(self.length, device=d)).clamp(max=len(self.all) - 1)]
        return x / power(x).sqrt().clamp(min=3e-3)

    @torch.no_grad()
    def host(self, marked):
        rows, d = len(marked), self.device
        mix = (torch.rand(rows, 1, device=d) < 0.2) * 10 ** (-rand((rows, 1), 0, 20, d) / 20)
        x = self.draw(marked) + mix * self.draw(marked)
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
        noise = coloured(rows, self.length, d) * 10 ** (rand((rows, 1), -85, -50, d) / 20)
        x = x + noise * (torch.rand(rows, 1, device=d) < 0.4)
        return x.clamp(-1, 1)

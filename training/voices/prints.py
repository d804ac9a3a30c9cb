"""A small network from x-vector and pitch to a style: a start that no microphone disturbs.

prints.py OUTPUT SECONDS LISTENED…
"""

import math
import sys
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from export import export_onnx
from heard import PRINT
from style_space import HALVES, style_scale

BATCH, RATE, HIDDEN = 512, 1e-3, 768
PRINT_UNIT, PITCH_MIDDLE = 6.0, 16.7  # 150 Hz in units of heard.py


class StyleOfPrint(nn.Module):
    """[1, 129]: the print, and the pitch in units of heard.py."""

    def __init__(self, mean, scale):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(PRINT + 1, HIDDEN),
            nn.GELU(),
            nn.Dropout(0.2),
            nn.Linear(HIDDEN, HIDDEN),
            nn.GELU(),
            nn.Dropout(0.2),
            nn.Linear(HIDDEN, 256),
        )
        self.register_buffer("mean", mean.clone())
        self.register_buffer("scale", scale.clone())

    def forward(self, heard):
        prints, pitch = heard[:, :PRINT] * PRINT_UNIT, heard[:, PRINT:] - PITCH_MIDDLE
        return self.layers(torch.cat([prints, pitch], 1)) * self.scale + self.mean


def style_loss(found, true, mean, scale):
    found, true = (found - mean) / scale, (true - mean) / scale
    turned = sum(1 - F.cosine_similarity(found[:, h], true[:, h], dim=1).mean() for h in HALVES)
    return (found - true).pow(2).mean() + 0.5 * turned


def load(folders, device):
    files = sorted(file for folder in folders for file in Path(folder).glob("*.npz"))
    names = ("styles", "heard", "elsewhere", "train", "voice")
    columns = [
        np.concatenate(column) for column in zip(*([np.load(file)[name] for name in names] for file in files))
    ]
    return [torch.from_numpy(column).to(device) for column in columns]


def main(output, seconds, *folders):
    torch.manual_seed(0)
    device, seconds = "cuda" if torch.cuda.is_available() else "cpu", float(seconds)
    styles, heard, elsewhere, train, _ = load(folders, device)
    inputs = torch.stack([torch.cat([one, heard[:, -1:]], 1) for one in (heard[:, :PRINT], elsewhere)])
    training = torch.nonzero(train)[:, 0]
    mean, scale = styles[training].mean(0), style_scale(styles[training])
    model = StyleOfPrint(mean, scale).to(device)
    optimiser = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=0.05)
    began, steps = time.time(), 0
    while (spent := time.time() - began) < seconds:
        for group in optimiser.param_groups:
            group["lr"] = RATE * (0.5 + 0.5 * math.cos(math.pi * spent / seconds) + 0.003)
        at = training[torch.randint(0, len(training), (BATCH,), device=device)]
        given = inputs[torch.randint(0, 2, (BATCH,), device=device), at]
        noise = torch.randn_like(given) * torch.cat([torch.full((PRINT,), 0.013), torch.full((1,), 0.2)]).to(
            device
        )
        loss = style_loss(model(given + noise), styles[at], mean, scale)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        steps += 1
    model.eval()
    unseen = ~train
    for name, some in zip(("clean", "elsewhere"), inputs):
        with torch.no_grad():
            found, true = (model(some[unseen]) - mean) / scale, (styles[unseen] - mean) / scale
        cosines = [F.cosine_similarity(found[:, h], true[:, h], dim=1).mean().item() for h in HALVES]
        print(
            f"style of print, {name}: timbre {cosines[0]:.3f}, prosody {cosines[1]:.3f} ({steps} steps)",
            flush=True,
        )
    Path(output).mkdir(parents=True, exist_ok=True)
    export_onnx(model.cpu(), (inputs[0, :1].cpu(),), Path(output) / "print-style.onnx", ["heard"], ["style"])


if __name__ == "__main__":
    main(*sys.argv[1:])

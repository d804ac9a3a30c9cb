"""Fits style → heard to the values and the gradients that listen.py and gradients.py have written.

surrogate.py OUTPUT SECONDS FOLDER…
"""

import math
import sys
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from export import export_onnx
from heard import PRINT
from sound import BANDS
from style_space import style_scale
from surrogate_network import Surrogate, WithGradient

BATCH, RATE = 1_024, 1.5e-3
GRADIENT_SHARE = 0.5


def rows_of(file):
    """Unscaled pitches and known voices only; where there is no gradient its mix is zero."""
    part = np.load(file)
    chosen = part["usual"] & part["train"] if "usual" in part else slice(None)
    styles, heard = part["styles"][chosen], part["heard"][chosen]
    if "mixes" not in part:
        return styles, heard, np.zeros_like(heard), np.zeros_like(styles)
    return styles, heard, part["mixes"], part["gradients"]


def load(folders, device):
    files = sorted(file for folder in folders for file in Path(folder).glob("*.npz"))
    columns = zip(*map(rows_of, files))
    return [torch.from_numpy(np.concatenate(column)).float().to(device) for column in columns]


def value_losses(said, heard):
    print_loss = 1 - F.cosine_similarity(said[:, :PRINT], heard[:, :PRINT], dim=1).mean()
    spectrum_loss = (said[:, PRINT : PRINT + BANDS] - heard[:, PRINT : PRINT + BANDS]).pow(2).mean()
    pitch_loss = (said[:, -1] - heard[:, -1]).pow(2).mean()
    return print_loss, spectrum_loss, pitch_loss


def gradient_loss(model, passed, mix, true):
    """Relative, so that a few steep places do not decide it."""
    known = mix.abs().sum(1) > 0
    if not known.any():
        return torch.zeros((), device=mix.device)
    found, true = model.gradient(mix, passed)[known], true[known]
    found, true = found * model.scale, true * model.scale
    return ((found - true).pow(2).sum(1) / (true.pow(2).sum(1) + 1e-4)).mean()


def train(model, data, training, seconds):
    styles, heard, mixes, gradients = data
    optimiser = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=0.08)
    average = torch.optim.swa_utils.AveragedModel(model, avg_fn=lambda old, new, _: old * 0.998 + new * 0.002)
    began, step = time.time(), 0
    while (spent := time.time() - began) < seconds:
        for group in optimiser.param_groups:
            group["lr"] = (
                RATE * min(1, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * spent / seconds) + 0.002)
            )
        at = training[torch.randint(0, len(training), (BATCH,), device=training.device)]
        said, passed = model.passes(styles[at] + torch.randn_like(styles[at]) * 0.03 * model.scale)
        a, b, c = value_losses(said, heard[at])
        slope = gradient_loss(model, passed, mixes[at], gradients[at])
        length = (said[:, :PRINT].norm(dim=1) - 1).pow(2).mean()
        loss = a + 0.05 * length + 0.3 * b + 0.3 * c + GRADIENT_SHARE * slope
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        average.update_parameters(model)
        step += 1
        if step % 500 == 0:
            print(
                f"  {step} steps, {spent:.0f} s: {a.item():.3f} {b.item():.3f} {c.item():.3f} {slope.item():.3f}",
                flush=True,
            )
    return average.module.eval()


def report(model, data, test):
    styles, heard, mixes, gradients = (column[test] for column in data)
    with torch.no_grad():
        said, passed = model.passes(styles)
        a, b, c = value_losses(said, heard)
        known = mixes.abs().sum(1) > 0
        line = f"surrogate: print cosine {1 - a.item():.3f}, spectrum {6 * b.sqrt().item():.2f} dB, log F0 {0.3 * c.sqrt().item():.3f}"
        if known.any():
            found = model.gradient(mixes, passed)[known] * model.scale
            true = gradients[known] * model.scale
            for name, half in (("timbre", slice(0, 128)), ("prosody", slice(128, 256))):
                line += f", gradient cosine {name} {F.cosine_similarity(found[:, half], true[:, half], dim=1).mean().item():.3f}"
    print(f"{line}, over {len(test)} samples never trained on", flush=True)


def main(output, seconds, *folders):
    torch.manual_seed(0)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    data = load(folders, device)
    styles, heard = data[0], data[1]
    order = torch.randperm(len(styles), device=device)
    test, training = order[: len(order) // 15], order[len(order) // 15 :]
    print(
        f"surrogate: {len(styles)} samples, {(data[2].abs().sum(1) > 0).sum().item()} with gradients",
        flush=True,
    )
    centre = heard.mean(0)
    centre[:PRINT] = 0
    model = Surrogate(styles.mean(0), style_scale(styles), centre).to(device)
    model = train(model, data, training, float(seconds))
    report(model, data, test)
    Path(output).mkdir(parents=True, exist_ok=True)
    torch.save(model.state_dict(), Path(output) / "surrogate.pt")
    example = (styles[:1].cpu(), heard[:1].cpu())
    export_onnx(
        WithGradient(model.cpu()),
        example,
        Path(output) / "surrogate.onnx",
        ["style", "mix"],
        ["heard", "gradient"],
    )


if __name__ == "__main__":
    main(*sys.argv[1:])

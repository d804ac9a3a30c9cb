"""Fits style → heard to the values and the gradients that listen.py and gradients.py have written.

surrogate.py OUTPUT EPOCHS FOLDER…
"""

import math
import sys
import time
from collections import namedtuple
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from export import export_onnx
from heard import PITCH_LOG, PRINT, SPECTRUM_DB
from sound import BANDS
from style_space import HALVES, style_scale
from surrogate_network import Surrogate, WithGradient

BATCH, SLOPES, RATE, DECAY = 256, 128, 1e-3, 0.3
RIDGE, NOISE, GRADIENT_SHARE = 100.0, 0.1, 0.5

"""`usual` is false where the pitch was scaled; without a gradient the mix is zero."""
Samples = namedtuple("Samples", "styles heard usual mixes gradients")


def rows_of(file):
    """Known voices only."""
    part = np.load(file)
    if "mixes" in part:
        return (
            part["styles"],
            part["heard"],
            np.ones(len(part["styles"]), bool),
            part["mixes"],
            part["gradients"],
        )
    chosen = part["train"]
    styles, heard = part["styles"][chosen], part["heard"][chosen]
    return styles, heard, part["usual"][chosen], np.zeros_like(heard), np.zeros_like(styles)


def load(folders, device):
    files = sorted(file for folder in folders for file in Path(folder).glob("*.npz"))
    columns = zip(*map(rows_of, files))
    return Samples(*(torch.from_numpy(np.concatenate(column)).float().to(device) for column in columns))


def take(samples, rows):
    return Samples(*(column[rows] for column in samples))


def value_losses(said, samples):
    heard, band = samples.heard, slice(PRINT, PRINT + BANDS)
    print_loss = 1 - F.cosine_similarity(said[:, :PRINT], heard[:, :PRINT], dim=1).mean()
    spectrum_loss = (said[:, band] - heard[:, band]).pow(2).mean()
    pitch_loss = ((said[:, -1] - heard[:, -1]).pow(2) * samples.usual).sum() / samples.usual.sum()
    return print_loss, spectrum_loss, pitch_loss


def gradient_loss(model, slopes, samples):
    """Relative, so that a few steep places do not decide it."""
    found = model.gradient(samples.mixes, slopes) * model.scale
    true = samples.gradients * model.scale
    return ((found - true).pow(2).sum(1) / (true.pow(2).sum(1) + 1e-4)).mean()


def linear_start(model, samples):
    """Ridge regression: most of what there is to know, and nothing that can be learnt by heart."""
    x, y = (samples.styles - model.mean) / model.scale, samples.heard - model.centre
    gram = x.T @ x + RIDGE * torch.eye(x.shape[1], device=x.device)
    model.skip.weight.data = torch.linalg.solve(gram, x.T @ y).T.contiguous()


def train(model, samples, epochs):
    optimiser = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=DECAY)
    device = samples.styles.device
    sloped = torch.nonzero(samples.mixes.abs().sum(1) > 0)[:, 0]
    steps = int(epochs * len(samples.styles) / BATCH)
    model.train()
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = RATE * (0.5 + 0.5 * math.cos(math.pi * step / steps) + 0.002)
        any_rows = torch.randint(0, len(samples.styles), (BATCH,), device=device)
        some = take(
            samples, torch.cat([any_rows, sloped[torch.randint(0, len(sloped), (SLOPES,), device=device)]])
        )
        said, slopes = model.passes(some.styles + torch.randn_like(some.styles) * NOISE * model.scale)
        a, b, c = value_losses(said, some)
        length = (said[:, :PRINT].norm(dim=1) - 1).pow(2).mean()
        slope = gradient_loss(model, [one[BATCH:] for one in slopes], take(some, slice(BATCH, None)))
        loss = a + 0.05 * length + 0.3 * b + 0.3 * c + GRADIENT_SHARE * slope
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if step % 200 == 199:
            figures = " ".join(f"{one.item():.3f}" for one in (a, b, c, slope))
            print(f"  {step + 1} of {steps} steps: {figures}", flush=True)
    return model.eval()


def report(model, samples):
    with torch.no_grad():
        said, slopes = model.passes(samples.styles)
        a, b, c = value_losses(said, samples)
        known = samples.mixes.abs().sum(1) > 0
        found = (model.gradient(samples.mixes, slopes) * model.scale)[known]
        true = (samples.gradients * model.scale)[known]
    cosines = [F.cosine_similarity(found[:, half], true[:, half], dim=1).mean().item() for half in HALVES]
    print(
        f"surrogate, {len(said)} samples never trained on: print cosine {1 - a.item():.3f}, "
        f"spectrum {SPECTRUM_DB * b.sqrt().item():.2f} dB, log pitch {PITCH_LOG * c.sqrt().item():.3f}; "
        f"cosine of gradients: timbre {cosines[0]:.3f}, prosody {cosines[1]:.3f}",
        flush=True,
    )


def main(output, epochs, *folders):
    torch.manual_seed(0)
    began, device = time.time(), "cuda" if torch.cuda.is_available() else "cpu"
    samples = load(folders, device)
    order = torch.randperm(len(samples.styles), device=device)
    test, training = (take(samples, rows) for rows in order.tensor_split([len(order) // 15]))
    centre = training.heard.mean(0)
    model = Surrogate(training.styles.mean(0), style_scale(training.styles), centre).to(device)
    linear_start(model, training)
    report(model.eval(), test)
    model = train(model, training, float(epochs))
    report(model, test)
    Path(output).mkdir(parents=True, exist_ok=True)
    example = (samples.styles[:1].cpu(), samples.heard[:1].cpu())
    file = Path(output) / "surrogate.onnx"
    export_onnx(WithGradient(model.cpu()), example, file, ["style", "mix"], ["heard", "gradient"])
    print(f"{len(samples.styles)} samples, {time.time() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

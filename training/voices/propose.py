"""Styles that matching would visit: the surrogate followed towards voices that no style quite reaches.

propose.py SURROGATE.onnx OUTPUT.npz COUNT FOLDER…   (FOLDERs as for surrogate.py)

A target is the print of a reachable voice with so much added that its cosine to it is 0.6 to 0.95, as people's are.
"""

import sys

import numpy as np
import torch
import torch.nn.functional as F

from heard import PRINT
from sound import BANDS
from style_space import Span
from surrogate import load
from surrogate_network import load_surrogate

STEPS, RATE = 120, 0.02


def targets_like(heard):
    """Prints, spectra and pitches of voices nearby and out of reach."""
    cosine = torch.rand(len(heard), 1, device=heard.device) * 0.35 + 0.6
    aside = F.normalize(torch.randn(len(heard), PRINT, device=heard.device), dim=1)
    prints = F.normalize(cosine * heard[:, :PRINT] + (1 - cosine**2).sqrt() * aside, dim=1)
    rest = heard[:, PRINT:] + torch.randn_like(heard[:, PRINT:]) * 0.4
    return torch.cat([prints, rest], 1)


def loss_of(heard, target):
    """As matching has it; also tells which mix of what is heard is followed."""
    cosine = F.cosine_similarity(heard[:, :PRINT], target[:, :PRINT], dim=1)
    band = slice(PRINT, PRINT + BANDS)
    spectrum = (heard[:, band] - target[:, band]).pow(2).mean(1).clamp_min(1e-6).sqrt()
    return 1 - cosine + 0.09 * spectrum + 0.1 * (heard[:, -1] - target[:, -1]).abs()


def follow(model, span, styles, targets, generator):
    """Each for a random number of steps: what is seen on the way matters as well as the end."""
    styles = styles.clone().requires_grad_()
    ends = torch.randint(STEPS // 4, STEPS + 1, (len(styles),), generator=generator).to(styles.device)
    optimiser = torch.optim.Adam([styles], lr=RATE)
    kept = styles.detach().clone()
    for step in range(STEPS):
        loss = loss_of(model(styles), targets) + 0.025 * span.distance(styles)
        optimiser.zero_grad()
        loss.sum().backward()
        optimiser.step()
        kept = torch.where((ends == step + 1)[:, None], styles.detach(), kept)
    return kept


def followed_mix(model, styles, targets):
    heard = model(styles).detach().requires_grad_()
    (mix,) = torch.autograd.grad(-loss_of(heard, targets).sum(), heard)
    return mix / mix[:, :PRINT].norm(dim=1, keepdim=True).clamp_min(1e-3)


def main(surrogate, output, count, *folders):
    torch.manual_seed(3)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    model = load_surrogate(surrogate, device)
    styles, heard, *_ = load(folders, device)
    chosen = torch.randperm(len(styles), device=device)[: int(count)]
    other = torch.randperm(len(styles), device=device)[: int(count)]
    targets = targets_like(heard[other])
    span = Span(styles.cpu().numpy(), device)
    found = follow(model, span, styles[chosen], targets, torch.Generator().manual_seed(3))
    mixes = followed_mix(model, found, targets)
    np.savez(output, styles=found.cpu().numpy(), mixes=mixes.detach().cpu().numpy())
    with torch.no_grad():
        reached = F.cosine_similarity(model(found)[:, :PRINT], targets[:, :PRINT], dim=1).mean().item()
    print(f"{len(found)} proposals; the surrogate believes in a cosine of {reached:.3f}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

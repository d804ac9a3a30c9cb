"""Matching as the service does it (src/engines/voice-identity/match), here to find out what it reaches.

Everything heard is in the units of heard.py; `real` speaks in a style and hears it."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F

from heard import PRINT, SPECTRUM_DB
from sound import BANDS

SPECTRUM = slice(PRINT, PRINT + BANDS)


@dataclass
class Target:
    heard: torch.Tensor
    bands: torch.Tensor  # 1 where the recording has the band

    def spectrum_error(self, heard):
        """Root mean square in dB."""
        away = (heard[..., SPECTRUM] - self.heard[SPECTRUM]) * SPECTRUM_DB
        away = away - (away * self.bands).sum(-1, keepdim=True) / self.bands.sum()
        return ((away.pow(2) * self.bands).sum(-1) / self.bands.sum()).clamp_min(1e-6).sqrt()

    def loss(self, heard, spectrum=0.015, pitch=0.1):
        cosine = F.cosine_similarity(heard[..., :PRINT], self.heard[:PRINT], dim=-1)
        return (
            1
            - cosine
            + spectrum * self.spectrum_error(heard)
            + pitch * (heard[..., -1] - self.heard[-1]).abs()
        )


class Correction:
    """What the surrogate gets wrong near the styles that were really heard: an offset and, learnt on the way, a slope."""

    def __init__(self, width, device, sloped):
        self.offset, self.at = torch.zeros(width, device=device), None
        self.slope = torch.zeros(width, 256, device=device) if sloped else None

    def learn(self, style, error):
        if self.at is None:
            self.offset = error
        elif self.slope is None:
            self.offset = 0.4 * self.offset + 0.6 * error
        else:
            step = style - self.at
            surprise = error - self.offset - self.slope @ step
            self.slope = self.slope + torch.outer(surprise, step) / (step @ step + 1e-3)
            self.offset = error
        self.at = style

    def __call__(self, style):
        if self.slope is None or self.at is None:
            return self.offset
        return self.offset + (style - self.at) @ self.slope.t()


def descend(
    model, span, target, style, steps, free, correction=None, trust=0.0, rate=0.02, reg=0.01, pitch=0.1
):
    """Gradient steps on the surrogate; `free` is 1 for the dimensions that may move."""
    start, style = style.detach(), style.detach().clone().requires_grad_()
    optimiser = torch.optim.Adam([style], lr=rate)
    for _ in range(steps):
        heard = model(style[None])[0]
        if correction:
            heard = heard + correction(style)
        away = ((style - start) / model.scale).pow(2).mean()
        loss = target.loss(heard, pitch=pitch) + reg * span.distance(style) + trust * away
        optimiser.zero_grad()
        loss.backward()
        style.grad *= free
        optimiser.step()
    return style.detach()


def match(model, span, target, style, real, rounds, free, sloped=True, trust=0.02, pitch=0.1):
    """The best style that was really heard, and every value on the way."""
    style = descend(model, span, target, style, 150, free, pitch=pitch)
    correction = Correction(len(target.heard), style.device, sloped)
    best, values = (9.0, style), []
    for number in range(rounds):
        heard = real(style)
        value = target.loss(heard, pitch=pitch).item()
        values.append(round(value, 3))
        if value < best[0]:
            best = (value, style)
        correction.learn(style, heard - model(style[None])[0])
        if number + 1 < rounds:
            begin = best[1] if number % 4 == 3 else style
            style = descend(model, span, target, begin, 60, free, correction, trust, pitch=pitch)
    return best[1], values

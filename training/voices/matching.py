"""Matching as the service does it (engines/voice-cloning/match), here to find out what it reaches.

Everything heard is in the units of heard.py; `real` speaks in a style and hears it."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F

from heard import PRINT, SPECTRUM_DB
from sound import BANDS

SPECTRUM, TIMBRE = slice(PRINT, PRINT + BANDS), 128


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
    """What the surrogate gets wrong near a style that was really heard: an offset and, learnt from the others, a slope."""

    def __init__(self, style, error):
        self.at, self.offset = style, error
        self.slope = torch.zeros(len(error), len(style), device=style.device)

    def learn(self, style, error):
        step = style - self.at
        surprise = error - self(style)
        self.slope = self.slope + torch.outer(surprise, step) / (step @ step + 1e-3)

    def move_to(self, style, error):
        self.at, self.offset = style, error

    def __call__(self, style):
        return self.offset + (style - self.at) @ self.slope.t()


def kept_within(style, start, radius, scale):
    """Root mean square over the dimensions of timbre, in deviations."""
    away = (style - start)[:TIMBRE] / scale[:TIMBRE]
    share = radius / max(radius, away.pow(2).mean().sqrt().item())
    return start + share * (style - start)


def descend(model, span, target, start, correction, radius, free, steps=80, rate=0.02, reg=0.025, pitch=0.0):
    """Gradient steps on the surrogate; `free` is 1 for the dimensions that may move."""
    style = start.clone().requires_grad_()
    optimiser = torch.optim.Adam([style], lr=rate)
    for _ in range(steps):
        heard = model(style[None])[0] + correction(style)
        loss = target.loss(heard, pitch=pitch) + reg * span.distance(style)
        optimiser.zero_grad()
        loss.backward()
        style.grad *= free
        optimiser.step()
        style.data = kept_within(style.data, start, radius, model.scale)
    return style.detach()


def match(model, span, target, style, real, rounds, free, pitch=0.0, radius=0.6):
    """The best style that was really heard, and every value on the way."""
    error_at = lambda one, heard: heard - model(one[None])[0]
    heard = real(style)
    best, value = style, target.loss(heard, pitch=pitch).item()
    correction, values = Correction(style, error_at(style, heard)), [round(value, 3)]
    for _ in range(rounds - 1):
        tried = descend(model, span, target, best, correction, radius, free, pitch=pitch)
        heard = real(tried)
        found = target.loss(heard, pitch=pitch).item()
        values.append(round(found, 3))
        correction.learn(tried, error_at(tried, heard))
        if found < value:
            best, value = tried, found
            correction.move_to(tried, error_at(tried, heard))
        radius *= 1.5 if best is tried else 0.5
    return best, values

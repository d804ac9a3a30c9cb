"""Style → what would be heard of it, and the way back: the gradient for any mix of what is heard."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from heard import WIDTH

HIDDEN = 1_024


def silu_slope(x):
    gate = torch.sigmoid(x)
    return gate * (1 + x * (1 - gate))


class Surrogate(nn.Module):
    def __init__(self, mean, scale, centre):
        super().__init__()
        self.first, self.second, self.third = (
            nn.Linear(256, HIDDEN),
            nn.Linear(HIDDEN, HIDDEN),
            nn.Linear(HIDDEN, HIDDEN),
        )
        self.out, self.skip = nn.Linear(HIDDEN, WIDTH), nn.Linear(256, WIDTH, bias=False)
        self.register_buffer("mean", mean.clone())
        self.register_buffer("scale", scale.clone())
        self.register_buffer("centre", centre.clone())

    def forward(self, style):
        return self.passes(style)[0]

    def passes(self, style):
        x = (style - self.mean) / self.scale
        a = self.first(x)
        h = F.silu(a)
        b = self.second(h)
        h = h + F.silu(b)
        c = self.third(h)
        h = h + F.silu(c)
        return self.out(h) + self.skip(x) + self.centre, (a, b, c)

    def gradient(self, mix, passed):
        """Of (heard · mix) with respect to the style, written out: it is exported as a graph of its own."""
        a, b, c = passed
        g = mix @ self.out.weight
        g = g + (g * silu_slope(c)) @ self.third.weight
        g = g + (g * silu_slope(b)) @ self.second.weight
        g = (g * silu_slope(a)) @ self.first.weight
        return (g + mix @ self.skip.weight) / self.scale


class WithGradient(nn.Module):
    """The form that the service runs: (style, mix) → (heard, gradient)."""

    def __init__(self, surrogate):
        super().__init__()
        self.surrogate = surrogate

    def forward(self, style, mix):
        heard, passed = self.surrogate.passes(style)
        return heard, self.surrogate.gradient(mix, passed)


def load_surrogate(file, device):
    state = torch.load(file, weights_only=True, map_location=device)
    model = Surrogate(state["mean"], state["scale"], state["centre"]).to(device)
    model.load_state_dict(state)
    return model.eval().requires_grad_(False)

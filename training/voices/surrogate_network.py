"""Style → what would be heard of it, and the way back: the gradient for any mix of what is heard."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from heard import WIDTH
from onnx_weights import load_weights

HIDDEN, DROPPED = 512, 0.2


def silu_slope(x):
    gate = torch.sigmoid(x)
    return gate * (1 + x * (1 - gate))


class Surrogate(nn.Module):
    """Most of it is linear; two hidden layers bend it."""

    def __init__(self, mean, scale, centre):
        super().__init__()
        self.first, self.second = nn.Linear(256, HIDDEN), nn.Linear(HIDDEN, HIDDEN)
        self.out, self.skip = nn.Linear(HIDDEN, WIDTH), nn.Linear(256, WIDTH, bias=False)
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)
        self.register_buffer("mean", mean.clone())
        self.register_buffer("scale", scale.clone())
        self.register_buffer("centre", centre.clone())

    def forward(self, style):
        return self.passes(style)[0]

    def passes(self, style):
        """What is heard, and what `gradient` needs of the way there."""
        x = (style - self.mean) / self.scale
        first_kept, second_kept = self.kept(x), self.kept(x)
        a = self.first(x)
        h = F.silu(a) * first_kept
        b = self.second(h)
        h = h + F.silu(b) * second_kept
        return self.out(h) + self.skip(x) + self.centre, (
            silu_slope(a) * first_kept,
            silu_slope(b) * second_kept,
        )

    def kept(self, x):
        """Dropout that the gradient knows of."""
        if not self.training:
            return 1.0
        return (torch.rand(len(x), HIDDEN, device=x.device) > DROPPED) / (1 - DROPPED)

    def gradient(self, mix, slopes):
        """Of (heard · mix) with respect to the style, written out: it is exported as a graph of its own."""
        g = mix @ self.out.weight
        g = g + (g * slopes[1]) @ self.second.weight
        g = (g * slopes[0]) @ self.first.weight
        return (g + mix @ self.skip.weight) / self.scale


class WithGradient(nn.Module):
    """The form that the service runs: (style, mix) → (heard, gradient)."""

    def __init__(self, surrogate):
        super().__init__()
        self.surrogate = surrogate

    def forward(self, style, mix):
        heard, slopes = self.surrogate.passes(style)
        return heard, self.surrogate.gradient(mix, slopes)


def load_surrogate(file, device):
    style, heard = torch.zeros(256), torch.zeros(WIDTH)
    return load_weights(Surrogate(style, style, heard), file, "surrogate.").to(device)

"""Impulse responses of rooms: image sources in random boxes, from next to the speaker's mouth to the other end of the room."""

import math

import torch

SECONDS = 0.7
SOUND = 343.0


def uniform(low, high):
    return low + (high - low) * torch.rand(())


def box(rate, device, reach=9):
    size = torch.stack([uniform(2.5, 9), uniform(2.2, 7), uniform(2.2, 3.6)])
    source = size * torch.stack([uniform(0.1, 0.9) for _ in range(3)])
    # Half of the ears are near, so that direct sound is 6 dB over the rest as often as 12 dB under it.
    ear = size * torch.stack([uniform(0.1, 0.9) for _ in range(3)])
    ear = source + (ear - source) * (uniform(0.1, 0.5) if torch.rand(()) < 0.5 else 1)
    reflect = torch.sqrt(1 - uniform(0.15, 0.7))
    n = torch.stack(torch.meshgrid(*[torch.arange(-reach, reach + 1)] * 3, indexing="ij"), -1).reshape(-1, 1, 3)
    parity = torch.stack(torch.meshgrid(*[torch.arange(2)] * 3, indexing="ij"), -1).reshape(1, 8, 3)
    n, parity, size, source, ear = (v.to(device) for v in (n, parity, size, source, ear))
    distance = ((1 - 2 * parity) * source + 2 * n * size - ear).norm(dim=-1).clamp(min=0.05).flatten()
    order = (2 * n - parity).abs().sum(-1).flatten()
    length = int(SECONDS * rate)
    delay = (distance / SOUND * rate).long()
    delay = delay - delay.min()
    kept = delay < length
    h = torch.zeros(length, device=device)
    h.index_add_(0, delay[kept], (reflect.to(device) ** order / distance)[kept])
    return h / h.norm()


def bank(count, rate, device):
    return torch.stack([box(rate, device) for _ in range(count)])


def noise_rooms(rows, rate, device):
    """A direct sound, a gap, a decaying noise: −12 to 12 dB of direct sound."""
    length = int(SECONDS * rate)
    t = torch.arange(length, device=device)[None] / rate
    draw = lambda low, high: torch.rand(rows, 1, device=device) * (high - low) + low
    tail = torch.randn(rows, length, device=device) * 10 ** (-3 * t / draw(0.15, 0.9)) * (t > draw(0.002, 0.02))
    tail = tail / tail.norm(dim=1, keepdim=True) * 10 ** (-draw(-12, 12) / 20)
    tail[:, 0] += 1
    return tail / tail.norm(dim=1, keepdim=True)


if __name__ == "__main__":
    torch.manual_seed(1)
    direct = [10 * math.log10(h[:60].pow(2).sum() / h[60:].pow(2).sum()) for h in bank(40, 24000, "cpu")]
    print("direct sound over the rest, dB:", sorted(round(d) for d in direct))

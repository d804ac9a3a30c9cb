"""The pair: an embedder that changes 24 kHz sound below what it masks, and a detector that listens at 16 kHz.

The mark says one thing, that it is there. The embedder modulates 48 narrow bands with a wave each, as deep as the sound hides
it; the detector follows the pattern of the waves and adds up evidence over a window of a few
seconds.
"""

import math

import torch
import torch.nn.functional as F
from torch import nn

from hearing import Masking, bark

RATE = 24000
FRAME, HOP = 512, 256  # 21.3 ms, 10.7 ms: 93.75 frames per second
LOW, HIGH = 2, 168  # bins of the embedder: 94 Hz to 7.8 kHz
BINS = HIGH - LOW
BANDS = 48
PERIODS = (16, 12, 10, 8)  # frames per wave of a carrier; all start again every 240 frames, so a stream needs no clock
CYCLE = 240
DEEPEST = 0.35  # of the amplitude of a bin
STRENGTH = 0.94  # of the trained mark

HEARD = 16000
D_FRAME, D_HOP = 384, 128  # 24 ms, 8 ms
D_LOW, D_HIGH = 2, 190
PHASES = 40  # of the pattern's 240 frames: one is 64 ms
SPEEDS = (0.925, 0.95, 0.975, 1.0, 1.025, 1.05, 1.075)
AROUND = 157  # frames: two means of 2.5 s, so that what is near counts most
EVIDENCE = 8  # a sum of this much evidence is one logit
THRESHOLD = 12  # logits
FOR, AGAINST = 2.5, 1.25  # the most that a frame may speak for a phase, and against it: no second decides alone


def fourier(size, low, high):
    """Rows: windowed cosines, then windowed minus sines (square root of Hann)."""
    n = torch.arange(size, dtype=torch.float64)
    window = torch.sin(math.pi * (n + 0.5) / size)
    k = torch.arange(low, high, dtype=torch.float64)[:, None]
    angle = 2 * math.pi * k * n / size
    return torch.cat([torch.cos(angle) * window, -torch.sin(angle) * window]).float()[:, None]


def band_of_bin():
    """Bins in bands of equal width in Bark."""
    z = bark((torch.arange(BINS) + LOW).float() * RATE / FRAME)
    return ((z - z[0]) / (z[-1] - z[0] + 1e-3) * BANDS).long()


def carriers(frames, start):
    """start [B]: number of the first frame → [B, 48, frames]"""
    device = start.device
    n = torch.arange(frames, device=device)[None, None] + start[:, None, None]
    band = torch.arange(BANDS, device=device)[None, :, None]
    period = torch.tensor(PERIODS, device=device).repeat(BANDS // len(PERIODS))[None, :, None]
    return torch.cos(2 * math.pi * (n / period + band * 0.381966)).float()


def frames_of(sound, pad, basis, hop, training):
    if not training:
        return F.conv1d(F.pad(sound[:, None], (pad, pad)), basis, stride=hop)
    return (F.pad(sound, (pad, pad)).unfold(1, basis.shape[2], hop) @ basis[:, 0].T).transpose(1, 2)


class Norm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(width, 1))
        self.shift = nn.Parameter(torch.zeros(width, 1))

    def forward(self, x):
        x = x - x.mean(1, keepdim=True)
        return x * torch.rsqrt((x * x).mean(1, keepdim=True) + 1e-4) * self.gain + self.shift


class Block(nn.Module):
    def __init__(self, width, wide, kernel, dilation, ahead=None):
        super().__init__()
        span = (kernel - 1) * dilation
        self.right = span // 2 if ahead is None else ahead
        self.left = span - self.right
        self.time = nn.Conv1d(width, width, kernel, dilation=dilation, groups=width)
        self.dilation, self.kernel = dilation, kernel
        self.norm = Norm(width)
        self.open = nn.Conv1d(width, wide, 1)
        self.close = nn.Conv1d(wide, width, 1)
        nn.init.normal_(self.close.weight, std=0.5 / math.sqrt(wide))
        nn.init.zeros_(self.close.bias)

    def along(self, x, frames):
        if not self.training:
            return self.time(x)
        w = self.time.weight[:, 0, :, None]  # the same as a sum, which is faster to differentiate
        parts = [x[:, :, i * self.dilation : i * self.dilation + frames] * w[:, i] for i in range(self.kernel)]
        return sum(parts) + self.time.bias[:, None]

    def forward(self, x):
        y = self.norm(self.along(F.pad(x, (self.left, self.right)), x.shape[2]))
        return x + self.close(F.gelu(self.open(y), approximate="tanh"))


class Embedder(nn.Module):
    """sound [B, T] (T a multiple of 256), waves [B, 48, T/256 + 1] → what is to be added [B, T]

    It looks four frames ahead: one of them is the overlap, three are the network's.
    """

    def __init__(self, width=160, wide=288, blocks=((5, 1, 1), (5, 1, 1), (5, 2, 0), (5, 4, 0), (5, 1, 0))):
        super().__init__()
        self.register_buffer("basis", fourier(FRAME, LOW, HIGH), persistent=False)
        self.masking = Masking(FRAME, RATE, LOW, HIGH, margin=-2.0)
        self.enter = nn.Conv1d(BINS, width, 3, padding=1)
        self.tick = nn.Conv1d(BANDS, width, 1)
        self.blocks = nn.ModuleList([Block(width, wide, k, d, a) for k, d, a in blocks])
        self.carry = nn.Conv1d(BANDS, 2 * BINS, 1, bias=False)  # starts as the carriers themselves
        first = F.one_hot(band_of_bin(), BANDS).float()
        self.carry.weight.data.copy_(torch.cat([first, 0 * first])[:, :, None] * 0.8)
        self.norm = Norm(width)
        self.leave = nn.Conv1d(width, 2 * BINS, 1)
        nn.init.normal_(self.leave.weight, std=0.03)
        nn.init.zeros_(self.leave.bias)

    def forward(self, sound, waves):
        x = frames_of(sound, HOP, self.basis, HOP, self.training)
        real, imaginary = x.chunk(2, 1)
        power = real * real + imaginary * imaginary
        level = torch.log(power + 1e-5)
        h = self.enter(level * 0.25 + 0.5) + self.tick(waves)
        for block in self.blocks:
            h = block(h)
        a, b = (torch.tanh(self.leave(self.norm(h)) + self.carry(waves)) * DEEPEST).chunk(2, 1)
        change_power = (a * a + b * b) * power
        limit = self.masking(power, change_power) * 0.5  # 0.5: two windows of the square root of Hann overlap
        a, b = a * limit, b * limit
        strength = 1 if self.training else STRENGTH
        spectrum = torch.cat([a * real - b * imaginary, a * imaginary + b * real], 1) * (4 / FRAME * strength)
        if not self.training:
            return F.conv_transpose1d(spectrum, self.basis, stride=HOP)[:, 0, HOP:-HOP]
        y = spectrum.transpose(1, 2) @ self.basis[:, 0]
        return (y[:, 1:, :HOP] + y[:, :-1, HOP:]).reshape(sound.shape)


class Course(nn.Module):
    """Evidence for each phase of the pattern [B, 40, N] → evidence [B, N].

    A mark's phases follow one another at one speed; what only resembles a mark has no such course. So each frame counts by the course
    that fits best 2.5 s around it: all phases at seven speeds are tried. A splice starts another course.
    """

    def __init__(self):
        super().__init__()
        self.register_buffer("steps", torch.tensor(SPEEDS)[:, None] * (D_HOP * 2 / HEARD * RATE / HOP * PHASES / CYCLE), persistent=False)

    def turned(self, phases, steps):
        """steps [S, 1] of a phase in a frame → [B, S, 40, N]: the same phase of a course lies in one row."""
        batch, _, frames = phases.shape
        at = torch.arange(frames, device=phases.device, dtype=torch.float32)[None] * steps
        base = torch.floor(at)
        part = (at - base)[None, :, None]
        index = torch.arange(PHASES, device=phases.device)[None, :, None] + base[:, None].long()
        shape = (batch, steps.shape[0], PHASES, frames)
        of = lambda i: phases[:, None].expand(shape).gather(2, (i % PHASES)[None].expand(shape))
        return of(index) * (1 - part) + of(index + 1) * part

    def forward(self, phases):
        batch, _, frames = phases.shape
        turned = self.turned(phases, self.steps).reshape(batch, -1, frames)
        pool = lambda x: F.avg_pool1d(x, AROUND, 1, AROUND // 2)
        fits = pool(pool(turned)) * (AROUND / EVIDENCE)
        return (torch.softmax(fits, 1) * turned).sum(1)


class Detector(nn.Module):
    """sound [B, T] at 16 kHz → evidence [B, frames], 62.5 frames per second. Its sum over a window decides."""

    def __init__(self, width=192, wide=768, dilations=(1, 2, 4, 4, 1), phases=PHASES):
        super().__init__()
        self.register_buffer("basis", fourier(D_FRAME, D_LOW, D_HIGH), persistent=False)
        self.enter = nn.Conv1d(D_HIGH - D_LOW, width, 4, stride=2, padding=1)
        self.blocks = nn.ModuleList([Block(width, wide, 7, d) for d in dilations])
        self.norm = Norm(width)
        self.leave = nn.Conv1d(width, phases, 1)
        nn.init.normal_(self.leave.weight, std=0.02)
        nn.init.zeros_(self.leave.bias)
        self.course = Course()

    def speaks(self, sound):
        """[B, phases, frames], without a bound"""
        x = frames_of(sound, D_HOP, self.basis, D_HOP, self.training)
        real, imaginary = x.chunk(2, 1)
        power = real * real + imaginary * imaginary
        loud = F.avg_pool1d(power.mean(1, keepdim=True), 127, 1, 63, count_include_pad=False) + 1e-9
        level = torch.log(power / loud + 1e-4)
        level = level - F.avg_pool1d(level, 63, 1, 31, count_include_pad=False)  # no equaliser matters
        h = self.enter(level * 0.5)
        for block in self.blocks:
            h = block(h)
        return self.leave(self.norm(h))

    def phases(self, sound):
        """Half a second around each frame, heard alone → how much it speaks for each phase [B, 40, frames]"""
        x = self.speaks(sound)
        return torch.where(x > 0, FOR * torch.tanh(x / FOR), AGAINST * torch.tanh(x / AGAINST))

    def forward(self, sound):
        return self.course(self.phases(sound))


class Waves(Detector):
    """The detector of the first training, which knows no phases: evidence of waves like the mark's, in whatever order."""

    def __init__(self):
        super().__init__(wide=384, dilations=(1, 2, 4, 8, 16, 4, 1), phases=1)

    def forward(self, sound):
        return self.speaks(sound)[:, 0]


if __name__ == "__main__":
    e, d = Embedder(), Detector()
    for name, module in (("embedder", e), ("detector", d)):
        print(name, sum(p.numel() for p in module.parameters()))
    x = torch.randn(2, 256 * 94) * 0.1
    waves = carriers(95, torch.tensor([0, 7]))
    with torch.no_grad():
        p = e(x, waves)
        print(p.shape, "SNR", float(10 * torch.log10((x**2).mean() / (p**2).mean())))
        q = e.eval()(x, waves)
        print("training and inference differ by", float((p * STRENGTH - q).abs().max() / p.abs().max()))
        y = torch.randn(2, 16000)
        print(d(y).shape, float((d(y) - d.eval()(y)).abs().max()))

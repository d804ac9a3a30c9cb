"""What may happen to a marked sound, differentiable or straight-through; a batch at once, each row its own fate."""

import math

import torch
import torch.nn.functional as F

from rooms import noise_rooms

RATE, HEARD = 24000, 16000
FATES = ("none", "telephone", "low-pass", "high-pass", "equaliser", "room", "speed", "noise", "mix", "codec", "denoise")


def rand(shape, low, high, device):
    return torch.rand(shape, device=device) * (high - low) + low


def straight(new, old):
    return old + (new - old).detach()


def power(x):
    return x.pow(2).mean(1, keepdim=True) + 1e-10


def smooth_curve(rows, points, bins, size, device):
    """A random equaliser in dB over a warped frequency axis."""
    knots = torch.randn(rows, 1, points, device=device) * size
    curve = F.interpolate(knots, size=512, mode="linear", align_corners=True)
    axis = torch.linspace(0, 1, bins, device=device).sqrt() * 2 - 1
    grid = torch.stack([axis, torch.zeros_like(axis)], -1)[None, None].expand(rows, 1, bins, 2)
    return F.grid_sample(curve[:, :, None], grid, align_corners=True)[:, 0, 0]


def coloured(rows, length, device):
    """Noise with a spectrum between white and brown, of unit power."""
    f = torch.arange(length // 2 + 1, device=device).clamp(min=length // 800).float()
    tilt = rand((rows, 1), 0, 1.2, device) * (torch.rand(rows, 1, device=device) < 0.6)
    spectrum = torch.randn(rows, length // 2 + 1, dtype=torch.complex64, device=device) * f ** (-tilt)
    noise = torch.fft.irfft(spectrum, n=length)
    return noise / noise.pow(2).mean(1, keepdim=True).sqrt()


def warp(x, positions, taps=8):
    """x [B, T] read at real positions [B, N], by a windowed sinc."""
    base = positions.floor()
    k = torch.arange(taps, device=x.device) - taps // 2 + 1
    index = (base[..., None] + k).long().clamp(0, x.shape[1] - 1)
    d = (positions - base)[..., None] - k
    weight = torch.sinc(d) * torch.cos(math.pi * d / (taps + 1)) ** 2
    return (x.gather(1, index.flatten(1)).reshape(index.shape) * weight).sum(-1)


def stft(x, size):
    return torch.stft(x, size, size // 2, window=torch.hann_window(size, device=x.device).sqrt(), return_complex=True)


def istft(X, size, length):
    return torch.istft(X, size, size // 2, window=torch.hann_window(size, device=X.device).sqrt(), length=length)


def codec(x, size, coarse):
    """Rounds the spectrum with steps that follow the energy of bands, wider ones above, as coders do."""
    X = stft(x, size)
    rows, bins, frames = X.shape
    p = X.detach().abs().pow(2)
    width = max(3, size // 128)
    local = F.avg_pool1d(p.transpose(1, 2).reshape(-1, 1, bins), 2 * width + 1, 1, width, count_include_pad=False)
    local = local.reshape(rows, frames, bins).transpose(1, 2)
    tilt = rand((rows, 1, 1), 0, 2.0, x.device) * torch.linspace(0, 1, bins, device=x.device)[None, :, None]
    step = local.sqrt() * coarse[:, None, None] * torch.exp(tilt * 0.7) + 1e-5
    q = torch.complex(torch.round(X.real / step) * step, torch.round(X.imag / step) * step)
    fill = (q == 0) & (torch.rand(rows, 1, 1, device=x.device) < 0.4)
    q = torch.where(fill, torch.randn_like(X) * step * 0.3, q)
    # Above a border only the envelope stays, as with band replication.
    border = rand((rows, 1, 1), 0.45, 1.0, x.device) + (torch.rand(rows, 1, 1, device=x.device) < 0.7)
    above = torch.linspace(0, 1, bins, device=x.device)[None, :, None] > border
    q = torch.where(above, torch.randn_like(X) * local.sqrt(), q)
    return istft(torch.complex(straight(q.real, X.real), straight(q.imag, X.imag)), size, x.shape[1])


def denoise(x, strength):
    X = stft(x, 512)
    m = X.detach().abs()
    floor = torch.quantile(m[:, :, ::4], 0.2, dim=2, keepdim=True)
    gain = (1 - strength[:, None, None] * floor / (m + 1e-8)).clamp(min=0.05)
    return istft(X * gain, 512, x.shape[1])


def telephone(x):
    """8 kHz, 8 bits of mu-law."""
    y = x[:, ::2]
    peak = y.detach().abs().amax(1, keepdim=True).clamp(min=1e-4) * rand((x.shape[0], 1), 1.0, 6.0, x.device)
    v = (y / peak).clamp(-1, 1)
    c = torch.round(torch.sign(v) * torch.log1p(255 * v.abs()) / math.log(256) * 127) / 127
    y = straight(torch.sign(c) * ((256 ** c.abs()) - 1) / 255 * peak, y)
    return torch.fft.irfft(torch.fft.rfft(y), n=x.shape[1]) * 2


def attack(x, mask, others, rooms, amount=1.0, only=None):
    """x [B, T] at 24 kHz, mask [B, T] where it is marked, others [B, T], rooms a bank → sound and mask at 16 kHz

    `amount` (a number, or one for each row) scales how often each fate befalls a row; `only` names the one that befalls all.
    """
    B, T = x.shape
    N = T * 2 // 3
    dev = x.device

    def befalls(name, p):
        # Decided on the host, so that nothing waits for the device.
        return torch.full((B,), only == name) if only is not None else torch.rand(B) < p * amount

    def there(hit):
        return hit.to(dev, non_blocking=True)

    X = torch.fft.rfft(x)
    bins = X.shape[1]
    f = torch.arange(bins, device=dev)[None] * (RATE / T)
    db = torch.zeros(B, bins, device=dev)
    phone_rows = befalls("telephone", 0.09)
    phone = there(phone_rows)
    low = there(befalls("low-pass", 0.10)) | phone
    cut = torch.where(phone, rand((B,), 3300, 3600, dev), rand((B,), 3000, 7500, dev))[:, None]
    db = db - torch.where(low[:, None], ((f / cut).clamp(min=1e-3).log2() * 90).clamp(min=0), torch.zeros_like(db))
    high = there(befalls("high-pass", 0.08)) | phone
    db = db - torch.where(high[:, None], ((rand((B, 1), 80, 350, dev) / f.clamp(min=1)).log2() * 30).clamp(min=0), torch.zeros_like(db))
    db = db + smooth_curve(B, 10, bins, 5.0, dev) * there(befalls("equaliser", 0.12))[:, None]
    H = (10 ** (db.clamp(min=-90) / 20)).to(torch.complex64)
    echo = befalls("room", 0.22)
    if echo.any():
        row = there(echo.nonzero()[:, 0])
        boxes = rooms[torch.randint(0, len(rooms), (len(row),), device=dev)]
        h = torch.where(torch.rand(len(row), 1, device=dev) < 0.75, boxes, noise_rooms(len(row), RATE, dev))
        H = H.index_copy(0, row, H[row] * torch.fft.rfft(h, n=T))
    shift = rand((B, 1), 0, 1500, dev)
    H = H * torch.exp(-2j * math.pi * f * (shift / RATE))
    y = torch.fft.irfft((X * H)[:, : N // 2 + 1], n=N) * (N / T)
    m = mask[:, torch.arange(N, device=dev) * 3 // 2]
    m = torch.gather(m, 1, (torch.arange(N, device=dev)[None] - shift * 2 / 3).long() % N)

    fast = there(befalls("speed", 0.15).nonzero()[:, 0])
    if len(fast):
        n = torch.arange(N, device=dev)[None] * rand((len(fast), 1), 0.93, 1.07, dev)
        n = n % (N - 16)  # what is missing at the end comes again from the start
        y = y.index_copy(0, fast, warp(y[fast], n))
        m = m.index_copy(0, fast, torch.gather(m[fast], 1, n.long()))
    noisy = there(befalls("noise", 0.25))
    db = rand((B, 1), 12, 40, dev) if only is None else torch.full((1, 1), 20.0, device=dev)
    y = y + noisy[:, None] * coloured(B, N, dev) * (power(y.detach()) * 10 ** (-db / 10)).sqrt()
    mixed = befalls("mix", 0.14)
    if mixed.any():
        O = torch.fft.irfft(torch.fft.rfft(others)[:, : N // 2 + 1], n=N) * (N / T)
        db = rand((B, 1), 6, 20, dev) if only is None else torch.full((1, 1), 10.0, device=dev)
        y = y + there(mixed)[:, None] * O * (power(y.detach()) / power(O) * 10 ** (-db / 10)).sqrt().clamp(max=30)
    row = there(phone_rows.nonzero()[:, 0])
    if len(row):
        y = y.index_copy(0, row, telephone(y[row]))
    coded = there(befalls("codec", 0.30).nonzero()[:, 0])
    if len(coded):
        size = [320, 512, 1024, 1536][int(torch.randint(4, (1,)))]
        coarse = torch.exp(rand((len(coded),), math.log(0.12), math.log(1.5), dev))
        y = y.index_copy(0, coded, codec(y[coded], size, coarse))
    clean = there(befalls("denoise", 0.09).nonzero()[:, 0])
    if len(clean):
        y = y.index_copy(0, clean, denoise(y[clean], rand((len(clean),), 0.8, 2.5, dev)))
    gone = there(befalls("dropout", 0.04))
    holes = F.interpolate((torch.rand(B, 1, 94, device=dev) > 0.1).float(), size=N)[:, 0]
    y = torch.where(gone[:, None], y * holes, y)
    ride = there(befalls("levels", 0.08))
    curve = F.interpolate(torch.randn(B, 1, 7, device=dev) * 4, size=N, mode="linear", align_corners=True)[:, 0]
    y = torch.where(ride[:, None], y * 10 ** (curve / 20), y)
    clipped = there(befalls("clip", 0.05))
    peak = y.detach().abs().amax(1, keepdim=True) * rand((B, 1), 0.2, 0.9, dev)
    y = torch.where(clipped[:, None], torch.maximum(torch.minimum(y, peak), -peak), y)
    y = y * 10 ** (rand((B, 1), -12, 12, dev) / 20)
    return y + torch.randn_like(y) * 2e-5, m

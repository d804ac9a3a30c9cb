"""Sound in few bytes, for a machine that can be sent little: 16 kHz, rounded in an MDCT 23 dB under each band, then LZMA.

python3 packed.py OUT.sound SECONDS FOLDER…    packs excerpts of the sound files below the folders, with ffmpeg
"""

import lzma
import math
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import torch

RATE = 16000
SIZE, BAND = 256, 8  # coefficients of a frame, and of a band of it
STEP = 0.25  # of the level of its band
EXCERPT, PLACES = 10, 4  # seconds of a place in a file, and places
SUFFIXES = {".wav", ".ogg", ".oga", ".mp3", ".opus", ".flac", ".mod", ".xm", ".it", ".s3m"}


def basis():
    t, k = torch.arange(2 * SIZE)[None] + 0.5, torch.arange(SIZE)[:, None] + 0.5
    window = torch.sin(math.pi * t / (2 * SIZE))
    return torch.cos(math.pi / SIZE * k * (t + SIZE / 2)) * window * math.sqrt(2 / SIZE)


def pack(samples):
    x = torch.from_numpy(samples)
    x = torch.nn.functional.pad(x, (SIZE, SIZE + -len(x) % SIZE))
    c = x.unfold(0, 2 * SIZE, SIZE) @ basis().T
    bands = c.reshape(len(c), -1, BAND)
    level = torch.round(torch.log2(bands.pow(2).mean(2).sqrt() + 2**-16) * 2)
    q = torch.round(bands / (STEP * 2 ** (level / 2))[..., None]).clamp(-127, 127)
    # Coefficients of one frequency lie together, which packs a little better.
    parts = [level.to(torch.int8).T, q.to(torch.int8).reshape(len(c), SIZE).T]
    return len(c).to_bytes(4, "little") + lzma.compress(b"".join(p.contiguous().numpy().tobytes() for p in parts), preset=3)


def unpack(data, device="cpu"):
    frames = int.from_bytes(data[:4], "little")
    raw = np.frombuffer(lzma.decompress(data[4:]), np.int8)
    raw = torch.from_numpy(raw.copy()).to(device)
    bands = SIZE // BAND
    level = raw[: frames * bands].reshape(bands, frames).T.float()
    q = raw[frames * bands :].reshape(SIZE, frames).T.float().reshape(frames, bands, BAND)
    c = (q * (STEP * 2 ** (level / 2))[..., None]).reshape(frames, SIZE)
    y = c @ basis().to(device)
    return (y[1:, :SIZE] + y[:-1, SIZE:]).flatten()


def duration(path):
    command = ["ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", str(path)]
    text = subprocess.run(command, capture_output=True, text=True).stdout.strip()
    return float(text) if text not in ("", "N/A") else 0.0


def read(path, start):
    command = ["ffmpeg", "-v", "error", "-ss", str(start), "-t", str(EXCERPT), "-i", str(path), "-ac", "1", "-ar", str(RATE), "-f", "f32le", "-"]
    return np.frombuffer(subprocess.run(command, capture_output=True).stdout, np.float32)


def excerpts(folders, seconds, order):
    """Files in a random order; of long ones some places, so that as many files as possible are heard."""
    files = sorted(f for folder in folders for f in Path(folder).rglob("*") if f.is_file() and f.suffix.lower() in SUFFIXES)
    order.shuffle(files)
    total = 0
    for file in files:
        length = duration(file)
        for _ in range(max(1, min(PLACES, int(length / EXCERPT)))):
            x = read(file, order.uniform(0, max(0, length - EXCERPT)))
            if len(x) < RATE // 4 or np.abs(x).max() < 1e-3:
                continue
            total += len(x)
            yield x / np.abs(x).max() * 0.5
        if total > seconds * RATE:
            return


if __name__ == "__main__":
    out, seconds, *folders = sys.argv[1:]
    samples = np.concatenate(list(excerpts(folders, float(seconds), random.Random(2))))
    data = pack(samples)
    Path(out).write_bytes(data)
    back = unpack(data)[: len(samples)].numpy()
    noise = 10 * math.log10((samples**2).mean() / ((samples - back) ** 2).mean())
    print(f"{out}: {len(samples) / RATE:.0f} s, {len(data) / len(samples) * RATE / 1000:.1f} kB a second, noise {noise:.1f} dB under the sound")

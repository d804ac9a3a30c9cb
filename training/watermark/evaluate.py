"""Marks sounds that training never heard, does to them what happens to recordings, and listens:

python3 evaluate.py NETWORKS HELD_OUT OUT.json KIND=FOLDER…

NETWORKS holds what export.py wrote: the ONNX Runtime is ten times as fast as PyTorch, and it is what hears in the end. HELD_OUT is what
sounds.ts wrote to `held-out`. Each KIND=FOLDER holds recordings without a mark; no more than HOURS of them are heard. Uses ffmpeg. Windows of 5 s; a window is marked if its evidence is over THRESHOLD, which was fixed before anything here was looked at.
"""

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnxruntime
import torch

from hearing import Hearing
from model import EVIDENCE, HOP, RATE, THRESHOLD
from packed import excerpts
from rooms import SOUND

CLIP, WINDOW = 10, 5  # seconds
HOURS = 1
FPS = 62.5
TEMPORARY = Path(tempfile.mkdtemp())
chance = np.random.default_rng(4)


def read(path, rate=RATE, start=0.0, seconds=CLIP):
    command = ["ffmpeg", "-v", "error", "-ss", str(start), "-t", str(seconds), "-i", str(path), "-ac", "1", "-ar", str(rate), "-f", "f32le", "-"]
    return np.frombuffer(subprocess.run(command, capture_output=True, check=True).stdout, np.float32)


def ffmpeg(x, *steps):
    """Through a chain of (arguments, suffix), and back."""
    name = TEMPORARY / "0.wav"
    command = ["ffmpeg", "-v", "error", "-y", "-f", "f32le", "-ar", str(RATE), "-ac", "1", "-i", "-", "-c:a", "pcm_s16le", str(name)]
    subprocess.run(command, input=x.astype(np.float32).tobytes(), check=True)
    for i, (arguments, suffix) in enumerate(steps):
        new = TEMPORARY / f"{i + 1}{suffix}"
        subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", str(name), *arguments, str(new)], check=True)
        name = new
    return read(name, seconds=1e6)


def coded(*arguments, suffix):
    return lambda x: ffmpeg(x, ([*arguments], suffix))


def filtered(graph):
    return lambda x: ffmpeg(x, (["-af", graph], ".wav"))


def by_clip(x, other, db):
    y, size = x.copy(), CLIP * RATE
    for i in range(0, len(x), size):
        s, v = x[i : i + size], other[i : i + size]
        y[i : i + size] += v * np.sqrt((s**2).mean() / ((v**2).mean() + 1e-9) * 10 ** (-db / 10))
    return y


def noise(x, colour, db):
    n = len(x)
    f = np.maximum(np.arange(n // 2 + 1), n // 1000)
    w = np.fft.irfft((chance.standard_normal(n // 2 + 1) + 1j * chance.standard_normal(n // 2 + 1)) * f ** (-0.5 * colour), n)
    return by_clip(x, w, db)


def shoebox(ear, room=(6.1, 4.3, 2.8), source=(1.6, 1.1, 1.5), absorb=0.3, seconds=0.5, reach=12):
    """The same room as in the first experiment; training had none of its size."""
    h = np.zeros(int(seconds * RATE))
    n = np.stack(np.meshgrid(*[np.arange(-reach, reach + 1)] * 3, indexing="ij"), -1).reshape(-1, 3)
    for parity in np.ndindex(2, 2, 2):
        p = np.array(parity)
        d = np.linalg.norm((1 - 2 * p) * source + 2 * n * room - np.array(ear), axis=1)
        t = (d / SOUND * RATE).astype(int)
        ok = t < len(h)
        np.add.at(h, t[ok], (np.sqrt(1 - absorb) ** np.abs(2 * n - p).sum(1) / d)[ok])
    return h / np.abs(h).max()


def in_room(ear):
    h = shoebox(ear)

    def through(x):
        size = len(x) + len(h)
        return np.fft.irfft(np.fft.rfft(x, size) * np.fft.rfft(h, size), size)[: len(x)]

    return through


def attacks(music):
    return {
        "clean": lambda x: x,
        "MP3 64 kbit/s": coded("-c:a", "libmp3lame", "-b:a", "64k", suffix=".mp3"),
        "AAC 64 kbit/s": coded("-c:a", "aac", "-b:a", "64k", suffix=".m4a"),
        "Opus 24 kbit/s": coded("-c:a", "libopus", "-b:a", "24k", suffix=".opus"),
        "Opus 12 kbit/s": coded("-c:a", "libopus", "-b:a", "12k", "-application", "voip", suffix=".opus"),
        "G.711, 8 kHz": coded("-ar", "8000", "-c:a", "pcm_mulaw", suffix=".wav"),
        "to 16 kHz and back": lambda x: ffmpeg(x, (["-ar", "16000"], ".wav"), (["-ar", "24000"], ".wav")),
        "white noise 20 dB": lambda x: noise(x, 0, 20),
        "pink noise 20 dB": lambda x: noise(x, 1, 20),
        "gain +12 dB, clipped": lambda x: np.clip(x * 4, -1, 1),
        "gain -12 dB": lambda x: np.round(x / 4 * 32768) / 32768,
        "low-pass 3.4 kHz": filtered("lowpass=f=3400,lowpass=f=3400,lowpass=f=3400,lowpass=f=3400"),
        "room, 0.7 m": in_room((2.2, 1.4, 1.4)),
        "room, 1.5 m": in_room((2.9, 1.8, 1.4)),
        "room, 3.2 m": in_room((4.2, 3.0, 1.4)),
        "music 10 dB below": lambda x: by_clip(x, np.resize(music, len(x)), 10),
        "speed +5 %": filtered("asetrate=25200,aresample=24000"),
        "speed -5 %": filtered("asetrate=22800,aresample=24000"),
        "denoiser of ffmpeg, 12 dB": filtered("afftdn=nr=12:nf=-40"),
        "Opus 24, then MP3 64": lambda x: ffmpeg(x, (["-c:a", "libopus", "-b:a", "24k"], ".opus"), (["-c:a", "libmp3lame", "-b:a", "64k"], ".mp3")),
    }


SPEED = {"speed +5 %": 1 / 1.05, "speed -5 %": 1 / 0.95}


def network(path):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), options)
    return lambda **given: session.run(None, given)[0]


class Networks:
    def __init__(self, folder):
        self.embedder = network(Path(folder) / "embedder.onnx")
        self.detectors = {name: network(Path(folder) / f"{name}.onnx") for name in ("course", "waves")}

    def mark(self, x):
        y = np.pad(x, (0, -len(x) % HOP))[None].astype(np.float32)
        return self.embedder(sound=y, start=np.float32([chance.integers(240)]))[0, : len(x)]

    def listen(self, x):
        """Evidence of 24 kHz sound in pieces with context, a row for each detector."""
        size = len(x) * 2 // 3
        y = np.fft.irfft(np.fft.rfft(x)[: size // 2 + 1], size).astype(np.float32) * 2 / 3
        parts, piece, context = [], 24 * 160 * 256, 2 * 160 * 256
        for i in range(0, len(y), piece):
            a, b = max(0, i - context), min(len(y), i + piece + context)
            z = np.pad(y[a:b], (0, -(b - a) % 256))
            part = np.concatenate([d(sound=z[None]) for d in self.detectors.values()])
            parts.append(part[:, (i - a) // 256 :][:, : piece // 256])
        return np.concatenate(parts, 1)


def windows(evidence, clips, rate, loud):
    """Logits of each detector for each window of each clip that is not silent."""
    out = []
    for i in range(clips):
        for w in range(CLIP // WINDOW):
            a = int((i * CLIP + w * WINDOW) * rate * FPS)
            if loud[i][w]:
                out.append(evidence[:, a : a + int(WINDOW * rate * FPS)].sum(1) / EVIDENCE)
    return np.array(out).T


def judged(names, logits):
    """logits [detectors, windows] → those of each detector, and of both, which must agree"""
    return {**dict(zip(names, logits)), "both": logits.min(0)}


def hear_marked(pair, folder, result, write):
    hearing = Hearing(RATE)
    music = np.concatenate([read(f) for f in sorted((Path(folder) / "music").glob("*.wav"))])
    for kind in ("speech", "music", "effects"):
        clips = [read(f) for f in sorted((Path(folder) / kind).glob("*.wav"))]
        clips = [np.pad(x, (0, CLIP * RATE - len(x))) for x in clips]
        marks = [pair.mark(x) for x in clips]
        over, level, heard, audible = hearing(torch.from_numpy(np.stack(clips)), torch.from_numpy(np.stack(marks)))
        rms = lambda mask: float(((level**2 * mask).sum() / mask.sum()).sqrt())
        share = float(((over > 0).float() * heard).sum() / (heard.sum() * over.shape[1]))
        result[kind] = {"clips": len(clips), "bands_db": rms(audible), "bands_500_7700_db": rms(audible * hearing.middle), "over_masking": share}
        print(kind, result[kind], flush=True)
        loud = [[(x[w * WINDOW * RATE : (w + 1) * WINDOW * RATE] ** 2).mean() > 1e-6 for w in range(CLIP // WINDOW)] for x in clips]
        plain, marked = np.concatenate(clips), np.concatenate([x + m for x, m in zip(clips, marks)])
        for name, attack in attacks(music).items():
            rows = {}
            for label, sound in (("marked", marked), ("unmarked", plain)):
                rows[label] = judged(pair.detectors, windows(pair.listen(attack(sound)), len(clips), SPEED.get(name, 1), loud))
            result[kind][name] = {"windows": len(rows["marked"]["both"])}
            for by, found in rows["marked"].items():
                false = rows["unmarked"][by]
                result[kind][name][by] = {"found": int((found > THRESHOLD).sum()), "least": float(found.min()), "false": int((false > THRESHOLD).sum()), "most": float(false.max())}
            print(kind, name, result[kind][name], flush=True)
            write()


def hear_unmarked(pair, kind, folder, result):
    heard = np.concatenate(list(excerpts([folder], HOURS * 3600, random.Random(5))))
    size = len(heard) * 3 // 2 // 2 * 2
    x = (np.fft.irfft(np.fft.rfft(heard), size) * 1.5).astype(np.float32)[: HOURS * 3600 * RATE]
    evidence = pair.listen(x)
    # Windows that overlap by four fifths, so that a place between two windows is not missed.
    sums = np.array([np.convolve(e, np.ones(int(WINDOW * FPS)), "valid")[:: int(FPS)] for e in evidence]) / EVIDENCE
    result[f"unmarked {kind}"] = {"seconds": len(x) / RATE, "windows": sums.shape[1]}
    for by, found in judged(pair.detectors, sums).items():
        result[f"unmarked {kind}"][by] = {"false": int((found > THRESHOLD).sum()), "most": sorted(map(float, found))[-8:]}
    print(kind, result[f"unmarked {kind}"], flush=True)


def main():
    folder, held_out, out, *unmarked = sys.argv[1:]
    pair, result = Networks(folder), {"threshold": THRESHOLD}
    write = lambda: Path(out).write_text(json.dumps(result, indent=1))
    hear_marked(pair, held_out, result, write)
    for kind, recordings in (n.split("=", 1) for n in unmarked):
        hear_unmarked(pair, kind, recordings, result)
        write()


main()

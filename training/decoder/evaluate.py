"""Whole utterances that nothing was trained on: evaluate.py BUILD CORPUS CHECKPOINT SENTENCES.json OUTPUT
  [--whole | --model MODEL.onnx] [--sets SET …] [--device cuda]

The back speaks what Kokoro's decoder gives it, or with --whole what the front does. With --model the exported student speaks, in
windows, and the checkpoint only says what was measured. Writes OUTPUT/figures.json, and some sounds
of teacher and student to OUTPUT/sounds.npz.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import onnxruntime
import torch

import checkpoint
import kokoro_path
from dataset import Corpus
from encoder_network import Encoder
from front import Whole
from losses import Spectra
from onnx_weights import load_weights
from resample import to_16_khz
from sound import levelled
from source import FRAME
from student import excitation, speak
from styles import HALVES
from utterance import Utterance
from x_vector import XVector

SETS = ("sentences", "voices", "offsets", "fits")
SOUNDS_OF_SET, LONGEST_SOUND = 6, 480
SPAN, LAGS = 1024, (40, 480)
LINES_SIZE = 2048
ENCODER = kokoro_path.TRAINING.parent / "assets" / "voices" / "encoder.onnx"


def pitches(sound, pitch):
    """At the middle of each frame: the pitch near to what it should be, and how regular the sound is there."""
    least, most = LAGS
    padded = torch.nn.functional.pad(sound, (SPAN, SPAN + most))
    first = torch.arange(len(pitch), device=sound.device) * FRAME + FRAME // 2 + SPAN // 2
    cut = padded[first[:, None] + torch.arange(SPAN + most, device=sound.device)].double()
    size = 2 * SPAN + most
    products = torch.fft.irfft(torch.fft.rfft(cut[:, :SPAN], size).conj() * torch.fft.rfft(cut, size), size)
    sums = torch.nn.functional.pad(cut.square().cumsum(1), (1, 0))
    energies = sums[:, SPAN:] - sums[:, : most + 1]
    scores = products[:, : most + 1] / ((energies[:, :1] * energies).sqrt() + 1e-9)
    lags = torch.arange(most + 1, device=sound.device)
    wanted = (24_000 / pitch.clamp(min=55))[:, None]
    near = (lags > wanted * 0.75) & (lags < wanted * 1.33) & (lags >= least)
    best, place = torch.where(near, scores, -1.0).max(1)
    place = place.clamp(1, most - 1)
    before, peak, after = (scores.gather(1, (place + d)[:, None])[:, 0] for d in (-1, 0, 1))
    shift = ((before - after) / (2 * (before - 2 * peak + after) - 1e-9)).clamp(-0.5, 0.5)
    return 24_000 / (place + shift), best


def lines(sound):
    """How regular the spectrum between 5 and 8 kHz is: the share of its variation that repeats at a pitch's spacing. More than
    the teacher's would be heard as a buzz."""
    frames = torch.nn.functional.pad(sound, (LINES_SIZE // 2,) * 2).unfold(0, LINES_SIZE, 480)
    energy = frames.square().mean(1)
    frames = frames[energy > energy.max() / 1000] * torch.hann_window(LINES_SIZE, device=sound.device)
    bins = slice(*(hertz * LINES_SIZE // 24_000 for hertz in (5_000, 8_000)))
    logs = (torch.fft.rfft(frames).abs() + 1e-5).log()[:, bins]
    logs = (logs - logs.mean(1, keepdim=True)) * torch.hann_window(logs.shape[1], device=sound.device)
    spread = torch.fft.rfft(logs, 2 * LINES_SIZE).abs().square()
    spacing = 48_000 / torch.arange(1, spread.shape[1], device=sound.device)
    at_pitch = spread[:, 1:][:, (spacing > 80) & (spacing < 400)].amax(1)
    return (at_pitch / spread[:, 1:][:, spacing < 1_500].sum(1)).mean()


class Listener:
    """Tells voices apart by the x-vector, which the student is trained with, and by the encoder, which it is not."""

    def __init__(self, build, device):
        self.x_vector = XVector(build, device)
        self.encoder = load_weights(Encoder(torch.zeros(256), torch.ones(256)), ENCODER).to(device)

    def __call__(self, sound):
        """→ x-vector and timbre, both of length one"""
        sound = levelled(to_16_khz(sound))
        style = (self.encoder(sound[None])[0] - self.encoder.mean) / self.encoder.scale
        return self.x_vector(sound), torch.nn.functional.normalize(style[HALVES[0]], dim=0)


def compare(spectra, listener, made, again, real, pitch):
    """`again` is made with other noise: no student with noise of its own gets nearer to the teacher than to that."""
    a, b = spectra.mel_decibels(made[None])[0], spectra.mel_decibels(real[None])[0]
    a, b = torch.maximum(a, b.max() - 70), torch.maximum(b, b.max() - 70)
    (hertz, regular), (own_hertz, own_regular) = pitches(made, pitch), pitches(real, pitch)
    steady = (pitch > 60) & (own_regular > 0.7)
    cents = 1200 * (hertz[steady] / own_hertz[steady]).log2().abs()
    prints, timbres = zip(*(listener(sound) for sound in (made, real, again)))
    return {
        "mel": (a - b).abs().mean(),
        "long_term_mel": (a.mean(0) - b.mean(0)).abs().mean(),
        "level": 20 * (made.square().mean() / real.square().mean()).log10() / 2,
        "cents": cents.median(),
        "pitch_lost": ((regular[steady] < 0.5) | (cents > 100)).float().mean(),
        "lines": lines(made) / lines(real),
        "regular": regular[steady].mean(),
        "regular_teacher": own_regular[steady].mean(),
        "likeness": prints[0] @ prints[1],
        "likeness_by_encoder": timbres[0] @ timbres[1],
        "mel_of_noise": spectra.mel_distance(again[None], made[None])[0],
        "likeness_of_noise": prints[0] @ prints[2],
        "likeness_of_noise_by_encoder": timbres[0] @ timbres[2],
    }


def session_of(model):
    """With the setting that the service uses: some x64 processors saturate without it."""
    settings = onnxruntime.SessionOptions()
    settings.add_session_config_entry("session.x64quantprecision", "1")
    return onnxruntime.InferenceSession(model, settings)


def exported(session, corpus, i, student, seed):
    sound = Utterance(corpus, i, student.mean, student.deviation, seed).by_model(session)
    return torch.from_numpy(sound).to(corpus.device)


def sixteen_bits(sound):
    return (sound.clamp(-1, 1) * 32767).round().to(torch.int16).cpu().numpy()


@torch.no_grad()
def main():
    parser = argparse.ArgumentParser()
    for name in ("build", "corpus", "checkpoint", "sentences", "output"):
        parser.add_argument(name)
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--model")
    parser.add_argument("--sets", nargs="+", default=SETS)
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False
    decoder = Whole().to(options.device).eval()
    networks = {"student": decoder.back} | ({"front": decoder.front} if options.whole else {})
    for name, network in networks.items():
        if not checkpoint.load_into(options.checkpoint, name, network):
            raise FileNotFoundError(f"no {name} in {options.checkpoint}")
    corpus = Corpus(options.corpus, options.device, options.sets)
    corpus.normalise(decoder.back.mean, decoder.back.deviation)
    corpus.normalise_text(decoder.front.mean, decoder.front.deviation)
    sentences = json.loads(Path(options.sentences).read_text())
    spectra, listener = Spectra().to(options.device), Listener(options.build, options.device)
    session = session_of(options.model) if options.model else None
    rows, sounds, kept = [], {}, dict.fromkeys(options.sets, 0)
    for i, entry in enumerate(corpus.entries):
        window = corpus.whole(i)
        if options.whole:
            window |= corpus.texts(*corpus.place(i)) | {"whole": torch.ones(1, dtype=torch.bool, device=options.device)}
            window = decoder.given(window, *decoder.frames(window, precise=True))
        if session:
            made, again = (exported(session, corpus, i, decoder.back, seed) for seed in (3, 4))
        else:
            made, again = (sum(speak(decoder.back, window, *excitation(window, seed), precise=True))[0] for seed in (3, 4))
        real = window["sound"][0]
        pitch = corpus.pitch[entry["start"] : entry["start"] + entry["frames"]]
        figures = compare(spectra, listener, made, again, real, pitch)
        sentence = sentences[entry["sentence"]]
        rows.append(entry | {"language": sentence["language"]} | {k: v.item() for k, v in figures.items()})
        if kept[entry["set"]] < SOUNDS_OF_SET and entry["frames"] < LONGEST_SOUND:
            kept[entry["set"]] += 1
            for name, sound in (("teacher", real), ("student", made)):
                sounds[f"{entry['set']}.{i}.{name}"] = sixteen_bits(sound)
    output = Path(options.output)
    output.mkdir(parents=True, exist_ok=True)
    np.savez(output / "sounds.npz", **sounds)
    (output / "figures.json").write_text(json.dumps(rows))
    names = list(figures)
    for set_name in options.sets:
        own = [row for row in rows if row["set"] == set_name]
        means = {name: np.nanmean([row[name] for row in own]) if own else np.nan for name in names}
        print(f"{set_name} ({len(own)}):", ", ".join(f"{name} {mean:.3f}" for name, mean in means.items()), flush=True)


if __name__ == "__main__":
    main()

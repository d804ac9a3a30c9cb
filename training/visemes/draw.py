"""What the network hears, over the spectrogram: draw.py MODEL.onnx FOLDER OUTPUT

FOLDER has what `speak.ts` wrote; each sentence becomes OUTPUT/NAME.png.
"""

import json
import sys
import wave
from pathlib import Path

import matplotlib
import numpy as np
import onnxruntime
from scipy.signal import resample_poly

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

VISEMES = ["sil", "PP", "FF", "TH", "DD", "kk", "CH", "SS", "nn", "RR", "aa", "E", "ih", "oh", "ou"]
CURVES = ["openness", "width", "rounding", "jaw", "stress"]
LEVEL = 0.08


def read_sound(file):
    with wave.open(str(file)) as stored:
        samples = np.frombuffer(stored.readframes(stored.getnframes()), np.int16) / 32768
    samples = resample_poly(samples, 2, 3).astype(np.float32)
    samples = samples[: len(samples) // 320 * 320]
    return samples / np.sqrt(np.square(samples).mean()) * LEVEL


def draw_spectrogram(axes, samples, cues):
    axes.specgram(samples, NFFT=400, Fs=16_000, noverlap=320, cmap="Greys", vmin=-120, vmax=-40)
    axes.set_ylabel("Hz")
    for cue in cues:
        axes.axvline(cue["startSeconds"], color="tab:blue", linewidth=0.4)
        middle = (cue["startSeconds"] + cue["endSeconds"]) / 2
        colour = "tab:red" if cue["viseme"] == "PP" else "black"
        axes.text(middle, 8150, cue["viseme"], ha="center", fontsize=7, color=colour, clip_on=False)


def draw_visemes(axes, visemes, extent):
    axes.imshow(visemes.T, aspect="auto", origin="upper", cmap="Blues", vmin=0, vmax=1, extent=extent)
    axes.set_yticks(np.arange(len(VISEMES)) + 0.5, VISEMES, fontsize=7)


def draw_curves(axes, curves, times):
    for name, values in zip(CURVES, curves.T):
        axes.plot(times, values, label=name, linewidth=1.2)
    axes.set_ylim(0, 1)
    axes.set_xlabel("s")
    axes.legend(ncols=len(CURVES), fontsize=7, loc="upper right")


def draw(session, sound_file, output):
    told = json.loads(sound_file.with_suffix(".json").read_text())
    samples = read_sound(sound_file)
    visemes, curves = (result[0] for result in session.run(None, {"samples": samples[None]}))
    seconds = len(samples) / 16_000
    figure, rows = plt.subplots(3, 1, figsize=(13, 8), sharex=True, height_ratios=[3, 3, 2])
    draw_spectrogram(rows[0], samples, told["cues"])
    draw_visemes(rows[1], visemes, (0, seconds, len(VISEMES), 0))
    draw_curves(rows[2], curves, (np.arange(len(curves)) + 0.5) / 100)
    rows[2].set_xlim(0, seconds)
    figure.suptitle(
        f"{told['text']} ({told['voiceId']}, never trained on; above: the truth, p b m in red)", fontsize=10
    )
    figure.tight_layout()
    figure.savefig(output / f"{sound_file.stem}.png", dpi=75)
    plt.close(figure)


def main(model_file, folder, output):
    session = onnxruntime.InferenceSession(model_file)
    Path(output).mkdir(parents=True, exist_ok=True)
    for sound_file in sorted(Path(folder).glob("*.wav")):
        draw(session, sound_file, Path(output))


if __name__ == "__main__":
    main(*sys.argv[1:])

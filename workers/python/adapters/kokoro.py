"""Kokoro in PyTorch: designs English voices, which are blends of its presets, and speaks with them.

Run here on a CPU: docs/measurements/python-worker.md. Needs PyTorch, NumPy and onnx (Debian: python3-torch python3-onnx), espeak-ng,
and the weights that `training/kokoro/build.sh` packs. Kokoro-82M is Apache-2.0.
"""

import json
import random
import re
import shutil
import sys
from pathlib import Path

from vox_worker import Adapter, Failed, NotReady, Result, write_wav

ENGINE = "kokoro-torch"
NETWORK = Path(__file__).resolve().parents[3] / "training" / "kokoro"
ESPEAK_VOICES = {"en-US": "en-us", "en-GB": "en-gb"}
CLAUSES = re.compile(r"([^,.;:!?…—]+)([,.;:!?…—]?)")
# Without the pads. The styles of `weights.py` end sooner.
MOST_SYMBOLS = 510


class Kokoro(Adapter):
    capabilities = ["design", f"design:{ENGINE}", "speak", f"speak:{ENGINE}"]

    def load(self, weights):
        if weights is None or not (weights / "symbols.json").is_file():
            raise NotReady("Pack the weights with training/kokoro/build.sh, and name the folder with --weights.")
        if shutil.which("espeak-ng") is None:
            raise NotReady("espeak-ng is missing (Debian: espeak-ng).")
        sys.path.insert(0, str(NETWORK))
        try:
            import torch
            from network import SAMPLE_RATE, Kokoro as Network
            from weights import read_voices
        except ImportError as error:
            raise NotReady(f"{error}. Kokoro needs PyTorch, NumPy and onnx, and the folder training/kokoro.") from error
        self.torch, self.rate = torch, SAMPLE_RATE
        self.network = Network(weights, "cuda" if torch.cuda.is_available() else "cpu")
        names, self.styles = read_voices(weights)
        self.rows = {name: row for row, name in enumerate(names)}
        self.symbols = json.loads((weights / "symbols.json").read_text("utf-8"))

    def run(self, job):
        return self.design(job) if job.kind == "design" else self.speak(job)

    def design(self, job):
        """Gender and accent choose the presets, the seed a blend of them. The other words of the prompt have no effect."""
        brief = job.request["brief"]
        if "blend" in brief:
            parts = re.findall(r"(\w+)(?:\(([\d.]+)\))?", brief["blend"])
            blend = {name: float(share or 1) for name, share in parts}
        else:
            blend = self.presets_for(brief)
        if not blend or any(name not in self.rows for name in blend):
            raise Failed("This engine has no such voices.", "unknown_voice")
        voice = job.folder / "voice.bin"
        voice.write_text(json.dumps(blend))
        gender = {"f": "female", "m": "male"}[max(blend, key=blend.get)[1]]
        product = {"speaker": None, "print": None, "served_by": ENGINE, "gender": gender, "similarity": None}
        return Result({"voice": voice}, product=product)

    def presets_for(self, brief):
        if not brief["language"].startswith("en"):
            raise Failed("This engine designs voices for English only.", "unsupported_language")
        chance = random.Random(brief["seed"])
        british = brief["language"] == "en-GB" or "brit" in f"{brief.get('accent', '')} {brief['prompt']}".lower()
        gender = {"female": "f", "male": "m"}.get(brief.get("gender")) or chance.choice("fm")
        presets = sorted(name for name in self.rows if name.startswith(("b" if british else "a") + gender))
        return {name: chance.uniform(0.3, 0.7) for name in chance.sample(presets, 2)}

    def speak(self, job):
        blend = json.loads(job.input("voice").read_text())
        ids = self.ids_of(job, job.request["text"], job.request["language"])
        style = sum(share * self.styles[self.rows[name], min(len(ids), self.styles.shape[1]) - 1] for name, share in blend.items())
        style = self.torch.from_numpy(style / sum(blend.values())).to(self.network.device)
        job.progress("speaking")
        sound, _, _ = self.network.speak([0, *ids, 0], style, job.request["speed"])
        return Result({"sound": write_wav(job.folder / "sound.wav", sound.cpu().tolist(), self.rate)})

    def ids_of(self, job, text, language):
        if language not in ESPEAK_VOICES:
            raise Failed("This engine speaks English only.", "unsupported_language")
        clauses = []
        for words, sign in CLAUSES.findall(text):
            raw = job.command(["espeak-ng", "-q", "--ipa", "--sep=_", "-v", ESPEAK_VOICES[language], "--", words])
            clauses.append(" ".join(self.sounds(word, self.symbols["notations"][language]) for word in raw.split()) + sign)
        known = self.symbols["ids"]
        ids = [known[symbol] for symbol in " ".join(clauses) if symbol in known]
        if not 0 < len(ids) <= MOST_SYMBOLS:
            raise Failed("This text has nothing to say, or is too long.", "unusable_text")
        return ids

    @staticmethod
    def sounds(word, notation):
        spoken = ""
        for symbol in word.split("_"):
            bare = symbol.lstrip("ˈˌ")
            sound = notation["symbols"].get(bare)
            if sound is None:
                base = bare.rstrip("ː")
                sound = notation["symbols"].get(base, base) + bare[len(base) :]
            spoken += symbol[: len(symbol) - len(bare)] + sound
        return (spoken.replace("ː", "") if notation.get("withoutLength") else spoken).replace("ɹɹ", "ɹ")

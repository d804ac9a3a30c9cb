"""Speaks and hears, for evaluate.py: what each way of matching is judged by."""

import functools
import json
import wave
from pathlib import Path

import numpy as np
import torch

import kokoro_path  # noqa: F401
from articulation import articulation_error, levels_of
from encoder_network import Encoder
from gradients import SOURCE
from heard import PITCH_LOG, PRINT, SPECTRUM_DB, hear, hear_speech, mean_log_pitch
from matching import Target
from network import PITCH, TIMBRE_PARTS, WAVEFORM, Kokoro
from onnx_weights import load_weights
from prints import StyleOfPrint
from resample import to_16_khz
from sound import centred, heard_bands, levelled, long_term_spectrum
from style_space import HALVES, Span, usual_styles
from styles import HELD_OUT, Styles
from surrogate_network import load_surrogate
from x_vector import XVector

"""Of a fitting, as the service has them."""
STEPS, SENTENCES = 40, 12
RATES = (0.03, 0.006)
REGULARISATION, WORDS = 0.002, 2.0


def read_wave(file):
    with wave.open(str(file)) as sound:
        return torch.from_numpy(
            np.frombuffer(sound.readframes(sound.getnframes()), "<i2") / np.float32(32_768)
        )


class Studio:
    """Speaks and hears."""

    def __init__(self, options):
        build, self.device = options.build, options.device
        self.kokoro, self.x_vector = Kokoro(build, self.device), XVector(build, self.device)
        self.styles = Styles(build, np.random.default_rng(0))
        self.usual = usual_styles(self.styles.voices)
        sentences = [one for one in json.loads(Path(options.sentences).read_text()) if one["test"]]
        english = [one["ids"] for one in sentences if one["language"].startswith("en")]
        middle, short = (
            [ids for ids in english if len(ids) - 2 in lengths] for lengths in (range(60, 96), range(38, 56))
        )
        self.tests, self.references, self.steps = middle[:4], middle[4:7], short[:SENTENCES]
        models = Path(options.models)
        self.surrogate = load_surrogate(models / "surrogate.onnx", self.device)
        self.encoder, self.style_of_print = (
            load_weights(network(torch.zeros(256), torch.zeros(256)), models / file).to(self.device)
            for network, file in ((Encoder, "encoder.onnx"), (StyleOfPrint, "print-style.onnx"))
        )
        known = self.usual[[i for i, name in enumerate(self.styles.names) if name not in HELD_OUT]]
        self.span = Span(known, self.device)
        self.deviations = torch.from_numpy(known.std(0)).to(self.device)[:128]

    def style_for(self, style, base, ids):
        """A style stands for the usual lengths; how a length moves it is taken from the base voice."""
        move = self.styles.preset(base, len(ids) - 2) - self.usual[base]
        return style + torch.from_numpy(move).to(self.device)

    def speak(self, style, base, sentences, pitch_scale=1.0, offsets=None):
        waves, pitches = [], []
        for ids in sentences:
            told = self.style_for(style, base, ids)
            sound, _, pitch = self.kokoro.speak(ids, told, pitch_scale=pitch_scale, offsets=offsets)
            waves.append(sound)
            pitches.append(pitch)
        return torch.cat(waves), torch.cat(pitches)

    def heard(self, *spoken):
        with torch.no_grad():
            return hear_speech(self.x_vector, *spoken)

    def preset(self, voice):
        return torch.from_numpy(self.usual[voice]).to(self.device)

    @functools.cache
    def preset_print(self, voice):
        return self.heard(*self.speak(self.preset(voice), voice, self.steps[:2]))[:PRINT]

    def encoded(self, sound):
        with torch.no_grad():
            return self.encoder(levelled(sound)[None])[0]


def target_of(heard, device):
    """What the service heard of a recording."""
    numbers = {name: torch.tensor(value, device=device) for name, value in heard.items()}
    spectrum = centred(numbers["spectrumDb"], numbers["bands"]) / SPECTRUM_DB
    return Target(
        torch.cat([numbers["print"], spectrum, numbers["logPitch"].reshape(1) / PITCH_LOG]), numbers["bands"]
    )


class Speaker:
    """Two recordings: one to match, one that no matching hears. `more`: all that a fitting hears, as it was heard."""

    def __init__(self, studio, name, seen, unseen, log_pitch, candidates, more=None):
        self.studio, self.name, self.candidates = studio, name, candidates
        with torch.no_grad():
            self.heard, self.unseen = (hear(studio.x_vector, sound, log_pitch) for sound in (seen, unseen))
            bands = [heard_bands(long_term_spectrum(levelled(sound))) for sound in (seen, unseen)]
        self.target, self.truth = Target(self.heard, bands[0]), Target(self.unseen, bands[1])
        self.fitted_to = more or self.target
        self.style, self.unseen_style = studio.encoded(seen), studio.encoded(unseen)
        self.log_pitch = log_pitch.item()
        self.results = {}

    def best_preset(self):
        return max(
            self.candidates, key=lambda voice: (self.studio.preset_print(voice) @ self.heard[:PRINT]).item()
        )

    def pitch_scale(self, pitch):
        return float(np.clip(np.exp(self.log_pitch - mean_log_pitch(pitch).item()), 0.6, 1.7))

    def judge(self, way, style, base, scaled=True, offsets=None):
        """On sentences and on a recording that no matching has heard."""
        sound, pitch = self.studio.speak(style, base, self.studio.tests, offsets=offsets)
        if scaled:
            scale = self.pitch_scale(pitch)
            sound, pitch = self.studio.speak(style, base, self.studio.tests, scale, offsets)
        heard = self.studio.heard(sound, pitch)
        found = self.studio.encoded(to_16_khz(sound)) - self.studio.span.mean
        true = self.unseen_style - self.studio.span.mean
        timbre = torch.nn.functional.cosine_similarity(found[HALVES[0]], true[HALVES[0]], dim=0).item()
        self.results[way] = {
            "cosine": round((heard[:PRINT] @ self.unseen[:PRINT]).item(), 3),
            "seen": round((heard[:PRINT] @ self.heard[:PRINT]).item(), 3),
            "spectrum": round(self.truth.spectrum_error(heard).item(), 2),
            "encoder": round(timbre, 3),
            "span": round(self.studio.span.distance(style).item(), 2),
        }

    def real(self, base, count=2):
        """Speaks in a style at the right pitch, learnt from the time before."""
        scale = [1.0]

        def hear_style(style):
            sound, pitch = self.studio.speak(style, base, self.studio.steps[:count], scale[0])
            heard = self.studio.heard(sound, pitch)
            scale[0] = float(np.clip(scale[0] * self.pitch_scale(pitch), 0.6, 1.7))
            return heard

        return hear_style

    def fit(self, style, base):
        """Gradient steps through the model itself; yields the offsets after each. See engines/voice-cloning/fit."""
        _, pitch = self.studio.speak(style, base, self.studio.steps[:2])
        edits = {SOURCE: lambda source: source.detach(), PITCH: lambda p, by=self.pitch_scale(pitch): p * by}
        offsets = torch.zeros(len(TIMBRE_PARTS), 128, device=self.studio.device, requires_grad=True)
        optimiser = torch.optim.Adam([offsets])
        before = {}
        for step in range(STEPS):
            place = step % SENTENCES
            ids = self.studio.steps[place]
            arguments = (ids, self.studio.style_for(style, base, ids), 1.0, (WAVEFORM, PITCH), edits)
            if place not in before:
                with torch.no_grad():
                    before[place] = levels_of(to_16_khz(self.studio.kokoro.run(*arguments)[0].reshape(-1)))
            loss = self.fitting_loss(*self.studio.kokoro.run(*arguments, offsets), before[place])
            loss = loss + REGULARISATION * (offsets / self.studio.deviations).pow(2).mean()
            optimiser.zero_grad()
            loss.backward()
            offsets.grad = torch.nan_to_num(offsets.grad)
            optimiser.param_groups[0]["lr"] = RATES[0] + (step + 1) / STEPS * (RATES[1] - RATES[0])
            optimiser.step()
            yield offsets.detach()

    def fitting_loss(self, sound, pitch, before):
        heard = hear_speech(self.studio.x_vector, sound, pitch)
        words = articulation_error(levels_of(to_16_khz(sound.reshape(-1))), before)
        return self.fitted_to.loss(heard, 0.02, 0.0) + WORDS * words

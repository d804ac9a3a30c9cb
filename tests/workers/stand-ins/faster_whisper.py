"""Has the shape of faster-whisper, and no model. The language says what is heard."""

import wave
from types import SimpleNamespace


def segment(start, end, text):
    word = SimpleNamespace(start=start, end=end, word=f" {text}", probability=0.9)
    return SimpleNamespace(start=start, end=end, text=f" {text}", words=[word])


class WhisperModel:
    def __init__(self, model_size_or_path, device="auto", device_index=0, compute_type="default"):
        assert (device, compute_type) == ("auto", "default")

    def transcribe(self, audio, language=None, task="transcribe", vad_filter=False, word_timestamps=False):
        assert vad_filter and word_timestamps
        with wave.open(audio) as file:
            assert (file.getframerate(), file.getnchannels()) == (16_000, 1)
            seconds = file.getnframes() / 16_000
        heard = {
            "de": [],
            "es": [segment(0, seconds + 60, "later")],
            "fr": [segment(0.5, 0.1, "backwards")],
            "it": RuntimeError("the card has no memory left"),
        }.get(language, [segment(0.1, 0.5, "Good"), segment(0.5, 0.9, task)])
        if isinstance(heard, Exception):
            raise heard
        return iter(heard), SimpleNamespace(language=language or "en", language_probability=0.9)

"""A large Whisper with faster-whisper: writes recordings down for `POST /api/v1/stt` with `"model": "<name of the folder>"`.

NOT RUN HERE: neither the package nor the weights could be had where this was written. It is written against the source of
faster-whisper 1.x (`WhisperModel`, `transcribe`) and tested with a stand-in of the same signatures. Whisper's weights are MIT.
Needs `pip install faster-whisper`, and a folder in CTranslate2's format, such as Systran/faster-whisper-large-v3.
"""

import json
import re

from vox_worker import Adapter, NotReady, Result

# Without the last two faster-whisper would fetch the tokenizer, or take the spectrum of smaller models.
FILES = ("model.bin", "config.json", "tokenizer.json", "preprocessor_config.json")
NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")


class Whisper(Adapter):
    def load(self, weights):
        missing = [name for name in FILES if weights is None or not (weights / name).is_file()]
        if missing:
            raise NotReady(f"--weights must be a folder with {', '.join(FILES)}. Missing: {', '.join(missing)}.")
        name = weights.resolve().name
        if not NAME.fullmatch(name):
            raise NotReady(f"The folder's name is the name of the model: {name!r} must be lower case, such as whisper-large-v3.")
        try:
            from faster_whisper import WhisperModel
        except ImportError as error:
            raise NotReady(f"{error}. Install it: pip install faster-whisper.") from error
        self.capabilities = ["transcribe", f"transcribe:{name}"]
        self.model = WhisperModel(str(weights), device="auto", compute_type="default")

    def run(self, job):
        asked = job.request
        segments, about = self.model.transcribe(
            str(job.input("sound")),
            language=asked["language"],
            task=asked["task"],
            vad_filter=True,
            word_timestamps=True,
        )
        heard = []
        # The model runs while this is read.
        for segment in segments:
            heard.append(described(segment))
            job.progress("transcribing", segment.end / asked["seconds"])
        language = "en" if asked["task"] == "translate" else about.language
        transcript = job.folder / "transcript.json"
        transcript.write_text(json.dumps({"language": language, "segments": heard}), "utf-8")
        return Result({"transcript": transcript})


def described(segment):
    words = [
        {"start": word.start, "end": word.end, "word": word.word, "confidence": min(1.0, max(0.0, word.probability))}
        for word in segment.words or []
    ]
    return {"start": segment.start, "end": segment.end, "text": segment.text, "words": words}

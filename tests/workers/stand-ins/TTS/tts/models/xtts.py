"""Has the shape of coqui-tts, and no model: latents are lengths of files, speech is a tone of the length of the text."""

import math
import os

from torch import Tensor


class Xtts:
    @staticmethod
    def init_from_config(config, **_):
        return Xtts()

    def load_checkpoint(self, config, checkpoint_dir=None, checkpoint_path=None, vocab_path=None, eval=True, strict=True):
        assert os.path.isfile(os.path.join(checkpoint_dir, "model.pth"))

    def to(self, device):
        self.device = device
        return self

    def get_conditioning_latents(self, audio_path, max_ref_length=30, gpt_cond_len=6):
        assert isinstance(audio_path, list) and all(path.endswith(".wav") for path in audio_path)
        return Tensor(os.path.getsize(audio_path[0])), Tensor(len(audio_path))

    def inference(self, text, language, gpt_cond_latent, speaker_embedding, temperature=0.75, speed=1.0):
        assert language in ("en", "es") and gpt_cond_latent.value > 1_000 and speaker_embedding.value == 1
        length = int(24_000 * (0.3 + 0.06 * len(text)) / speed)
        return {"wav": [0.5 * math.sin(0.1 * i) for i in range(length)]}

"""An adapter for tests: a voice engine of its own name, whose voices are pitches."""

import math

from vox_worker import Adapter, Result, write_wav


class Singer(Adapter):
    capabilities = ["design", "design:singer-2", "speak", "speak:singer-2"]

    def run(self, job):
        if job.kind == "design":
            voice = job.folder / "voice.bin"
            voice.write_text(str(job.request["brief"]["seed"] + 200))
            product = {"speaker": None, "print": None, "served_by": "singer-2", "gender": None, "similarity": None}
            return Result({"voice": voice}, product=product)
        pitch, rate = float(job.input("voice").read_text()), job.request["sample_rate"]
        length = int(rate * (0.3 + 0.06 * len(job.request["text"])))
        samples = [0.5 * math.sin(2 * math.pi * pitch * i / rate) for i in range(length)]
        return Result({"sound": write_wav(job.folder / "sound.wav", samples, rate)})

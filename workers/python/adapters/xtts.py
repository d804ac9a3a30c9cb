"""XTTS v2: clones voices, and speaks with them.

NOT RUN HERE: neither the package nor the weights could be had where this was written. It is written against the source of
coqui-tts 0.2x (`TTS.tts.models.xtts.Xtts`) and tested with a stand-in of the same signatures. The weights are for use without
commerce only (Coqui Public Model License). Needs `pip install coqui-tts`, and the folder of coqui/XTTS-v2.
"""

from vox_worker import Adapter, Failed, NotReady, Result, write_wav

ENGINE = "xtts-v2"
FILES = ("config.json", "model.pth", "vocab.json")
# Of what XTTS's decoder makes.
SAMPLE_RATE = 24_000


class XttsV2(Adapter):
    capabilities = ["clone", f"clone:{ENGINE}", "speak", f"speak:{ENGINE}"]

    def load(self, weights):
        missing = [name for name in FILES if weights is None or not (weights / name).is_file()]
        if missing:
            raise NotReady(f"--weights must be a folder with {', '.join(FILES)}. Missing: {', '.join(missing)}.")
        try:
            import torch
            from TTS.tts.configs.xtts_config import XttsConfig
            from TTS.tts.models.xtts import Xtts
        except ImportError as error:
            raise NotReady(f"{error}. Install PyTorch and coqui-tts.") from error
        config = XttsConfig()
        config.load_json(str(weights / "config.json"))
        self.torch = torch
        self.languages = {language.split("-")[0] for language in config.languages}
        self.model = Xtts.init_from_config(config)
        self.model.load_checkpoint(config, checkpoint_dir=str(weights), eval=True)
        self.model.to("cuda" if torch.cuda.is_available() else "cpu")

    def run(self, job):
        return self.clone(job) if job.kind == "clone" else self.speak(job)

    def clone(self, job):
        asked = job.request
        self.require(asked["language"])
        if asked.get("removeNoise") or asked.get("prosodyFrom"):
            raise Failed("XTTS can neither remove noise nor take the delivery of another voice.", "unsupported_option")
        samples = sorted(asked["samples"], key=lambda sample: -sample["quality"])
        job.progress("listening")
        latents, embedding = self.model.get_conditioning_latents(
            audio_path=[str(job.input(sample["input"])) for sample in samples]
        )
        voice = job.folder / "voice.bin"
        self.torch.save({"latents": latents.cpu(), "embedding": embedding.cpu()}, voice)
        product = {"speaker": None, "print": None, "served_by": ENGINE, "gender": None, "similarity": None}
        return Result({"voice": voice}, product=product)

    def speak(self, job):
        asked = job.request
        self.require(asked["language"])
        # Only tensors: an artifact must not be able to run code.
        voice = self.torch.load(job.input("voice"), map_location="cpu", weights_only=True)
        job.progress("speaking")
        spoken = self.model.inference(
            asked["text"],
            asked["language"].split("-")[0],
            voice["latents"].to(self.model.device),
            voice["embedding"].to(self.model.device),
            speed=asked["speed"],
        )
        return Result({"sound": write_wav(job.folder / "sound.wav", spoken["wav"], SAMPLE_RATE)})

    def require(self, language):
        if language.split("-")[0] not in self.languages:
            raise Failed("XTTS does not speak this language.", "unsupported_language")

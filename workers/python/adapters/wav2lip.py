"""Wav2Lip: moves the lips of a portrait or a clip.

NOT RUN HERE: its weights could not be had where this was written. It is written against `inference.py` of Rudrabha/Wav2Lip, whose
arguments it uses, and tested with a stand-in that takes the same ones. Code and weights are for research only.
Needs a checkout with its requirements, `checkpoints/wav2lip_gan.pth` and `face_detection/detection/sfd/s3fd.pth`, named by --weights;
and ffmpeg, which reads customers' files here without a sandbox: give this worker a machine or a container of its own.
"""

import shutil
import sys
import wave

from vox_worker import Adapter, Failed, NotReady, Result

FILES = ("inference.py", "checkpoints/wav2lip_gan.pth", "face_detection/detection/sfd/s3fd.pth")
QUIET = ["-hide_banner", "-loglevel", "error", "-nostdin", "-y"]


class Wav2Lip(Adapter):
    capabilities = ["video", "lipsync:wav2lip"]

    def load(self, weights):
        missing = [name for name in FILES if weights is None or not (weights / name).is_file()]
        if missing:
            raise NotReady(f"--weights must be a checkout of Wav2Lip. Missing in it: {', '.join(missing)}.")
        if shutil.which("ffmpeg") is None:
            raise NotReady("ffmpeg is missing.")
        self.checkout = weights.resolve()

    def run(self, job):
        picture = job.request["picture"]
        if picture["kind"] == "presenter":
            raise Failed("Wav2Lip animates portraits and clips, no presenters.", "unsupported_picture")
        if "face" in picture or picture.get("sync_mode", "loop") != "loop":
            raise Failed("Wav2Lip can neither choose a face nor fit a clip other than by repeating it.", "unsupported_option")
        sound = job.speech() if job.request.get("script") else job.input("sound")
        self.ffmpeg(job, "-i", sound, "-ac", "1", "-ar", "16000", "voice.wav")
        with wave.open(str(job.folder / "voice.wav")) as file:
            seconds = file.getnframes() / file.getframerate()
        if seconds > job.request["max_seconds"]:
            raise Failed("The video would be longer than the plan allows.", "video_too_long")
        job.reserve({"video_second": seconds})
        job.progress("rendering", 0.1)
        face = job.input(picture["input"])
        if picture["kind"] == "image":
            # It knows a still by its ending, and only these.
            self.ffmpeg(job, "-i", face, "-frames:v", "1", "face.png")
            face = job.folder / "face.png"
        self.move_lips(job, face)
        self.encode(job, sound)
        return Result({"video": job.folder / "film.mp4"}, {"video_second": seconds}, duration_seconds=seconds)

    def move_lips(self, job, face):
        """It works in the folder of the job, where its `temp` is nobody else's. A path with another dot confuses it."""
        (job.folder / "temp").mkdir()
        checkpoint = self.checkout / "checkpoints" / "wav2lip_gan.pth"
        words = [sys.executable, self.checkout / "inference.py", "--checkpoint_path", checkpoint]
        words += ["--face", face.name, "--audio", "voice.wav", "--outfile", "moved.mp4"]
        job.command(words, cwd=job.folder)

    def encode(self, job, sound):
        """The sound is the one that came: it may carry the mark of the service."""
        height, kbps = job.request["height"], job.request["audio_kbps"]
        job.progress("encoding", 0.9)
        scale = f"scale=-2:'min({height},trunc(ih/2)*2)'"
        video = ["-map", "0:v", "-vf", scale, "-c:v", "libx264", "-pix_fmt", "yuv420p"]
        audio = ["-map", "1:a", "-c:a", "aac", "-b:a", f"{kbps}k", "-ac", "2"]
        self.ffmpeg(job, "-i", "moved.mp4", "-i", sound, *video, *audio, "-shortest", "-movflags", "+faststart", "film.mp4")

    @staticmethod
    def ffmpeg(job, *words):
        job.command(["ffmpeg", *QUIET, *words], cwd=job.folder)

import os
import shutil
import signal
import subprocess
from pathlib import Path

from .adapter import Failed
from .server import LeaseLost, Refused, retrying

CONTENT_TYPES = {
    ".wav": "audio/wav",
    ".mp3": "audio/mpeg",
    ".mp4": "video/mp4",
    ".webm": "video/webm",
    ".mov": "video/quicktime",
    ".jpg": "image/jpeg",
    ".png": "image/png",
    ".webp": "image/webp",
    ".vtt": "text/vtt",
    ".json": "application/json",
    ".bin": "application/octet-stream",
}
ENDINGS = {content_type: ending for ending, content_type in CONTENT_TYPES.items()}
KILLED_AFTER_SECONDS = 5


class Job:
    """One attempt at a job, as an adapter sees it."""

    def __init__(self, server, leased, folder, heartbeat, log):
        self.id, self.kind, self.attempt = leased["job_id"], leased["kind"], leased["attempt"]
        self.request = leased["request"]
        # What an earlier attempt saved last, or None.
        self.checkpoint = leased["checkpoint"]
        # The files that came with it: their names, and what their paths will end with.
        self.inputs = {entry["name"]: ENDINGS.get(entry["content_type"], "") for entry in leased["inputs"]}
        # Private to this attempt, and deleted after it.
        self.folder = Path(folder)
        self.log = log
        self._server, self._token, self._heartbeat = server, leased["lease_token"], heartbeat

    def progress(self, stage=None, share=None):
        """Tells the customer a stage, and a share from 0 to 1. Cheap enough for every picture."""
        self._heartbeat.report(stage, share)

    def input(self, name):
        """The path of an input, which is downloaded at the first call."""
        place = list(self.inputs).index(name)
        return self._fetch(f"inputs/{name}", self.folder / f"input{place}{self.inputs[name]}")

    def speech(self):
        """The path of the script of a video, as the server speaks it: a WAV file whose header leaves the length open."""
        return self._fetch("speech", self.folder / "speech.wav")

    def reserve(self, measured):
        """Makes sure that so much can be paid for, before the costly part. If not, the job has ended and this is interrupted."""
        self._repeat("reserve", {"measured": measured})

    def save_checkpoint(self, checkpoint):
        """A later attempt gets this as its `checkpoint`, and the attempts before it do not count."""
        self._repeat("checkpoint", {"checkpoint": checkpoint})

    def command(self, words, **options):
        """Runs a program that ends with this job. Returns what it printed; raises `Failed` with a log line if it fails."""
        # It dies with this process, even if that is killed.
        keeper = ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []
        program = subprocess.Popen(
            [*keeper, *map(str, words)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            **options,
        )
        try:
            printed = program.communicate()[0].decode(errors="replace")
        except BaseException:
            _end(program)
            raise
        if program.returncode != 0:
            self.log(f"{words[0]} ended with {program.returncode}: {printed[-2_000:]}")
            raise Failed("The worker's model could not process this.", "model_failed", final=False)
        return printed

    def _fetch(self, path, target):
        if not target.exists():
            part = target.with_suffix(".part")
            retrying(lambda: self._server.download(self._path(path), self._token, part), self._heartbeat.lost)
            part.rename(target)
        return target

    def _repeat(self, path, body):
        return retrying(lambda: self._server.post(self._path(path), body, self._token), self._heartbeat.lost)

    def _path(self, path):
        return f"jobs/{self.id}/{path}"

    def finish(self, result):
        """For the worker: uploads what was made, then completes the job."""
        self.progress("uploading")
        outputs = []
        for name, path in result.outputs.items():
            kind = CONTENT_TYPES[Path(path).suffix]
            retrying(
                lambda: self._server.upload(self._path(f"outputs/{name}"), self._token, path, kind),
                self._heartbeat.lost,
            )
            outputs.append({"name": name, "content_type": kind})
        facts = {"duration_seconds": result.duration_seconds, "width": result.width, "height": result.height}
        told = {name: value for name, value in {**facts, "product": result.product}.items() if value is not None}
        self._repeat("complete", {"outputs": outputs, "measured": result.measured, **told})

    def fail(self, text, code, final):
        self._repeat("fail", {"error": text[:500], "error_code": code, "final": final})

    def give_back(self):
        """Another worker gets it at once, and this attempt does not count."""
        try:
            self._repeat("give-back", {})
        except (LeaseLost, Refused):
            self.log("there was nothing to give back")


def _end(program):
    """The program and whatever it started."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(program.pid, sign)
            program.wait(KILLED_AFTER_SECONDS)
            return
        except ProcessLookupError:
            return
        except subprocess.TimeoutExpired:
            continue

"""An adapter for tests, with a model that everybody has: a film is a few bytes. The script says what happens."""

import time

from vox_worker import Adapter, Failed, Result


class Film(Adapter):
    capabilities = ["video", "lipsync:musetalk"]

    def load(self, weights):
        self.weights = weights

    def run(self, job):
        if job.attempt == 1 and job.checkpoint is None:
            self.first_attempt(job.request["script"]["text"], job)
        assert job.speech().read_bytes().startswith(b"RIFF")
        job.reserve({"video_second": 3})
        film = job.folder / "film.mp4"
        film.write_bytes(f"a film of attempt {job.attempt}, {job.checkpoint}".encode())
        return Result({"video": film}, {"video_second": 3}, duration_seconds=3)

    def first_attempt(self, said, job):
        if said == "No face.":
            raise Failed("No face was found in the picture.", "no_face")
        if said == "Out of memory.":
            raise MemoryError("the card has no memory left")
        if said == "An unknown file.":
            job.input("picture")
        if said == "Run a program.":
            job.command(["sh", "-c", f"echo $$ > {self.weights}/pid; exec sleep 1000"])
        if said == "Go on from here.":
            job.save_checkpoint({"step": 12})
        if said in ("For ever.", "Go on from here."):
            self.wait_for("never", job)
        if said == "In a moment.":
            self.wait_for("go", job)

    def wait_for(self, name, job):
        """Catches all that it may catch, as some models do."""
        job.log("waits")
        while not (self.weights / name).exists():
            try:
                job.progress("rendering", 0.5)
                time.sleep(0.01)
            except Exception:
                pass

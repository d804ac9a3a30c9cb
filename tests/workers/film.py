"""An adapter for tests, with a model that everybody has: a film is a few bytes. The script says what happens."""

import time

from vox_worker import Adapter, Failed, Result


class Film(Adapter):
    capabilities = ["video", "lipsync:musetalk"]

    def run(self, job):
        said = job.request["script"]["text"]
        job.progress("rendering", 0.5)
        if job.attempt == 1 and job.checkpoint is None:
            self.first_attempt(said, job)
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
        if said == "Go on from here.":
            job.save_checkpoint({"step": 12})
        if said in ("For ever.", "Go on from here."):
            self.never_end(job)
        if said == "Run a program.":
            job.command(["sleep", "1000"])

    def never_end(self, job):
        job.log("waits")
        while True:
            try:
                time.sleep(0.01)
            except Exception:
                pass

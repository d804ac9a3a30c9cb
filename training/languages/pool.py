"""Kokoro in many processes on one GPU."""

import sys
from pathlib import Path

import numpy as np
import torch
import torch.multiprocessing as multiprocessing

sys.path.insert(0, str(Path(__file__).parent.parent / "kokoro"))


def work(packed, device, jobs, results):
    from network import Kokoro
    from resample import to_16_khz

    torch.set_num_threads(1)
    torch.backends.cuda.matmul.allow_tf32 = True
    kokoro = Kokoro(packed, device)
    while (job := jobs.get()) is not None:
        number, ids, style, speed = job
        sound = kokoro.speak(ids, torch.from_numpy(style).to(kokoro.device), speed)[0]
        sound = to_16_khz(torch.nan_to_num(sound)).clamp(-1, 1).mul(32767).to(torch.int16).cpu().numpy()
        results.put((number, sound))


class Pool:
    def __init__(self, packed, workers, device="cuda"):
        context = multiprocessing.get_context("spawn")
        self.jobs, self.results = context.Queue(), context.Queue()
        self.workers = [
            context.Process(target=work, args=(packed, device, self.jobs, self.results), daemon=True) for _ in range(workers)
        ]
        for worker in self.workers:
            worker.start()

    def speak(self, jobs, batch):
        """Lists of (number, sound in floats) as they are done."""
        for job in jobs:
            self.jobs.put(job)
        done = []
        for _ in jobs:
            number, sound = self.results.get(timeout=300)
            done.append((number, sound.astype(np.float32) / 32768))
            if len(done) == batch:
                yield done
                done = []
        if done:
            yield done

"""What Whisper hears of passages that the service has spoken.

hear.py BUILD FOLDER OUTPUT.jsonl      (the folder is from `npm run bench:languages -- --keep FOLDER`, which counts OUTPUT: --heard)
"""

import json
import sys
from pathlib import Path

import numpy as np
import torch

from whisper import Whisper

BATCH = 32
"""Half a minute of the quickest speaker."""
MOST_TOKENS = 440


@torch.no_grad()
def main(build, folder, output):
    whisper = Whisper(build)
    files = sorted(Path(folder).glob("*.json"))
    with open(output, "w") as file:
        for first in range(0, len(files), BATCH):
            some = files[first : first + BATCH]
            passages = [json.loads(name.read_text()) for name in some]
            sounds = [np.fromfile(name.with_suffix(".pcm"), np.int16).astype(np.float32) / 32768 for name in some]
            states = whisper.listen(sounds)
            texts = whisper.transcribe(states, [passage["language"] for passage in passages], MOST_TOKENS)
            for passage, heard in zip(passages, texts):
                file.write(json.dumps(passage | {"heard": heard}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])

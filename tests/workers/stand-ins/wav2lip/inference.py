"""Takes the arguments of Wav2Lip's own, and moves nothing: the picture stays as long as the sound lasts."""

import argparse
import os
import subprocess

parser = argparse.ArgumentParser()
parser.add_argument("--checkpoint_path", required=True)
parser.add_argument("--face", required=True)
parser.add_argument("--audio", required=True)
parser.add_argument("--outfile", default="results/result_voice.mp4")
args = parser.parse_args()
assert os.path.isfile(args.checkpoint_path) and os.path.isdir("temp")
assert args.face.split(".")[1] in ("jpg", "png", "jpeg")
still = ["-loop", "1", "-r", "5", "-i", args.face, "-i", args.audio, "-shortest", "-pix_fmt", "yuv420p"]
subprocess.run(["ffmpeg", "-loglevel", "error", "-y", *still, "-vf", "scale=320:-2", args.outfile], check=True)

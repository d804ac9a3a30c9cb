"""Teaches the student: train.py BUILD CORPUS CHECKPOINT [--spectral SECONDS] [--alone SECONDS] [--critics SECONDS] [--resume]

First by spectra and by the x-vector, then with critics as well. In between, the critics may learn alone, so that new ones do not
spoil a good student. Each stage ends with its time, and the first reads the corpus in it. The checkpoint is written every two
minutes and at the end of each stage; --resume goes on from it.
"""

import argparse

from trainer import Trainer


def parser_of(*places):
    """What every training is told; `places` are the folders."""
    parser = argparse.ArgumentParser()
    for name in places:
        parser.add_argument(name)
    parser.add_argument("--spectral", type=float, default=0)
    parser.add_argument("--alone", type=float, default=0)
    parser.add_argument("--critics", type=float, default=0)
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--batches", type=int, nargs=2, default=(64, 20))
    parser.add_argument("--frames", type=int, nargs=2, default=(96, 80))
    parser.add_argument("--rates", type=float, nargs=2, default=(1e-3, 2e-4))
    parser.add_argument("--critic-rates", type=float, nargs=2, default=(2.5e-4, 1.5e-5))
    parser.add_argument("--alone-rates", type=float, nargs=2, default=(2e-4, 1e-4))
    parser.add_argument("--judging", type=float, default=1.0, help="times the rate, for the critics")
    parser.add_argument("--speaker", type=float, default=1.0, help="times the weight of the x-vector's losses")
    parser.add_argument("--held", type=int, default=96)
    parser.add_argument("--every", type=int, default=500)
    parser.add_argument("--most", type=int, default=10**9)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda")
    return parser


def main():
    options = parser_of("build", "corpus", "checkpoint").parse_args()
    trainer = Trainer(options)
    trainer.train("spectral", options.spectral, options.batches[0], options.frames[0], options.rates)
    trainer.train("alone", options.alone, options.batches[1], options.frames[1], options.alone_rates)
    trainer.train("critics", options.critics, options.batches[1], options.frames[1], options.critic_rates)
    trainer.say("done")


if __name__ == "__main__":
    main()

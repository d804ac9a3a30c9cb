"""Teaches the front: train_front.py BUILD CORPUS BACK CHECKPOINT [--match SECONDS] [--spectral SECONDS] [--critics SECONDS]
  [--resume]

First to match the frames of Kokoro's decoder; then by what the back makes of them, which itself stays as it is; then with
critics, and the back learns too, from the front's frames and from Kokoro's. BACK is the checkpoint of a trained student;
CHECKPOINT gets front, back and critics. Otherwise as train.py.
"""

import torch

import checkpoint
from front import FRONT_CONTEXT, Whole
from optimiser import groups_of, measured_into
from student import INPUT
from train import parser_of
from trainer import NAMES, Trainer

"""Of the frames and of their statistics."""
MATCH_WEIGHTS = torch.tensor([8.0, 2.0])
"""Of the front's rate is the back's, which has learnt already."""
BACK_SHARE = 0.4
"""Of the windows that the back learns from: so many are the front's, the others Kokoro's."""
BY_FRONT = 0.6


class FrontTrainer(Trainer):
    network, stages, names = Whole, ("match", "spectral", "critics"), ("frames", "foretold", *NAMES)
    stage = None

    def __init__(self, options):
        super().__init__(options)
        self.match_weights = MATCH_WEIGHTS.to(self.device)
        self.weights = torch.cat([self.match_weights, self.weights])

    def begin(self):
        options, (front, back) = self.options, (self.student.front, self.student.back)
        places = [options.checkpoint, options.back] if options.resume else [options.back]
        if not any(checkpoint.load_into(place, "student", back) for place in places):
            raise FileNotFoundError(f"no student in {' or '.join(places)}")
        any(checkpoint.load_into(place, "critics", self.critics) for place in places)
        if not (options.resume and checkpoint.load_into(options.checkpoint, "front", front)):
            measured_into(front, self.corpus.measure_text())
        self.corpus.normalise(back.mean, back.deviation)
        self.corpus.normalise_text(front.mean, front.deviation)

    def groups(self):
        return groups_of(self.student.front) + groups_of(self.student.back, BACK_SHARE)

    def models(self):
        return {"front": self.average.front, "student": self.average.back, "critics": self.critics}

    def window(self, picked, start, frames):
        window = self.corpus.window(picked, start, frames) | self.corpus.texts(picked, start, frames)
        by_front = BY_FRONT if self.stage == "critics" else 1.0
        whole = torch.arange(len(picked), device=self.device) < by_front * len(picked)
        return window | {"taught": window["frames"], "whole": whole}

    def ways(self, window):
        return {"": window, ", hybrid": window | {"whole": torch.zeros_like(window["whole"])}}

    def matched(self, window, frames, foretold):
        inside = window["inside"][:, FRONT_CONTEXT:-FRONT_CONTEXT]
        away = (frames - window["taught"]).abs().sum() / (inside.sum() * INPUT + 1)
        return torch.stack([away, (foretold - window["statistics"][:, : 2 * INPUT]).abs().mean()])

    def distances(self, student, window, tone, noise):
        made = student.frames(window)
        losses, sound = super().distances(student.back, student.given(window, *made), tone, noise)
        return torch.cat([self.matched(window, *made), losses]), sound

    def gradients(self):
        if self.stage != "match":
            return super().gradients()
        with torch.no_grad():
            window = self.window(self.picked, self.start, self.frames)
        losses = self.matched(window, *self.student.frames(window))
        (losses * self.match_weights).sum().backward()
        return losses.detach()

    def train(self, stage, *rest):
        self.stage = stage
        self.student.back.requires_grad_(stage == "critics")
        super().train(stage, *rest)


def main():
    parser = parser_of("build", "corpus", "back", "checkpoint")
    parser.add_argument("--match", type=float, default=0)
    parser.add_argument("--match-rates", type=float, nargs=2, default=(1.5e-3, 4e-4))
    parser.add_argument("--match-windows", type=int, nargs=2, default=(128, 160), help="how many, and frames of each")
    parser.set_defaults(rates=(5e-4, 1e-4))
    options = parser.parse_args()
    trainer = FrontTrainer(options)
    trainer.train("match", options.match, *options.match_windows, options.match_rates)
    trainer.train("spectral", options.spectral, options.batches[0], options.frames[0], options.rates)
    trainer.train("critics", options.critics, options.batches[1], options.frames[1], options.critic_rates)
    trainer.say("done")


if __name__ == "__main__":
    main()

"""Teaches the student: train.py BUILD CORPUS CHECKPOINT [--spectral SECONDS] [--critics SECONDS] [--resume]

First by spectra and by the x-vector, then with critics as well; either stage ends with its time, in which the corpus is read
too. The checkpoint is written every two minutes and at the end of each stage; --resume goes on from it.
"""

import argparse
import copy
import math
import time

import torch

import checkpoint
from critics import FEATURES, FOOLING, Critics, feature_loss, fooling_loss, judging_loss
from dataset import Corpus
from losses import SPECTRAL_WEIGHTS, Spectra
from speaker import SPEAKER_WEIGHTS, SpeakerLoss
from student import Student, excitation, speak

HELD_OUT = ("voices", "sentences", "offsets", "fits")
WARM_UP = 300
SAVE_EVERY = 120
"""Frames of a held-out window, whatever is trained on."""
HELD_FRAMES = 80
"""In deviations of a frame's numbers. The service's decoder has 8 bits, which move its frames by 0.05 to 0.085."""
ROUGHNESS = 0.07
NAMES = ("logs", "mels", "coherence", "balance", "layers", "speaker", "judging", "fooling", "features")


def optimiser_of(model, rate, decay=0.01):
    """With what is a matrix held small, and what is not left alone."""
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.dim() > 1], "weight_decay": decay},
        {"params": [p for p in parameters if p.dim() <= 1], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.8, 0.99), fused=parameters[0].is_cuda)


def roughen(window, deviation):
    """Moves the frames as rounding to 8 bits does. Rows outside the utterance stay zero."""
    frames = window["frames"]
    return window | {"frames": frames + torch.randn_like(frames) * deviation * (frames != 0)}


class Trainer:
    def __init__(self, options):
        self.options, self.device, self.started = options, options.device, time.time()
        torch.manual_seed(options.seed)
        torch.backends.cuda.matmul.allow_tf32 = True
        torch.backends.cudnn.allow_tf32 = True
        torch.backends.cudnn.benchmark = True
        torch.backends.cudnn.benchmark_limit = 4
        self.corpus = Corpus(options.corpus, self.device)
        self.say(f"{len(self.corpus.entries)} utterances, {self.corpus.hours:.2f} hours")
        self.student, self.critics = Student().to(self.device), Critics().to(self.device)
        self.critics.to(memory_format=torch.channels_last)
        self.steps = {"spectral": 0, "critics": 0}
        if options.resume:
            checkpoint.load_into(options.checkpoint, "student", self.student)
            checkpoint.load_into(options.checkpoint, "critics", self.critics)
            self.steps = checkpoint.read_notes(options.checkpoint)["steps"]
        else:
            mean, deviation = self.corpus.measure()
            self.student.mean.copy_(mean)
            self.student.deviation.copy_(deviation)
        self.corpus.normalise(self.student.mean, self.student.deviation)
        self.average = copy.deepcopy(self.student).eval().requires_grad_(False)
        self.maker, self.judge = optimiser_of(self.student, 1e-3), optimiser_of(self.critics, 2e-4)
        self.spectra, self.speaker = Spectra().to(self.device), SpeakerLoss(options.build, self.device)
        weights = torch.cat([SPECTRAL_WEIGHTS, SPEAKER_WEIGHTS * options.speaker])
        self.weights = weights.to(self.device)
        self.held = {}
        for name in filter(self.corpus.of_set, HELD_OUT):
            draw = self.corpus.sampler(name, 5, HELD_FRAMES)
            self.held[name] = self.corpus.window(*draw(options.held), HELD_FRAMES)
            self.held[f"{name}, as of 8 bits"] = roughen(self.held[name], ROUGHNESS)
        self.since_start, self.saved, self.begun = 0, time.time(), self.started

    def say(self, text):
        print(f"[{time.time() - self.started:6.0f}] {text}", flush=True)

    def save(self):
        models = {"student": self.average, "critics": self.critics}
        checkpoint.save(self.options.checkpoint, models, {"steps": self.steps})
        self.saved = time.time()

    def distances(self, student, window, tone, noise):
        """→ losses without critics, and the student's sound"""
        with torch.no_grad():
            by_spectra, by_speaker = (loss.of_teacher(window["sound"]) for loss in (self.spectra, self.speaker))
        harmonic, rough = speak(student, window, tone, noise)
        made = harmonic + rough
        return torch.cat([self.spectra(harmonic, rough, by_spectra), self.speaker(made, by_speaker)]), made

    def gradients(self):
        """Of the windows at `picked` and `start`, left in place. → all losses"""
        with torch.no_grad():
            window = self.corpus.window(self.picked, self.start, self.frames)
            window = roughen(window, 2 * ROUGHNESS * torch.rand(len(self.picked), 1, 1, device=self.device))
            tone, noise = excitation(window)
        losses, made = self.distances(self.student, window, tone, noise)
        total = (losses * self.weights).sum()
        if not self.with_critics:
            total.backward()
            return losses.detach()
        real = window["sound"]
        both = self.critics(torch.cat([real, made.detach()]))
        count = len(real)
        of_real = [(judgement[:count], [f[:count] for f in features]) for judgement, features in both]
        of_made = [(judgement[count:], [f[count:] for f in features]) for judgement, features in both]
        judging = judging_loss(of_real, of_made)
        judging.backward()
        of_real = [(judgement, [f.detach() for f in features]) for judgement, features in of_real]
        self.critics.requires_grad_(False)
        of_made = self.critics(made)
        fooling, features = fooling_loss(of_made), feature_loss(of_real, of_made)
        (total + self.ramp * (FOOLING * fooling + FEATURES * features)).backward()
        self.critics.requires_grad_(True)
        return torch.cat([losses, torch.stack([judging, fooling, features])]).detach()

    def forget(self):
        self.maker.zero_grad(set_to_none=True)
        self.judge.zero_grad(set_to_none=True)

    def capture(self):
        """One step as one graph, so that the CPU does not hold it up."""
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(4):
                self.forget()
                self.gradients()
        torch.cuda.current_stream().wait_stream(side)
        self.forget()
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.found = self.gradients()

    def learn(self, rate):
        for kept, drawn in zip((self.picked, self.start), self.draw(len(self.picked))):
            kept.copy_(drawn)
        if self.graph:
            self.graph.replay()
        else:
            self.forget()
            self.found = self.gradients()
        self.move(self.maker, self.student, rate, 100.0)
        if self.with_critics:
            self.move(self.judge, self.critics, rate, 50.0)
        self.since_start += 1
        decay = min(0.999, (1 + self.since_start) / (20 + self.since_start))
        with torch.no_grad():
            kept, new = list(self.average.parameters()), list(self.student.parameters())
            torch._foreach_lerp_(kept, new, 1 - decay)
        return self.found

    def move(self, optimiser, model, rate, longest):
        norm = torch.nn.utils.clip_grad_norm_(model.parameters(), longest)
        if self.device == "cuda":
            # A fused optimiser leaves out a step that is not finite.
            optimiser.found_inf = (~torch.isfinite(norm)).float()
        for group in optimiser.param_groups:
            group["lr"] = rate
        optimiser.step()

    def train(self, stage, seconds, batch, frames, rates):
        if not seconds:
            return
        self.frames = frames
        self.validate()
        self.with_critics, self.graph, self.ramp = stage == "critics", None, torch.zeros((), device=self.device)
        self.draw = self.corpus.sampler("train", self.options.seed + sum(self.steps.values()), frames)
        self.picked, self.start = (drawn.clone() for drawn in self.draw(batch))
        if self.device == "cuda":
            self.capture()
            self.say(f"{stage}: captured")
        ready = shown = time.time()
        end = self.begun + seconds
        total, count, done = 0, 0, 0
        while (now := time.time()) < end and done < self.options.most:
            done += 1
            share = 0.5 * (1 + math.cos(math.pi * (now - ready) / (end - ready)))
            rate = (rates[1] + (rates[0] - rates[1]) * share) * min(1, done / WARM_UP)
            # Critics that know nothing yet are not listened to.
            self.ramp.fill_(min(1.0, (self.steps["critics"] + 1) / 400))
            total, count = total + self.learn(rate), count + 1
            self.steps[stage] += 1
            if done % self.options.every == 0:
                now = time.time()
                losses = " ".join(f"{name} {loss:.3f}" for name, loss in zip(NAMES, (total / count).tolist()))
                took = (now - shown) / count * 1000
                self.say(f"{stage} {self.steps[stage]}: {losses} | {took:.0f} ms, rate {rate:.1e}")
                total, count = 0, 0
                if now - self.saved > SAVE_EVERY:
                    self.validate()
                    self.save()
                shown = time.time()
        self.graph = None
        self.forget()
        self.validate()
        self.save()
        self.begun = time.time()

    @torch.no_grad()
    def validate(self):
        for name, held in self.held.items():
            losses, made = self.distances(self.average, held, *excitation(held, seed=3))
            distance = self.spectra.mel_distance(made, held["sound"]).mean().item()
            shown = " ".join(f"{name} {loss:.3f}" for name, loss in zip(NAMES, losses.tolist()))
            self.say(f"  held out {name}: {distance:.2f} dB of mel, {shown}")


def main():
    parser = argparse.ArgumentParser()
    for name in ("build", "corpus", "checkpoint"):
        parser.add_argument(name)
    parser.add_argument("--spectral", type=float, default=0)
    parser.add_argument("--critics", type=float, default=0)
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--batches", type=int, nargs=2, default=(64, 20))
    parser.add_argument("--frames", type=int, nargs=2, default=(96, 80))
    parser.add_argument("--rates", type=float, nargs=2, default=(1e-3, 2e-4))
    parser.add_argument("--critic-rates", type=float, nargs=2, default=(2.5e-4, 1.5e-5))
    parser.add_argument("--speaker", type=float, default=1.0, help="times the weight of the x-vector's losses")
    parser.add_argument("--held", type=int, default=96)
    parser.add_argument("--every", type=int, default=500)
    parser.add_argument("--most", type=int, default=10**9)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    trainer = Trainer(options)
    trainer.train("spectral", options.spectral, options.batches[0], options.frames[0], options.rates)
    trainer.train("critics", options.critics, options.batches[1], options.frames[1], options.critic_rates)
    trainer.say("done")


if __name__ == "__main__":
    main()

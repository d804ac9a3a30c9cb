"""A network that learns to sound as the teacher, in stages: each is one captured graph, and ends with its time."""

import copy
import math
import time

import torch

import checkpoint
from critics import FEATURES, FOOLING, Critics, feature_loss, fooling_loss, judging_loss
from dataset import ROUGHNESS, Corpus, roughen
from losses import SPECTRAL_WEIGHTS, Spectra
from optimiser import follow, groups_of, measured_into, move, optimiser_of
from speaker import SPEAKER_WEIGHTS, SpeakerLoss
from student import Student, excitation, speak

HELD_OUT = ("voices", "sentences", "offsets", "fits")
WARM_UP = 300
SAVE_EVERY = 120
"""Frames of a held-out window, whatever is trained on."""
HELD_FRAMES = 80
NAMES = ("logs", "mels", "coherence", "balance", "layers", "speaker", "judging", "fooling", "features")


class Trainer:
    """Of the student, with Kokoro's own decoder before it."""

    network, stages, names = Student, ("spectral", "alone", "critics"), NAMES

    def __init__(self, options):
        self.options, self.device, self.started = options, options.device, time.time()
        torch.manual_seed(options.seed)
        torch.backends.cuda.matmul.allow_tf32 = True
        torch.backends.cudnn.allow_tf32 = True
        torch.backends.cudnn.benchmark = True
        torch.backends.cudnn.benchmark_limit = 4
        self.corpus = Corpus(options.corpus, self.device)
        self.say(f"{len(self.corpus.entries)} utterances, {self.corpus.hours:.2f} hours")
        self.student, self.critics = self.network().to(self.device), Critics().to(self.device)
        self.critics.to(memory_format=torch.channels_last)
        self.steps = dict.fromkeys(self.stages, 0)
        if options.resume:
            self.steps |= checkpoint.read_notes(options.checkpoint)["steps"]
        self.begin()
        self.average = copy.deepcopy(self.student).eval().requires_grad_(False)
        self.maker, self.judge = optimiser_of(self.groups()), optimiser_of(groups_of(self.critics, options.judging))
        self.spectra, self.speaker = Spectra().to(self.device), SpeakerLoss(options.build, self.device)
        self.weights = torch.cat([SPECTRAL_WEIGHTS, SPEAKER_WEIGHTS * options.speaker]).to(self.device)
        self.held = {}
        for name in filter(self.corpus.of_set, HELD_OUT):
            draw = self.corpus.sampler(name, 5, HELD_FRAMES)
            window = self.window(*draw(options.held), HELD_FRAMES)
            self.held |= {f"{name}{ending}": held for ending, held in self.ways(window).items()}
        self.since_start, self.saved, self.begun = 0, time.time(), self.started

    def say(self, text):
        print(f"[{time.time() - self.started:6.0f}] {text}", flush=True)

    def begin(self):
        """From the checkpoint, or from nothing; and evens the corpus."""
        if self.options.resume:
            checkpoint.load_into(self.options.checkpoint, "student", self.student)
            checkpoint.load_into(self.options.checkpoint, "critics", self.critics)
        else:
            measured_into(self.student, self.corpus.measure())
        self.corpus.normalise(self.student.mean, self.student.deviation)

    def groups(self):
        return groups_of(self.student)

    def models(self):
        return {"student": self.average, "critics": self.critics}

    def window(self, picked, start, frames):
        return self.corpus.window(picked, start, frames)

    def ways(self, window):
        """In which held-out windows are spoken, by what is added to the name of their set."""
        return {"": window, ", as of 8 bits": roughen(window, ROUGHNESS)}

    def save(self):
        checkpoint.save(self.options.checkpoint, self.models(), {"steps": self.steps})
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
            window = self.window(self.picked, self.start, self.frames)
            window = roughen(window, 2 * ROUGHNESS * torch.rand(len(self.picked), 1, 1, device=self.device))
            tone, noise = excitation(window)
        with torch.set_grad_enabled(not self.only_critics):
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
        if self.only_critics:
            return torch.cat([losses, judging.reshape(1)]).detach()
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
        if self.with_critics:
            move(self.judge, self.critics, rate, 50.0)
        if not self.only_critics:
            move(self.maker, self.student, rate, 100.0)
            self.since_start += 1
            follow(self.average, self.student, self.since_start)
        return self.found

    def train(self, stage, seconds, batch, frames, rates):
        if not seconds:
            return
        self.frames = frames
        self.validate()
        self.only_critics = stage == "alone"
        self.with_critics = stage in ("alone", "critics")
        self.graph, self.ramp = None, torch.zeros((), device=self.device)
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
                losses = " ".join(f"{name} {loss:.3f}" for name, loss in zip(self.names, (total / count).tolist()))
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
            shown = " ".join(f"{name} {loss:.3f}" for name, loss in zip(self.names, losses.tolist()))
            self.say(f"  held out {name}: {distance:.2f} dB of mel, {shown}")

"""What the figures of the model card are."""

import numpy as np
import torch

from augment import add_noise, at_level, telephone, white
from dataset import visemes_of
from model import LogMel

SNR = 10.0
"""Steps by which a closure, or a tolerant comparison, may be off."""
NEAR_CLOSURE, NEAR = 4, 3
PP = 1
"""The service takes a stretch for closed lips from this probability on."""
CLOSED_FROM = 0.4


def talkers(dataset, utterance, generator):
    """Four others, at once."""
    others = torch.randint(len(dataset.utterances), (4,), generator=generator)
    steps = torch.arange(utterance.steps * 160, device=dataset.device)
    sounds = [dataset.sound_of(dataset.utterances[i])[0] for i in others.tolist()]
    return sum(at_level(sound[steps % len(sound)][None]) for sound in sounds)


def heard(dataset, utterance, condition, generator):
    sound = at_level(dataset.sound_of(utterance))
    if condition == "white":
        return add_noise(sound, white(sound), SNR)
    if condition == "babble":
        return add_noise(sound, talkers(dataset, utterance, generator), SNR)
    if condition == "telephone":
        return at_level(add_noise(telephone(sound), white(sound), 30.0))
    if condition == "quiet":
        return at_level(sound, -10.0)
    return sound


def runs_of(mask):
    """[(first, last + 1)] of the stretches that are true."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]).astype(int)))
    return list(zip(edges[::2], edges[1::2]))


def count_near(runs, others):
    """How many of `runs` have one of `others` within reach of them."""
    return sum(
        any(a < end + NEAR_CLOSURE and b > start - NEAR_CLOSURE for a, b in others) for start, end in runs
    )


class Tally:
    def __init__(self, visemes):
        self.confusion = np.zeros((visemes, visemes), int)
        self.steps = self.near = 0
        self.closures = self.found = self.claimed = self.true_claims = 0
        self.errors, self.truths, self.guesses = [], [], []

    def add(self, probabilities, curves, truth, targets):
        guess = probabilities.argmax(1)
        np.add.at(self.confusion, (truth, guess), 1)
        near = guess == truth
        for shift in range(1, NEAR + 1):
            near[shift:] |= guess[shift:] == truth[:-shift]
            near[:-shift] |= guess[:-shift] == truth[shift:]
        self.steps += len(truth)
        self.near += near.sum()
        closures, claims = runs_of(truth == PP), runs_of(probabilities[:, PP] >= CLOSED_FROM)
        self.closures += len(closures)
        self.claimed += len(claims)
        self.found += count_near(closures, claims)
        self.true_claims += count_near(claims, closures)
        self.truths.append(targets)
        self.guesses.append(curves)

    def figures(self, names):
        hits = np.diag(self.confusion)
        f1 = 2 * hits / np.maximum(1, self.confusion.sum(0) + self.confusion.sum(1))
        truths, guesses = np.concatenate(self.truths), np.concatenate(self.guesses)
        correlations = [
            round(float(np.corrcoef(truths[:, i], guesses[:, i])[0, 1]), 3) for i in range(truths.shape[1])
        ]
        return {
            "steps": self.steps,
            "accuracy": hits.sum() / self.steps,
            "within_30_ms": self.near / self.steps,
            "macro_f1": f1.mean(),
            "closures": self.closures,
            "closures_found": self.found / max(1, self.closures),
            "closures_claimed_rightly": self.true_claims / max(1, self.claimed),
            "curves_correlation": correlations,
            "f1": dict(zip(names, f1.round(3).tolist())),
        }


@torch.no_grad()
def listen(dataset, lips, utterances, condition):
    """(utterance, probabilities, curves), one after the other; an even number of steps of each."""
    mel = LogMel().to(dataset.device)
    generator = torch.Generator().manual_seed(7)
    torch.manual_seed(7)
    for utterance in utterances:
        steps = utterance.steps - utterance.steps % 2
        scores, curves = lips(mel(heard(dataset, utterance, condition, generator)[:, : steps * 160]))
        yield utterance, torch.softmax(scores[0], 1).cpu().numpy(), torch.sigmoid(curves[0]).cpu().numpy()


def evaluate(dataset, lips, utterances, condition):
    """Figures of all against where sounds are heard and against Kokoro's own durations; clean also by language."""
    tallies = {}
    for utterance, probabilities, curves in listen(dataset, lips, utterances, condition):
        steps = len(probabilities)
        targets = dataset.targets_in(utterance)[:steps].cpu().numpy()
        truths = {
            condition: dataset.visemes_in(utterance)[:steps].cpu().numpy(),
            f"{condition} on durations": visemes_of(utterance.spoken, utterance.steps)[:steps],
        }
        if condition == "clean":
            truths[f"clean {utterance.language}"] = truths["clean"]
        for name, truth in truths.items():
            tallies.setdefault(name, Tally(15)).add(probabilities, curves, truth, targets)
    return {name: rounded(tally.figures(dataset.tables.visemes)) for name, tally in tallies.items()}


def rounded(figures):
    return {name: round(float(x), 4) if np.isscalar(x) else x for name, x in figures.items()}


def evaluate_all(dataset, lips, conditions=("clean", "white", "babble", "telephone", "quiet")):
    """Voices and sentences that were held out, in all conditions."""
    results = {}
    for condition in conditions:
        results |= evaluate(dataset, lips, dataset.of_set("voices"), condition)
    if "telephone" in conditions:
        results["known voices"] = evaluate(dataset, lips, dataset.of_set("sentences"), "clean")["clean"]
    for name, figures in results.items():
        brief = {key: value for key, value in figures.items() if key not in ("f1", "steps")}
        print(name, brief, flush=True)
    return results

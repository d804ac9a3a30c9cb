"""Kokoro's frames are 25 ms long and its sound does not keep to them exactly. A network that has learnt from many such
labels knows better where a sound begins than each of them: the order stays, the boundaries move to where it hears them.
"""

import numpy as np
import torch

from augment import at_level
from dataset import RATE, STEP, cues_with

"""Steps by which a boundary may move."""
REACH = 6
BATCH = 192
IMPOSSIBLE = -1e4


@torch.no_grad()
def scores_of(dataset, utterances, mel, lips):
    """[batch, steps, 15], as long as the longest; an even number of steps, as the network wants it."""
    steps = max(utterance.steps for utterance in utterances)
    steps += steps % 2
    sounds = torch.zeros(len(utterances), steps * STEP, device=dataset.device)
    for i, utterance in enumerate(utterances):
        sounds[i, : utterance.steps * STEP] = at_level(dataset.sound_of(utterance))[0]
    visemes, _ = lips(mel(sounds))
    return torch.log_softmax(visemes, 2)


def emissions(dataset, utterances, mel, lips):
    """[batch, steps, cues]: how well each step sounds like each cue, where that cue may be at all."""
    scores = scores_of(dataset, utterances, mel, lips)
    most_cues = max(len(utterance.spoken) for utterance in utterances)
    table = torch.full((*scores.shape[:2], most_cues), IMPOSSIBLE, device=dataset.device)
    for i, utterance in enumerate(utterances):
        cues = [(cue.viseme, cue.start * RATE - REACH, cue.end * RATE + REACH) for cue in utterance.spoken]
        visemes, starts, ends = torch.tensor(cues, device=dataset.device).t()
        steps = torch.arange(utterance.steps, device=dataset.device)[:, None] + 0.5
        allowed = (steps >= starts) & (steps <= ends)
        own = scores[i, : utterance.steps][:, visemes.long()]
        table[i, : utterance.steps, : len(cues)] = torch.where(allowed, own, IMPOSSIBLE)
    return table


def best_paths(table, steps, cues):
    """Lengths of the cues (each at least one step) that fit best, by dynamic programming; None where nothing fits."""
    batch, most_steps, most_cues = table.shape
    best = torch.full((batch, most_cues), IMPOSSIBLE * 100, device=table.device)
    best[:, 0] = table[:, 0, 0]
    advanced = torch.zeros(batch, most_steps, most_cues, dtype=torch.bool, device=table.device)
    final = torch.zeros(batch, device=table.device)
    last_cue = torch.tensor(cues, device=table.device) - 1
    last_step = torch.tensor(steps, device=table.device) - 1
    for step in range(1, most_steps):
        before = torch.cat([torch.full_like(best[:, :1], IMPOSSIBLE * 100), best[:, :-1]], 1)
        advanced[:, step] = before > best
        best = torch.maximum(best, before) + table[:, step]
        reached = best.gather(1, last_cue[:, None])[:, 0]
        final = torch.where(last_step == step, reached, final)
    moves = advanced.cpu().numpy()
    possible = (final > IMPOSSIBLE / 2).cpu().numpy()
    return [lengths_of(moves[i], steps[i], cues[i]) if possible[i] else None for i in range(batch)]


def lengths_of(moves, steps, cues):
    lengths, cue = np.zeros(cues, int), cues - 1
    for step in range(steps - 1, -1, -1):
        lengths[cue] += 1
        if step > 0 and moves[step, cue]:
            cue -= 1
    return lengths.tolist()


def realign(dataset, mel, lips):
    """Moves the boundaries of all cues; gives the share of utterances where that was possible."""
    aligned = 0
    order = sorted(dataset.utterances, key=lambda utterance: utterance.steps)
    for first in range(0, len(order), BATCH):
        utterances = order[first : first + BATCH]
        table = emissions(dataset, utterances, mel, lips)
        paths = best_paths(table, [u.steps for u in utterances], [len(u.spoken) for u in utterances])
        for utterance, lengths in zip(utterances, paths):
            if lengths:
                utterance.cues = cues_with(lengths, utterance.spoken)
                aligned += 1
    dataset.relabel()
    return aligned / len(order)

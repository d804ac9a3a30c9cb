"""Cues → the weights of 15 visemes at every moment, and the five curves that the network learns.

The same mathematics as engines/lipsync/{coarticulation,curves}.ts.
"""

import numpy as np

from articulation import widen_closures

RATE = 100
SIL, PP, FF = 0, 1, 2
RAMP, REST_RAMP, CLOSING, PARTING = 0.13, 0.18, 0.09, 0.085
LEAST_SEAL = 0.05
WHOLE_REST = 0.25
SEALED_AT = 0.4
SEALS = {PP: 1.0, FF: 0.9}
FULL_VOWEL, LEAST_VOWEL = 0.11, 0.45
"""By names of visemes; 1 and 0 where there is none."""
STRENGTH = {"TH": 1.3, "CH": 1.4, "SS": 0.9, "RR": 0.8, "nn": 0.55, "DD": 0.5, "kk": 0.4}
STRENGTH |= {"sil": 0.9, "PP": 0.3, "FF": 0.4}
LEAD = {"ou": 0.05, "oh": 0.03, "CH": 0.04, "RR": 0.02, "aa": 0.01}
"""How much the loudness and the pitch say about stress beside the marks, and where there are no marks."""
MARKED, UNMARKED = (0.45, 0.3, 0.25), (0.0, 0.6, 0.4)
RANGE_DB = 40


def smooth_step(x):
    x = np.clip(x, 0, 1)
    return x * x * (3 - 2 * x)


def presence(times, starts, ends, rise, fall):
    begun = smooth_step(0.5 + (times[:, None] - starts) / rise)
    return begun * smooth_step(0.5 + (ends - times[:, None]) / fall)


def poses_of(cues, stress, times, tables):
    """Weights [times, 15] that sum to 1. Silence reaches from either end to infinity."""
    names = tables.visemes
    visemes = np.array([SIL, *(cue.viseme for cue in cues), SIL])
    starts = np.array([-1e3, *(cue.start for cue in cues), cues[-1].end])
    ends = np.array([cues[0].start, *(cue.end for cue in cues), 1e3])
    seconds = ends - starts
    rests = visemes == SIL
    strength = np.array([STRENGTH.get(names[v], 1.0) for v in visemes])
    strength = strength * np.where(rests, np.minimum(1, 0.2 + seconds / WHOLE_REST), 1)
    fullness = np.minimum(1, seconds / FULL_VOWEL) * (0.35 + 0.65 * np.array([0, *stress, 0]))
    is_vowel = np.isin(visemes, list(tables.vowels))
    amount = np.where(is_vowel, LEAST_VOWEL + (1 - LEAST_VOWEL) * fullness, 1)
    leads = np.array([LEAD.get(names[v], 0.0) for v in visemes])
    ramps = np.where(rests, REST_RAMP, RAMP)
    force = strength * presence(times, starts - leads, ends, ramps, ramps)
    drawn = np.where(np.isin(visemes, list(SEALS)), SIL, visemes)
    one_hot = np.eye(len(names))
    weights = (force * amount) @ one_hot[drawn]
    weights[:, SIL] += (force * (1 - amount)).sum(1)
    weights /= weights.sum(1, keepdims=True)
    for sealing in (FF, PP):
        own = visemes == sealing
        until = np.maximum(ends[own], starts[own] + LEAST_SEAL)
        sealed = presence(times, starts[own] - SEALED_AT * CLOSING, until, CLOSING, PARTING)
        open_ = np.prod(1 - SEALS[sealing] * sealed, axis=1)
        weights *= open_[:, None]
        weights[:, sealing] += 1 - open_
    return weights


def loudness_of(samples):
    """0 to 1 against the sound's own loud parts, one value for 10 ms."""
    levels = 10 * np.log10(np.square(samples.reshape(-1, 160).astype(np.float32) / 32768).mean(1) + 1e-12)
    loud = max(np.percentile(levels, 95), -20)
    return np.clip(1 + (levels - loud) / RANGE_DB, 0, 1)


def pitch_height(pitch):
    """0 to 1, half where the voice mostly is, eight semitones from end to end; half too where it has no pitch."""
    voiced = pitch > 60
    if not voiced.any():
        return np.full(len(pitch), 0.5)
    semitones = 12 * np.log2(np.where(voiced, pitch, 1) / np.median(pitch[voiced]))
    return np.where(voiced, np.clip(0.5 + semitones / 8, 0, 1), 0.5)


def stress_of(cues, loudness, height):
    stress = []
    for cue in cues:
        first = min(int(cue.start * RATE), len(loudness) - 1)
        steps = slice(first, max(first + 1, int(np.ceil(cue.end * RATE))))
        by_mark, by_loudness, by_pitch = UNMARKED if cue.stress is None else MARKED
        heard = by_loudness * loudness[steps].mean() + by_pitch * height[steps].mean()
        stress.append(0 if cue.viseme == SIL else by_mark * (cue.stress or 0) + heard)
    return np.array(stress)


def targets_of(cues, samples, pitch, tables):
    """Openness, width, rounding, jaw and stress [frames, 5] for every 10 ms of the samples."""
    times = (np.arange(len(samples) // 160) + 0.5) / RATE
    height = pitch_height(pitch)[: len(times)]
    height = np.pad(height, (0, len(times) - len(height)), constant_values=0.5)
    stress = stress_of(cues, loudness_of(samples), height)
    poses = poses_of(widen_closures(cues), stress, times, tables)
    starts, ends = np.array([c.start for c in cues]), np.array([c.end for c in cues])
    near = presence(times, starts, ends, RAMP, RAMP)
    stressed = (near @ stress) / np.maximum(near.sum(1), 1e-6)
    return np.concatenate([poses @ np.array(tables.forms), stressed[:, None]], 1)

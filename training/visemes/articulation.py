"""Symbols with times → what the mouth does: the service's rules (engines/lipsync) for many utterances at once."""

import json
from dataclasses import dataclass, replace
from pathlib import Path

"""The service finds the sound this much before the frames of its symbol: LEAD_SAMPLES of its speech engine."""
LEAD_SECONDS = 0.0625
FRAME_SECONDS = 0.025
SHORTEST_REST_SECONDS = 0.08
SHORTEST_CLOSURE_SECONDS = 0.075
SHARE_BEFORE = 2 / 3
KEPT_SECONDS = 0.01
STRESS = {"ˈ": 1.0, "ˌ": 0.65}
UNSTRESSED, SCHWA = 0.35, 0.15
SILENT = set(' ;:,.!?—…"()“”')


@dataclass(frozen=True)
class Tables:
    visemes: list
    vowels: set
    shapes: dict
    shapeless: set
    schwas: set
    forms: list

    @staticmethod
    def read(file):
        stored = json.loads(Path(file).read_text())
        visemes = stored["visemes"]
        return Tables(
            visemes,
            {visemes.index(name) for name in stored["vowels"]},
            stored["shapes"],
            set(stored["shapeless"]),
            set(stored["schwas"]),
            stored["forms"],
        )


@dataclass(frozen=True)
class Cue:
    viseme: int
    start: float
    end: float
    """What the symbols' marks say, 0 to 1; None where the language writes none."""
    stress: float | None = None


def timed_symbols(phonemes, frames):
    """(symbol, start, end, stress mark), seconds; marks have no sound and give their time to the next symbol."""
    at = frames[0] * FRAME_SECONDS - LEAD_SECONDS
    timed, mark = [], None
    for symbol, count in zip(phonemes, frames[1:-1], strict=True):
        start, at = at, at + count * FRAME_SECONDS
        if symbol in STRESS:
            mark = mark or (start, STRESS[symbol])
        elif symbol not in SILENT:
            timed.append([symbol, mark[0] if mark else start, at, mark[1] if mark else None])
            mark = None
    return timed


def spoken_symbols(timed, tables):
    """Marks of length and tone prolong what they follow; what has no shape of its own is the next symbol's."""
    sounds = []
    for symbol, start, end, stress in timed:
        if symbol in tables.shapes or symbol in tables.shapeless:
            sounds.append([symbol, start, end, stress])
        elif sounds:
            sounds[-1][2] = end
    closed, starts_at = [], None
    for i, (symbol, start, end, stress) in enumerate(sounds):
        touches = i + 1 < len(sounds) and sounds[i + 1][1] - end < SHORTEST_REST_SECONDS
        start = start if starts_at is None else starts_at
        end = sounds[i + 1][1] if touches else end
        if symbol in tables.shapeless:
            end = start
        else:
            closed.append((symbol, start, end, stress))
        starts_at = end if touches else None
    return closed


def cues_of(phonemes, frames, duration, tables):
    """Cues without gaps from 0 to the end."""
    spoken = spoken_symbols(timed_symbols(phonemes, frames), tables)
    marked = any(stress is not None for *_, stress in spoken)
    cues, at = [], 0.0
    for symbol, start, end, stress in spoken:
        start, end = min(max(start, at), duration), min(max(end, at), duration)
        if start > at:
            cues.append(Cue(0, at, start))
        at = start
        for viseme, share in tables.shapes[symbol]:
            mark = SCHWA if symbol in tables.schwas else stress or UNSTRESSED
            weight = mark if viseme in tables.vowels else UNSTRESSED
            cue = Cue(viseme, at, at + share * (end - start), weight if marked else None)
            if cue.end > cue.start:
                cues.append(cue)
                at = cue.end
    return [*cues, Cue(0, at, duration)] if at < duration else cues


def widen_closures(cues):
    """Closed lips take from both neighbours what they lack to 75 ms; lips that rest are shut already."""
    cues = list(cues)
    for i, cue in enumerate(cues):
        missing = SHORTEST_CLOSURE_SECONDS - (cue.end - cue.start)
        if cue.viseme != 1 or missing <= 0:
            continue
        before = room_in(cues[i - 1]) if i > 0 else 0
        rested = i == 0 or cues[i - 1].viseme == 0
        after = room_in(cues[i + 1]) if i + 1 < len(cues) and not rested else 0
        taken = min(before, max(SHARE_BEFORE * missing, missing - after))
        given = min(after, missing - taken)
        cues[i] = replace(cue, start=cue.start - taken, end=cue.end + given)
        if i > 0:
            cues[i - 1] = replace(cues[i - 1], end=cues[i].start)
        if i + 1 < len(cues):
            cues[i + 1] = replace(cues[i + 1], start=cues[i].end)
    return cues


def room_in(cue):
    return 0 if cue.viseme == 1 else max(0, cue.end - cue.start - KEPT_SECONDS)

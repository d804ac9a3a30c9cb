"""Which symbols and which voices make a language that Kokoro never learnt easiest to understand.

search.py BUILD OUTPUT [--workers 14] [--languages de nl] [--small]

Whisper judges: nats per character of the true text, given the sound, over the sentences for tuning. Each stage treats all
languages at once, so that the GPU is never idle. Results are written to OUTPUT/search.json after each stage.
"""

import argparse
import itertools
import json
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).parent.parent / "kokoro"))
from pool import Pool  # noqa: E402
from sounds import GEMINATES, OTHERS, PALATALS, STRESSES, Mapping, heads_of  # noqa: E402
from weights import read_voices  # noqa: E402
from whisper import Whisper  # noqa: E402

BATCH = 128
"""A choice must gain this many nats per character, and one standard error."""
LEAST_GAIN = 0.004
"""A rarer symbol is left as it is."""
LEAST_COUNT = 4


class Judge:
    def __init__(self, build, workers, device="cuda"):
        self.pool = Pool(build, workers, device)
        self.whisper = Whisper(build, device, torch.bfloat16 if device == "cuda" else torch.float32)
        self.names, self.voices = read_voices(build)
        self.known = {}
        self.seconds = 0.0

    def style(self, recipe, symbols):
        """`recipe` is ((voice, share), …)."""
        row = min(max(symbols, 1), self.voices.shape[1]) - 1
        return sum(share * self.voices[self.names.index(voice), row] for voice, share in recipe).astype(np.float32)

    @torch.no_grad()
    def judge(self, trials, heard=False):
        """`trials` are (language, text, phonemes, recipe); → surprise of each, and what is heard if it is asked for."""
        started = time.time()
        wanted = [trial for trial in dict.fromkeys(trials) if trial not in self.known or (heard and self.known[trial][1] is None)]
        wanted.sort(key=lambda trial: len(trial[2]))
        jobs = []
        for number, (_, _, phonemes, recipe) in enumerate(wanted):
            ids = [0, *(self.vocabulary[symbol] for symbol in phonemes), 0]
            jobs.append((number, ids, self.style(recipe, len(phonemes)), 1.0))
        seconds = 0.0
        for done in self.pool.speak(jobs, BATCH):
            batch = [wanted[number] for number, _ in done]
            sounds = [sound for _, sound in done]
            seconds += sum(map(len, sounds)) / 16_000
            states = self.whisper.listen(sounds)
            languages = [trial[0] for trial in batch]
            surprises = self.whisper.surprise(states, [trial[1] for trial in batch], languages).tolist()
            texts = self.whisper.transcribe(states, languages) if heard else [None] * len(batch)
            for trial, surprise, text in zip(batch, surprises, texts):
                self.known[trial] = (surprise, text)
        took = time.time() - started
        print(f"  {len(wanted)} utterances, {seconds:.0f} s of speech in {took:.0f} s", flush=True)
        return [self.known[trial] for trial in trials]


def plain(text):
    return " ".join("".join(letter if letter.isalnum() else " " for letter in text.lower()).split())


def distance(one, other):
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        last, row[0] = row[0], i
        for j, b in enumerate(other, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (a != b))
    return row[-1]


def character_errors(pairs):
    pairs = [(plain(text), plain(heard)) for text, heard in pairs]
    return sum(distance(*pair) for pair in pairs) / sum(len(text) for text, _ in pairs)


def in_pairs(sentences):
    """Two sentences are spoken in one call, which takes hardly longer than one."""
    pairs = zip(sentences[::2], sentences[1::2])
    return [{"text": f"{a['text']} {b['text']}", "clauses": a["clauses"] + b["clauses"]} for a, b in pairs]


def gender(name):
    return name[1]


class Search:
    def __init__(self, judge, data, languages, small, output):
        self.judge, self.small, self.output = judge, small, output
        self.sentences = {language: data["languages"][language] for language in languages}
        self.tuning = {l: in_pairs([s for s in self.sentences[l] if s["kind"] == "tuning"]) for l in languages}
        self.mappings = {l: Mapping(data["everywhere"], data["vocabulary"]) for l in languages}
        self.result = {l: {} for l in languages}
        judge.vocabulary = data["vocabulary"]
        self.started = time.time()

    def say(self, text):
        print(f"[{time.time() - self.started:.0f} s] {text}", flush=True)

    def trials(self, language, sentences, recipe, mapping=None):
        mapping = mapping or self.mappings[language]
        return [(language, s["text"], mapping.sentence(s["clauses"]), recipe) for s in sentences]

    def surprises(self, groups, heard=False):
        """`groups` maps keys to trials; → keys to arrays of what was judged."""
        flat = [trial for trials in groups.values() for trial in trials]
        judged = iter(self.judge.judge(flat, heard))
        return {key: [next(judged) for _ in trials] for key, trials in groups.items()}

    def rank_voices(self, sentences_of, keep):
        groups = {
            (language, voice): self.trials(language, sentences_of(language), ((voice, 1.0),))
            for language in self.tuning
            for voice in self.judge.names
        }
        judged = self.surprises(groups)
        ranked = {}
        for language in self.tuning:
            means = {v: float(np.mean([s for s, _ in judged[language, v]])) for v in self.judge.names}
            order = sorted(means, key=means.get)
            ranked[language] = order
            self.result[language][keep] = {v: round(means[v], 4) for v in order}
            self.say(f"{language} " + " ".join(f"{v} {means[v]:.3f}" for v in order[:8]))
        return ranked

    def options(self, language):
        """(key, value) of every choice worth trying."""
        mapping = self.mappings[language]
        raws = [clause["raw"] for s in self.tuning[language] for clause in s["clauses"]]
        counts = Counter(head for raw in raws for head in heads_of(raw))
        text = " ".join(raws)
        found = []
        for head, count in counts.items():
            if count < LEAST_COUNT or head not in OTHERS:
                continue
            now = mapping.sound(head)
            found += [(head, other) for other in OTHERS[head].split(" ") if other != now]
        if "ʲ" in text:
            found += [("palatal", value) for value in PALATALS if value != mapping.palatal]
        if "ː" in text:
            found += [("length", False)]
            found += [("geminate", value) for value in GEMINATES if value != mapping.geminate]
        found += [("stress", value) for value in STRESSES if value != mapping.stress]
        return found

    def choose_symbols(self, ranked, voices, most):
        groups, sentences_of = {}, {}
        for language in self.tuning:
            recipes = [((voice, 1.0),) for voice in ranked[language][:voices]]
            base = self.mappings[language]
            for key, value in self.options(language):
                changed = base.with_choice(key, value)
                differing = [s for s in self.tuning[language] if base.sentence(s["clauses"]) != changed.sentence(s["clauses"])]
                # Where the symbol is frequent it is judged best.
                differing = sorted(differing, key=lambda s: -sum(heads_of(c["raw"]).count(key) for c in s["clauses"]))[:most]
                if not differing:
                    continue
                sentences_of[language, key, value] = differing
                for recipe in recipes:
                    groups[language, key, value, recipe, "new"] = self.trials(language, differing, recipe, changed)
                    groups[language, key, value, recipe, "old"] = self.trials(language, differing, recipe)
        judged = self.surprises(groups)
        for language in self.tuning:
            recipes = [((voice, 1.0),) for voice in ranked[language][:voices]]
            gains = {}
            for _, key, value in [k for k in sentences_of if k[0] == language]:
                gained = np.concatenate(
                    [
                        np.array([s for s, _ in judged[language, key, value, recipe, "old"]])
                        - np.array([s for s, _ in judged[language, key, value, recipe, "new"]])
                        for recipe in recipes
                    ]
                )
                error = gained.std() / max(1, len(gained) - 1) ** 0.5
                if gained.mean() > max(LEAST_GAIN, error):
                    gains.setdefault(key, []).append((float(gained.mean()), value))
            chosen = self.mappings[language]
            report = []
            for key, values in sorted(gains.items(), key=lambda item: -max(item[1], key=lambda v: v[0])[0]):
                gain, value = max(values, key=lambda v: v[0])
                chosen = chosen.with_choice(key, value)
                report.append(f"{key}→{value} {gain:.3f}")
            self.result[language].setdefault("choices", []).append(report)
            self.say(f"{language} " + ", ".join(report))
            self.result[language]["candidate"] = chosen
        self.keep_better(ranked, voices)

    def keep_better(self, ranked, voices):
        """All accepted choices together must beat what was there, over all sentences."""
        groups = {}
        for language in self.tuning:
            for voice in ranked[language][:voices]:
                for kind, mapping in (("new", self.result[language]["candidate"]), ("old", self.mappings[language])):
                    groups[language, voice, kind] = self.trials(language, self.tuning[language], ((voice, 1.0),), mapping)
        judged = self.surprises(groups)
        for language in self.tuning:
            mean = lambda kind: float(
                np.mean([s for voice in ranked[language][:voices] for s, _ in judged[language, voice, kind]])
            )
            old, new = mean("old"), mean("new")
            if new < old:
                self.mappings[language] = self.result[language]["candidate"]
            del self.result[language]["candidate"]
            self.result[language].setdefault("gains", []).append([round(old, 4), round(new, 4)])
            self.say(f"{language} all choices: {old:.4f} → {new:.4f}")
        self.write()

    def blend(self, ranked, tops, sentences_of):
        """Blends of the best voices of a gender, for each gender; → the best recipes."""
        groups = {}
        for language in self.tuning:
            for sex in "fm":
                best = [voice for voice in ranked[language] if gender(voice) == sex][:tops]
                recipes = [((voice, 1.0),) for voice in best]
                for one, other in itertools.combinations(best, 2):
                    recipes += [((one, share), (other, round(1 - share, 2))) for share in (0.7, 0.5, 0.3)]
                for recipe in recipes:
                    groups[language, sex, recipe] = self.trials(language, sentences_of(language), recipe)
        judged = self.surprises(groups)
        best = {}
        for language in self.tuning:
            for sex in "fm":
                means = {
                    recipe: float(np.mean([s for s, _ in judged[l, x, recipe]]))
                    for l, x, recipe in groups
                    if (l, x) == (language, sex)
                }
                best[language, sex] = sorted(means, key=means.get)
                top = best[language, sex][:3]
                self.say(f"{language} {sex} " + "; ".join(f"{dict(r)} {means[r]:.3f}" for r in top))
        return best

    def final(self, best, candidates):
        groups = {
            (language, sex, recipe): self.trials(language, self.tuning[language], recipe)
            for (language, sex), recipes in best.items()
            for recipe in recipes[:candidates]
        }
        judged = self.surprises(groups, heard=True)
        for language in self.tuning:
            for sex in "fm":
                found = []
                for recipe in best[language, sex][:candidates]:
                    answers = judged[language, sex, recipe]
                    errors = character_errors(
                        [(s["text"], text) for s, (_, text) in zip(self.tuning[language], answers)]
                    )
                    found.append((float(np.mean([s for s, _ in answers])) + errors, errors, recipe))
                found.sort()
                self.result[language][sex] = [
                    {"recipe": dict(recipe), "errors": round(errors, 4), "score": round(score, 4)} for score, errors, recipe in found
                ]
                self.say(f"{language} {sex} {found[0]}")
        self.write()

    def write(self):
        for language, mapping in self.mappings.items():
            self.result[language]["mapping"] = {
                "own": mapping.own,
                "palatal": mapping.palatal,
                "geminate": mapping.geminate,
                "length": mapping.length,
                "stress": mapping.stress,
            }
        text = json.dumps(self.result, ensure_ascii=False)
        for folder in self.output:
            (Path(folder) / "search.json").write_text(text)

    def read(self, file):
        """Goes on from an earlier call."""
        self.result = {l: found for l, found in json.loads(Path(file).read_text()).items() if l in self.tuning}
        for language, found in self.result.items():
            self.mappings[language] = replace(self.mappings[language], **found["mapping"])

    def run(self, stages):
        voices = 1 if self.small else 2
        if "first" in stages:
            self.rank_voices(lambda language: self.tuning[language][:3], "first")
            self.write()
        ranked = {language: list(found["first"]) for language, found in self.result.items()}
        if "symbols" in stages:
            self.choose_symbols(ranked, voices, 2 if self.small else 4)
        if "voices" in stages:
            ranked = self.rank_voices(lambda language: self.tuning[language][3:6], "second")
            self.write()
            best = self.blend(ranked, 2 if self.small else 4, lambda language: self.tuning[language][1:5])
            self.final(best, 1 if self.small else 3)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("output", nargs="+")
    parser.add_argument("--workers", type=int, default=14)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--languages", nargs="*")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--stages", nargs="*", default=["symbols", "voices"])
    parser.add_argument("--from", dest="earlier")
    options = parser.parse_args()
    data = json.loads((Path(options.build) / "languages.json").read_text())
    judge = Judge(options.build, options.workers, options.device)
    search = Search(judge, data, options.languages or list(data["languages"]), options.small, options.output)
    if options.earlier:
        search.read(options.earlier)
    search.run(options.stages)
    for worker in judge.pool.workers:
        worker.terminate()


if __name__ == "__main__":
    main()

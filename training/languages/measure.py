"""What Whisper hears of every voice in every language.

measure.py BUILD SEARCH.json OUTPUT.jsonl [--sentences 14] [--workers 14]

The best woman and man of each language speak all its sentences, the other voices some. Languages in BUILD/fixed.json have
phonemes of the service's own. One line for each utterance: language, recipe, kind, text, heard.
"""

import argparse
import json
from pathlib import Path

from search import Judge
from sounds import Mapping


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("search")
    parser.add_argument("output")
    parser.add_argument("--sentences", type=int, default=14)
    parser.add_argument("--workers", type=int, default=14)
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    data = json.loads((Path(options.build) / "languages.json").read_text())
    found = json.loads(Path(options.search).read_text())
    judge = Judge(options.build, options.workers, options.device)
    judge.vocabulary = data["vocabulary"]
    spoken = {}
    for language, result in found.items():
        mapping = Mapping(data["everywhere"], data["vocabulary"], **result["mapping"])
        tests = [s for s in data["languages"][language] if s["kind"] != "tuning"]
        spoken[language] = [(s["kind"], s["text"], mapping.sentence(s["clauses"])) for s in tests]
    fixed = Path(options.build) / "fixed.json"
    if fixed.exists():
        for language, sentences in json.loads(fixed.read_text()).items():
            spoken[language] = [(s["kind"], s["text"], s["phonemes"]) for s in sentences]
    trials, kinds = {}, {}
    for language, sentences in spoken.items():
        # Of all kinds alike.
        some = [sentences[i * len(sentences) // options.sentences] for i in range(options.sentences)]
        pairs = [("both", f"{a[1]} {b[1]}", f"{a[2]} {b[2]}") for a, b in zip(some[::2], some[1::2])]
        recipes = {((voice, 1.0),): pairs for voice in judge.names}
        for sex in "fm":
            for candidate in found.get(language, {}).get(sex, [])[:1]:
                recipes[tuple(candidate["recipe"].items())] = sentences
        for recipe, own in recipes.items():
            for kind, text, phonemes in own:
                trials[language, text, phonemes, recipe] = kind
    answers = judge.judge(list(trials), heard=True)
    with open(options.output, "w") as file:
        for ((language, text, _, recipe), kind), (surprise, heard) in zip(trials.items(), answers):
            line = [language, dict(recipe), kind, text, heard, round(surprise, 4)]
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
    for worker in judge.pool.workers:
        worker.terminate()


if __name__ == "__main__":
    main()

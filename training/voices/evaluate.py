"""What each way of matching reaches, for voices and people never trained on.

evaluate.py BUILD SENTENCES.json MODELS OUTPUT.json SECONDS [--workers 15] [--device cuda]

MODELS has the networks as they are shipped. SECONDS is for one speaker: ways are tried in this order until it is over.
People come from BUILD/voices/people (prepare.sh writes them)."""

import argparse
import json
import time
import traceback
from pathlib import Path

import numpy as np
import torch
import torch.multiprocessing as multiprocessing

import kokoro_path  # noqa: F401
from heard import PRINT, mean_log_pitch
from matching import match
from resample import to_16_khz
from studio import Speaker, Studio, read_wave, target_of
from styles import HELD_OUT

ROUNDS = 6
JUDGED_EVERY = 20


def ways(speaker):
    """Yields after each way that was judged, so that a caller can stop."""
    studio = speaker.studio
    base = speaker.best_preset()
    speaker.results["base"] = studio.styles.names[base]
    speaker.judge("preset", studio.preset(base), base, scaled=False)
    speaker.judge("preset at pitch", studio.preset(base), base)
    yield
    encoded = speaker.style
    with torch.no_grad():
        given = torch.cat([speaker.heard[:PRINT], speaker.heard[-1:]])
        mapped = studio.style_of_print(given[None])[0]
    speaker.judge("encoder", encoded, base)
    speaker.judge("print-style", mapped, base)
    yield
    mixed = torch.cat([mapped[:128], encoded[128:]])
    instant = search(speaker, base, mixed)
    yield
    for step, offsets in enumerate(speaker.fit(instant, base), 1):
        if step % JUDGED_EVERY == 0:
            speaker.judge(f"fitted, {step} steps", instant, base, offsets=offsets)
            yield


def search(speaker, base, start):
    studio = speaker.studio
    timbre = torch.cat([torch.ones(128), torch.zeros(128)]).to(studio.device)
    arguments = (studio.surrogate, studio.span, speaker.target, start, speaker.real(base), ROUNDS, timbre)
    found, values = match(*arguments)
    speaker.judge("instant", found, base)
    speaker.results["instant"]["values"] = values
    return found


def english(studio):
    """Of the voices, those that the sentences are written for."""
    return [i for i, name in enumerate(studio.styles.names) if name[0] in "ab"]


def held_out_speaker(studio, name):
    candidates = [i for i in english(studio) if studio.styles.names[i] not in HELD_OUT]
    voice = studio.styles.names.index(name)
    (seen, pitch), (unseen, _) = (
        studio.speak(studio.preset(voice), voice, some) for some in (studio.references, studio.tests)
    )
    return Speaker(studio, name, to_16_khz(seen), to_16_khz(unseen), mean_log_pitch(pitch), candidates)


def person(studio, folder, entry):
    seen, unseen = (read_wave(folder / f"{entry['name']}-{which}.wav").to(studio.device) for which in "ab")
    log_pitch = torch.tensor(entry["logPitch"], device=studio.device)
    more = target_of(entry["more"], studio.device)
    return Speaker(studio, entry["name"], seen, unseen, log_pitch, english(studio), more)


def everyone(studio, folder):
    """Each as a function that makes the speaker: only its own worker does."""
    for entry in json.loads((folder / "people.json").read_text()):
        yield lambda entry=entry: person(studio, folder, entry)
    for name in HELD_OUT:
        yield lambda name=name: held_out_speaker(studio, name)


def work(worker, options):
    torch.set_num_threads(1)
    studio = Studio(options)
    makers = list(everyone(studio, Path(options.build) / "voices" / "people"))
    for make in makers[worker :: options.workers]:
        began, speaker = time.time(), make()
        speaker.results["ceiling"] = round((speaker.heard[:PRINT] @ speaker.unseen[:PRINT]).item(), 3)
        try:
            for _ in ways(speaker):
                if time.time() - began > options.seconds:
                    break
        except (RuntimeError, ValueError):
            # The others are worth their time on a machine that is lent.
            traceback.print_exc()
        speaker.results["seconds"] = round(time.time() - began)
        file = Path(options.output).with_suffix(f".{speaker.name}.part")
        file.write_text(json.dumps({speaker.name: speaker.results}))


def summary(results):
    names = list(
        dict.fromkeys(
            way for result in results.values() for way, value in result.items() if isinstance(value, dict)
        )
    )
    for group, chosen in (
        ("held-out voices", lambda name: name in HELD_OUT),
        ("people", lambda name: name not in HELD_OUT),
    ):
        some = {name: result for name, result in results.items() if chosen(name)}
        ceiling = np.mean([result["ceiling"] for result in some.values()])
        print(f"{group}: {len(some)}, same speaker {ceiling:.3f}", flush=True)
        for way in names:
            have = [result for result in some.values() if way in result]
            if have:
                means = {
                    key: np.mean([r[way][key] for r in have])
                    for key in ("cosine", "seen", "spectrum", "encoder", "span")
                }
                better = sum(r[way]["encoder"] > r["preset"]["encoder"] for r in have)
                figures = " ".join(f"{key} {value:.3f}" for key, value in means.items())
                print(f"  {way} ({len(have)}): {figures}, encoder better for {better}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("sentences")
    parser.add_argument("models")
    parser.add_argument("output")
    parser.add_argument("seconds", type=float)
    parser.add_argument("--workers", type=int, default=15)
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    multiprocessing.spawn(work, (options,), nprocs=options.workers)
    output = Path(options.output)
    results = {}
    for part in sorted(output.parent.glob(f"{output.stem}.*.part")):
        results.update(json.loads(part.read_text()))
        part.unlink()
    output.write_text(json.dumps(results))
    summary(results)


if __name__ == "__main__":
    main()

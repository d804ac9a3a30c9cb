"""Sentences of all languages that Kokoro speaks, out of freely licensed Debian packages: texts.py FOLDER

Downloads into FOLDER and writes FOLDER/texts.json: sentences by language.
"""

import html
import json
import random
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

"""Help pages (CC BY-SA 3.0, MPL 2.0) speak every language; sayings (free, see each package) are livelier."""
HELP_PACKAGE = "gnome-user-docs"
OFFICE_PACKAGES = {"libreoffice-help-hi": "hi", "libreoffice-help-ja": "ja"}
SAYINGS_PACKAGES = {
    "fortunes": "en",
    "fortunes-min": "en",
    "fortunes-es": "es",
    "fortunes-it": "it",
    "fortunes-br": "pt-BR",
    "fortunes-zh": "zh",
}
HELP_FOLDERS = {"es": "es", "fr": "fr", "hi": "hi", "it": "it", "pt_BR": "pt-BR", "ja": "ja", "zh_CN": "zh"}
UNSPACED = ("ja", "zh")
ENDS = re.compile(r"(?<=[.!?।])\s+|(?<=[。！？])")
ODD = re.compile(r"[^\w\s,.;:!?'’¿¡।、。，！？；：\u0900-\u097F-]|\d{3,}|_|[A-Z]{4,}|https?:|www")
LATIN = re.compile(r"[A-Za-z]")
NOT_LATIN = ("hi", "ja", "zh")
LENGTHS = {True: (8, 60), False: (25, 170)}
MOST = 4000


def fetch(package, folder):
    target = folder / package
    if not target.exists():
        subprocess.run(["apt-get", "download", "-q", package], cwd=folder, check=True)
        archive = next(folder.glob(f"{package}_*.deb"))
        subprocess.run(["dpkg-deb", "-x", archive, target], check=True)
    return target


def paragraphs_of_help(page):
    for element in ElementTree.parse(page).iter("{http://projectmallard.org/1.0/}p"):
        yield "".join(element.itertext())


def paragraphs_of_office(folder):
    for page in sorted((folder / "usr/share/libreoffice/help").rglob("*.html")):
        for paragraph in re.findall(r"<p[^>]*>(.*?)</p>", page.read_text("utf-8"), flags=re.S):
            yield html.unescape(re.sub(r"<[^>]+>", "", paragraph))


def sayings_of(folder):
    for file in sorted((folder / "usr/share/games/fortunes").rglob("*")):
        # What may offend is written in rot13.
        if not file.is_file() or file.is_symlink() or file.suffix in (".dat", ".u8") or "off" in str(file):
            continue
        bytes_ = file.read_bytes()
        try:
            text = bytes_.decode("utf-8")
        except UnicodeDecodeError:
            text = bytes_.decode("latin-1")
        for saying in re.split(r"\n%\n", text):
            yield re.sub(r"\n\s*--.*", "", saying, flags=re.S)


def is_usable(sentence, language):
    unspaced = language in UNSPACED
    least, most = LENGTHS[unspaced]
    return (
        least <= len(sentence) <= most
        and not ODD.search(sentence)
        and not (language in NOT_LATIN and LATIN.search(sentence))
        and (unspaced or len(sentence.split()) >= 4)
        and (language != "en" or sentence.isascii())
    )


def sentences_in(paragraphs, language):
    for paragraph in paragraphs:
        for sentence in ENDS.split(re.sub(r"\s+", " ", paragraph).strip()):
            if is_usable(sentence, language):
                yield sentence


def main(folder):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    found = {}

    def add(paragraphs, language):
        found.setdefault(language, set()).update(sentences_in(paragraphs, language))

    help_folder = fetch(HELP_PACKAGE, folder) / "usr/share/help"
    for place, language in HELP_FOLDERS.items():
        pages = (help_folder / place).rglob("*.page")
        add((text for page in pages for text in paragraphs_of_help(page)), language)
    for package, language in OFFICE_PACKAGES.items():
        add(paragraphs_of_office(fetch(package, folder)), language)
    for package, language in SAYINGS_PACKAGES.items():
        add(sayings_of(fetch(package, folder)), language)
    rng = random.Random(1)
    chosen = {language: rng.sample(sorted(all_), min(MOST, len(all_))) for language, all_ in found.items()}
    (folder / "texts.json").write_text(json.dumps(chosen, ensure_ascii=False, indent=0))
    print({language: len(sentences) for language, sentences in chosen.items()})


if __name__ == "__main__":
    main(sys.argv[1])

"""espeak-ng's symbols as Kokoro's: what the service does, with choices left open for a search."""

import re
import unicodedata
from dataclasses import dataclass, field, replace

STRESS = re.compile("^[ˈˌ]*")
TAIL = re.compile("(ː?ɹ|ː)$")
"""Nearest to what Kokoro lacks."""
NEAREST = {
    "ʏ": "y", "ʉ": "u", "ɵ": "ø", "ʑ": "ʒ", "tɕ": "ʨ", "dʑ": "ʥ", "r̝": "ʒ", "r̝̊": "ʃ", "r̩": "əɾ", "l̩": "əl",
    "t̪": "t", "d̪": "d", "s̪": "s", "ε": "ɛ", "ɱ": "m", "ɗ": "d", "ɓ": "b", "ħ": "h", "ʕ": "ʔ", "dˤ": "d", "tˤ": "t",
    "sˤ": "s", "a.": "a", "u.": "u", "i.": "i", "ɐ̯": "ə", 'u"': "u", "sx": "ʃ", "x": "x",
}  # fmt: skip
"""What else a symbol may become, without its length."""
OTHERS = {
    "r": "ɾ ɹ ʁ", "ɾ": "r ɹ ʁ", "ʁ": "ɾ ɹ ɣ", "ç": "ʃ ɕ x h", "x": "χ h k ç", "ɣ": "ɡ x h ʁ", "χ": "x h",
    "ɜ": "ɐ ə a ɛɾ", "ʏ": "ɪ ʊ ø", "y": "i u ɥ ɨ", "ø": "œ ə ɜ e", "œ": "ø ɛ ɜ ə", "ɨ": "i ɪ ᵻ ə", "ɯ": "u ɨ ə ɪ",
    "ʉ": "y ɨ ʊ", "ɵ": "u ʊ ə o y", "æ": "a ɛ", "ɑ": "a ɔ ɒ", "ɐ": "a ə ʌ", "ʌ": "a ə ɐ o", "ɛ": "e æ", "e": "ɛ A ɪ",
    "ɔ": "o ɒ", "o": "ɔ O", "ɪ": "i e ɨ", "i": "ɪ", "ʊ": "u o", "u": "ʊ", "ə": "ɛ a ɐ ᵊ", "a": "ɑ ɐ æ", "ε": "e æ",
    "β": "v w ʋ b", "ʋ": "v w", "v": "ʋ w", "w": "v ʋ u", "ð": "d l", "θ": "s t", "tɕ": "ʧ ʦ tɕ", "dʑ": "ʤ ʣ dʑ",
    "ɕ": "ʃ ʂ s", "ʑ": "z ʝ ʒj", "ʃ": "ʂ ɕ", "ʒ": "z ʝ ʃ", "tʃ": "ʨ tʃ tʂ", "dʒ": "ʥ dʒ", "ts": "ts", "ɲ": "nj n", "ʎ": "lj l j",
    "c": "k ʧ ʨ tj kj", "ɟ": "ɡ ʤ ʥ dj ɡj", "r̝": "ɾʒ ʒɾ ɹ", "r̝̊": "ɾʃ ʃɾ ʧ", "r̩": "ɾ eɾ ɪɾ", "l̩": "l ul",
    "aɪ": "aj ai", "aʊ": "aw au", "oʊ": "ou ow", "eɪ": "ei ej", "ɔø": "Y ɔɪ ɔy", "ɛɪ": "A ɛj I", "œy": "Y Q W øj", "ʌʊ": "W O au",
    "h": "x", "ɐ̯": "ɐ ɾ", "sx": "x ɕ h", "ɒ": "ɔ a", "ɭ": "l", "ɫ": "ɫ l w", "pf": "f", "ɔ̃": "ɔn ɔŋ õ", "ɛ̃": "ɛn ɛŋ",
    "ʊɐ": "ʊə uə", "ea": "ja ɛa", "ɔa": "wa oa", "yø": "yœ jø", "øy": "Y œy", "uo": "wo uɔ", "ie": "je iɛ", "q": "k ɡ", "ɡ": "k",
    "ħ": "x", "ʕ": "a ", "ʔ": " ʔ", "q-": "k", "tʲ": "ʨ ʦ", "dʲ": "ʥ ʣ", "ɔɪ": "ɔj", "ei": "A", "ai": "I", "au": "W", "ou": "O", "əɪ": "A",
}  # fmt: skip
PALATALS = ("ʲ", "j", "")
GEMINATES = ("ː", "double", "")
STRESSES = ("both", "first", "none")


@dataclass(frozen=True)
class Mapping:
    everywhere: dict
    vocabulary: dict
    own: dict = field(default_factory=dict)
    palatal: str = "ʲ"
    geminate: str = "ː"
    length: bool = True
    stress: str = "both"

    def with_choice(self, key, value):
        if key in ("palatal", "geminate", "length", "stress"):
            return replace(self, **{key: value})
        return replace(self, own=self.own | {key: value})

    def sentence(self, clauses):
        parts = []
        for clause in clauses:
            spoken = self.clause(clause["raw"])
            if spoken:
                parts.append(clause["opening"] + spoken + clause["closing"])
        return " ".join(parts)

    def clause(self, raw):
        raw = re.sub(r"\([a-z-]+\)", "", raw)
        phrases = (self.words(phrase) for phrase in raw.split("|"))
        return ", ".join(phrase for phrase in phrases if phrase)

    def words(self, phrase):
        words = ("".join(self.symbol(symbol) for symbol in word.split("_")) for word in phrase.split())
        return " ".join(word for word in words if word)

    def symbol(self, symbol):
        stress = STRESS.match(symbol)[0]
        sound = symbol[len(stress) :]
        if self.stress == "none":
            stress = ""
        elif self.stress == "first":
            stress = stress.replace("ˌ", "")
        return stress + "".join(x for x in self.sound(sound) if x in self.vocabulary)

    def sound(self, sound):
        known = self.look_up(sound)
        if known is not None:
            return known
        sound = sound.replace("-", "").replace("?", "")
        stop = ""
        if sound.startswith("ʔ") and len(sound) > 1:
            stop, sound = self.look_up("ʔ") or "", sound[1:]
        palatal = sound.endswith("ʲ")
        sound = sound.rstrip("ʲ")
        tail = TAIL.search(sound)
        tail = tail[0] if tail else ""
        head = sound[: len(sound) - len(tail)]
        spoken = self.look_up(head)
        if spoken is None:
            spoken = self.plain(head)
        if "ː" in tail:
            consonant = head and unicodedata.normalize("NFD", head)[0] not in "aeiouyæøœɑɐɒɔɛɜəɪʊʌɨɯʉɵʏɤε"
            if consonant:
                tail = {"ː": "ː", "double": spoken[:1], "": ""}[self.geminate]
                if self.geminate == "double":
                    return stop + tail + spoken
            elif not self.length:
                tail = tail.replace("ː", "")
        return stop + spoken + (self.palatal if palatal else "") + tail

    def look_up(self, sound):
        for table in (self.own, NEAREST, self.everywhere):
            if sound in table:
                return table[sound]
        return None

    def plain(self, sound):
        return "".join(
            symbol if symbol in self.vocabulary else unicodedata.normalize("NFD", symbol) for symbol in sound
        )


def heads_of(raw):
    """The symbols of a sentence as a mapping is asked for them."""
    found = []
    for word in re.sub(r"\([a-z-]+\)", "", raw).replace("|", " ").split():
        for symbol in word.split("_"):
            sound = STRESS.sub("", symbol).replace("?", "")
            sound = sound.rstrip("ʲ") if sound not in OTHERS else sound
            found.append(TAIL.sub("", sound))
            if sound.startswith("ʔ"):
                found += ["ʔ", sound[1:]]
    return found

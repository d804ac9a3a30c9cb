import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import { GRAMMAR_LANGUAGES, type GrammarLanguage } from '../grammar/reader.ts';
import { isInVocabulary } from '../kokoro/vocabulary.ts';
import { CASES } from '../languages/testing/cases.ts';
import { SENTENCES } from '../languages/testing/sentences.ts';
import { ESPEAK_VOICES, soundOf } from './espeak-symbols.ts';

const LATIN = 'abcdefghijklmnopqrstuvwxyz';
const LETTERS: Record<GrammarLanguage, string> = {
  ca: `${LATIN}àçèéíïòóúü`,
  cs: `${LATIN}áčďéěíňóřšťúůýž`,
  de: `${LATIN}äöüß`,
  fi: `${LATIN}äöå`,
  hr: 'abcčćdđefghijklmnoprsštuvzž',
  hu: `${LATIN}áéíóöőúüű`,
  id: LATIN,
  nb: `${LATIN}æøå`,
  nl: `${LATIN}ëïéè`,
  pl: 'abcdefghijklmnoprstuwyząćęłńóśźż',
  ro: `${LATIN}ăâîșț`,
  ru: 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  sk: `${LATIN}áäčďéíĺľňóôŕšťúýž`,
  sv: `${LATIN}åäö`,
  tr: 'abcçdefgğhıijklmnoöprsştuüvyzâî',
  uk: 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
};

const MOST = 14;

/** Every letter before nearly every other, and what the language reads aloud. */
function textsIn(language: GrammarLanguage): string[] {
  const letters = [...LETTERS[language]];
  const pairs = letters.map((one) =>
    letters
      .slice(0, MOST)
      .map((other) => one + other)
      .join(' '),
  );
  return [...pairs, ...CASES[language].map(([, spoken]) => spoken), ...SENTENCES[language]];
}

describe('languages with borrowed sounds', () => {
  let raw: Record<string, string[]>;

  before(async () => {
    const entry = new URL('./testing/raw-phonemes.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, [entry], { stdio: ['pipe', 'pipe', 'inherit'] });
    const asked = GRAMMAR_LANGUAGES.map((language) => [ESPEAK_VOICES[language], textsIn(language)]);
    child.stdin.end(JSON.stringify(Object.fromEntries(asked)));
    raw = JSON.parse(await text(child.stdout)) as typeof raw;
  });

  for (const language of GRAMMAR_LANGUAGES)
    test(`${language}: every sound that espeak-ng writes has symbols that the voices know`, () => {
      const own = (raw[ESPEAK_VOICES[language]] ?? []).map((one) =>
        one.replaceAll(/\([a-z-]+\).*?(?:\([a-z-]+\)|$)/gu, ' '),
      );
      const symbols = new Set(
        own.flatMap((one) => one.split(/[\s|_]+/u).map((s) => s.replace(/^[ˈˌ]+/u, ''))),
      );
      symbols.delete('');
      assert.ok(symbols.size > 20, `${symbols.size} symbols`);
      const lost = [...symbols].filter((symbol) => {
        const sound = soundOf(symbol, language);
        return sound === '' || [...sound].some((part) => /[?"^\d]/u.test(part) || !isInVocabulary(part));
      });
      assert.deepEqual(lost, []);
    });
});

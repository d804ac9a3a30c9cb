import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import { isInVocabulary } from '../kokoro/vocabulary.ts';
import { EXAMPLES, type Examples } from '../languages/testing/examples.ts';
import { soundOf } from './espeak-symbols.ts';

const MOST = 14;

/** Every letter before nearly every other, and what the language reads aloud. */
function textsIn({ letters: all, cases, sentences }: Examples): string[] {
  const letters = [...all];
  const pairs = letters.map((one) =>
    letters
      .slice(0, MOST)
      .map((other) => one + other)
      .join(' '),
  );
  return [...pairs, ...cases.map(([, spoken]) => spoken), ...sentences];
}

describe('languages with borrowed sounds', () => {
  let raw: Record<string, string[]>;

  before(async () => {
    const entry = new URL('./testing/raw-phonemes.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, [entry], { stdio: ['pipe', 'pipe', 'inherit'] });
    const asked = [...EXAMPLES].map(([code, examples]) => [code, textsIn(examples)]);
    child.stdin.end(JSON.stringify(Object.fromEntries(asked)));
    raw = JSON.parse(await text(child.stdout)) as typeof raw;
  });

  for (const language of EXAMPLES.keys())
    test(`${language}: every sound that espeak-ng writes has symbols that the voices know`, () => {
      const own = (raw[language] ?? []).map((one) =>
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

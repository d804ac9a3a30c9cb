import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LanguageCode } from '../languages.ts';
import { readingsFor } from '../text/readings.ts';
import { splitSentences } from '../text/sentences.ts';
import { tokenize } from '../text/tokenize.ts';
import { EXAMPLES, type Examples } from './testing/examples.ts';

/** No call may block the event loop for longer than this. */
const MAX_STALL_MS = 50;
const MAX_CHARACTERS = 5_000;
/** Every class of characters that the rules test has at least one member here. */
const CHARACTERS = [...' \n.,-–/:@#€%+_(°aAIх09½²'];

const filled = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** CPU time of this thread, so that other load does not count. What seems slow is measured again. */
function costMs(language: LanguageCode, texts: readonly string[], runs = 1): number {
  const before = process.threadCpuUsage();
  for (const text of texts) splitSentences(tokenize(text, readingsFor(language)));
  const { user, system } = process.threadCpuUsage(before);
  const ms = (user + system) / 1_000;
  return ms > 5 && runs < 4 ? Math.min(ms, costMs(language, texts, runs + 1)) : ms;
}

/** The cases, whole and cut in half, so that a reading begins and fails; pairs of characters for one language. */
function units(language: LanguageCode, examples: Examples): string[] {
  const cases = examples.cases.map(([text]) => text);
  const halves = cases.map((text) => text.slice(0, Math.ceil(text.length / 2)));
  const pairs = CHARACTERS.flatMap((one) => CHARACTERS.map((other) => one + other));
  return [...new Set([...cases, ...halves, ...CHARACTERS, ...(language === 'de' ? pairs : [])])];
}

for (const [language, examples] of EXAMPLES)
  test(`no text in ${language} blocks the event loop for long, and its cost is linear`, (t) => {
    const cost = (unit: string, length: number) => ({ unit, ms: costMs(language, [filled(unit, length)]) });
    const slowestFirst = (list: { unit: string; ms: number }[]) => list.sort((a, b) => b.ms - a.ms);
    for (let i = 0; i < 3; i++) cost('5,50 € am 3. 10. um 14:30 ', MAX_CHARACTERS);
    const suspects = slowestFirst(
      units(language, examples).map((unit) => cost(unit, MAX_CHARACTERS / 40)),
    ).slice(0, 6);
    const [worst] = slowestFirst(suspects.map(({ unit }) => cost(unit, MAX_CHARACTERS)));
    assert.ok(worst);
    t.diagnostic(`the slowest repeats ${JSON.stringify(worst.unit)}: ${worst.ms.toFixed(1)} ms`);
    assert.ok(worst.ms < MAX_STALL_MS, `${JSON.stringify(worst.unit)} takes ${worst.ms} ms`);
    // Linear: a text costs as much as four of a quarter. Squared: four times as much. Three times each, since some
    // kernels count CPU time in steps of 4 ms.
    const [whole, quarter] = [MAX_CHARACTERS, MAX_CHARACTERS / 4].map((length) => filled(worst.unit, length));
    const four = Math.max(costMs(language, Array(12).fill(quarter)), 12);
    const one = costMs(language, Array(3).fill(whole));
    assert.ok(one < 2.5 * four, `${JSON.stringify(worst.unit)}: ${four} and ${one} ms`);
  });

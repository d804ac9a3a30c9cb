import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LanguageCode } from '../languages.ts';
import { readingsFor } from '../text/readings.ts';
import { splitSentences } from '../text/sentences.ts';
import { tokenize } from '../text/tokenize.ts';
import { EXAMPLES, type Examples } from './testing/examples.ts';

// A text of a customer must not block the event loop. How many milliseconds it takes depends on the machine and its load
// (`npm run fuzz:turns` shows them), but two things do not: the cost grows with the length and not with its square, and no
// text costs many times as much as an ordinary one. Both are ratios of CPU times of this thread. A busy machine only ever
// lengthens a time, so what looks slow is measured again and the least counts.

/** The longest text of a request. */
const LENGTH = 5_000;
const LONGER = 4 * LENGTH;
/** Some kernels count CPU time in steps of 4 ms. Reading so many characters takes many of them. */
const MEASURED_CHARACTERS = 2 * LONGER;
/** Of the cost of a character when the text is four times as long: 1 if the cost is linear, 4 if it is squared. */
const MAX_GROWTH = 2;
const MAX_TIMES_ORDINARY = 20;
const SUSPECTS = 3;
const ATTEMPTS = 5;
const ORDINARY = 'The 2 of us met at 14:30, on 3 October; it cost $5.50. ';
/** Every class of characters that the rules test has at least one member here. */
const CHARACTERS = [...' \n.,-–/:@#€%+_(°aAIх09½²'];

const filled = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

const read = (language: LanguageCode, text: string) => splitSentences(tokenize(text, readingsFor(language)));

/** The CPU time of always the same number of characters, in texts of this length. */
function cpuMicros(language: LanguageCode, unit: string, length: number): number {
  const text = filled(unit, length);
  const before = process.threadCpuUsage();
  for (let i = 0; i < MEASURED_CHARACTERS / length; i += 1) read(language, text);
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

/** The units that take longest. They are only chosen by this time, since one so short may be disturbed. */
function slowest(language: LanguageCode, all: readonly string[]): string[] {
  const nanos = (text: string): bigint => {
    const start = process.hrtime.bigint();
    read(language, text);
    return process.hrtime.bigint() - start;
  };
  const timed = all.map((unit) => {
    const text = filled(unit, LENGTH / 8);
    return { unit, nanos: Math.min(Number(nanos(text)), Number(nanos(text))) };
  });
  return timed
    .sort((a, b) => b.nanos - a.nanos)
    .slice(0, SUSPECTS)
    .map(({ unit }) => unit);
}

/** The cases, whole and cut in half, so that a reading begins and fails; pairs of characters for one language. */
function units(language: LanguageCode, examples: Examples): string[] {
  const cases = examples.cases.map(([text]) => text);
  const halves = cases.map((text) => text.slice(0, Math.ceil(text.length / 2)));
  const pairs = CHARACTERS.flatMap((one) => CHARACTERS.map((other) => one + other));
  return [...new Set([...cases, ...halves, ...CHARACTERS, ...(language === 'de' ? pairs : [])])];
}

for (const [language, examples] of EXAMPLES)
  test(`the cost of a text in ${language} grows with its length alone`, (t) => {
    const cost = (unit: string, length: number) => cpuMicros(language, unit, length);
    cost(ORDINARY, LENGTH);
    const ordinary = cost(ORDINARY, LENGTH);
    for (const unit of slowest(language, units(language, examples))) {
      let growth = Number.POSITIVE_INFINITY;
      let times = Number.POSITIVE_INFINITY;
      for (let i = 0; i < ATTEMPTS && (growth >= MAX_GROWTH || times >= MAX_TIMES_ORDINARY); i += 1) {
        const once = cost(unit, LENGTH);
        growth = Math.min(growth, cost(unit, LONGER) / once);
        times = Math.min(times, once / ordinary);
      }
      const found = `${JSON.stringify(unit)} grows by ${growth.toFixed(2)} and costs ${times.toFixed(1)} times an ordinary text`;
      t.diagnostic(found);
      assert.ok(growth < MAX_GROWTH && times < MAX_TIMES_ORDINARY, found);
    }
  });

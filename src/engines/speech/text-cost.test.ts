import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '../../platform/errors.ts';
import type { PhonemeLanguage } from './phonemes/methods.ts';
import { readRequest } from './read-request.ts';
import { unsayable } from './read-text.ts';
import { NARRATION_CASES, NORMALISATION_CASES, REPORTED_CASES } from './text/english/testing/cases.ts';
import type { SynthesisRequest } from './types.ts';

/** No call may keep the event loop longer than this. */
const LONGEST_STALL_MS = 50;
const MOST_CHARACTERS = 5_000;
const VOICES: Partial<Record<PhonemeLanguage, string>> = {
  'en-US': 'af_heart',
  fr: 'ff_siwis',
  ja: 'jf_alpha',
};
const english = { voiceId: 'af_heart' };

/** CPU time of this thread, so that a busy machine does not count. A call that seems slow is measured again. */
function costMs(request: SynthesisRequest, runs = 1): number {
  const before = process.threadCpuUsage();
  readOrRefuse(request);
  const { user, system } = process.threadCpuUsage(before);
  const ms = (user + system) / 1_000;
  return ms > LONGEST_STALL_MS / 4 && runs < 5 ? Math.min(ms, costMs(request, runs + 1)) : ms;
}

function readOrRefuse(request: SynthesisRequest): void {
  try {
    // A copy, because a request that was just read is not read again.
    readRequest({ ...request });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

const filled = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** One or more of every class of characters that the rules look at. */
const CHARACTERS = [...' \n.,-–/:@#$%+_[(<&"\'°aAIMx09½é日あ𝐀'];

/** What each rule is for, whole and broken off, and every pair of characters that rules look at. */
function triggers(): string[] {
  const cases = [...NORMALISATION_CASES, ...REPORTED_CASES, ...NARRATION_CASES].map(([text]) => text);
  const broken = cases.flatMap((text) => [text.slice(0, -1), text.slice(0, Math.ceil(text.length / 2))]);
  const pairs = CHARACTERS.flatMap((one) => CHARACTERS.map((other) => one + other));
  return [...new Set([...cases, ...broken, ...CHARACTERS, ...pairs])].filter((unit) => unit !== '');
}

let slowest: string[] = [];

test('no text keeps the event loop for long, whatever it repeats', (t) => {
  for (let i = 0; i < 20; i++)
    costMs({ ...english, text: filled('It costs $3.50, or 4 kg. ', MOST_CHARACTERS) });
  const costs = (units: readonly string[], length: number) =>
    units
      .map((unit) => ({ unit, ms: costMs({ ...english, text: filled(unit, length) }) }))
      .sort((one, other) => other.ms - one.ms);
  const units = triggers();
  // What is slow at the cap is among the slow ones at a quarter of it.
  const suspects = costs(units, MOST_CHARACTERS / 4).slice(0, 120);
  const [worst, ...others] = costs(
    suspects.map(({ unit }) => unit),
    MOST_CHARACTERS,
  );
  slowest = [worst, ...others].slice(0, 15).map((one) => one?.unit ?? '');
  const { unit, ms } = worst ?? { unit: '', ms: Number.NaN };
  t.diagnostic(`${units.length} texts; the slowest repeats ${JSON.stringify(unit)}: ${ms.toFixed(1)} ms`);
  assert.ok(ms < LONGEST_STALL_MS, `${JSON.stringify(unit)} takes ${ms} ms`);
});

test('no markup, language or pronunciation keeps the event loop for long', (t) => {
  const many = (count: number, entry: (i: number) => [string, string]) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => entry(i)));
  const long = filled('word 12,345.67 ', 200);
  const requests: SynthesisRequest[] = [
    ...[
      '<s>',
      '<p>',
      '<prosody rate="slow">',
      '<break/>',
      '<!--',
      '<',
      '&',
      '&amp;',
      '<a "',
      '<s x',
      '</s>',
    ].flatMap((unit) => [
      { ...english, text: `<speak>a${filled(unit, 4_900)}` },
      { ...english, text: `<speak>${filled(`${unit}a b. `, 4_900)}</speak>` },
    ]),
    { ...english, text: `<speak><s${' '.repeat(4_900)}x</speak>` },
    { ...english, text: `<speak>${filled('<prosody rate="1">a b</prosody>', 4_960)}</speak>` },
    ...Object.values(VOICES).flatMap((voiceId) =>
      ['1 ', '1.', '日', 'あa', 'A日', '[', '[pause:1ms]', '[a](/a/)', ')', '. )', '_ ', '- '].map(
        (unit) => ({
          voiceId,
          text: filled(unit, MOST_CHARACTERS),
        }),
      ),
    ),
    {
      ...english,
      text: filled('a b ', 5_000),
      dictionary: many(1_000, (i) => [`a b ${'a b '.repeat(20)}${i}`, long]),
    },
    { ...english, text: filled('w1 w2 ', 5_000), dictionary: many(1_000, (i) => [`w${i}`, long]) },
    { ...english, text: filled('a ', 5_000), pronunciations: many(100, (i) => [filled(`a${i}`, 100), long]) },
    {
      voiceId: 'jf_alpha',
      text: filled('日本', 5_000),
      dictionary: many(1_000, (i) => [`日${'本日'.repeat(40)}${i}`, 'に']),
    },
    { voiceId: 'jf_alpha', text: filled('日本', 5_000), pronunciations: { 日: 'に' } },
    { ...english, text: filled('x', 5_000), pronunciations: many(100, (i) => [`x${i}`, filled('½', 200)]) },
  ];
  const costs = requests.map((request) => ({ request, ms: costMs(request) }));
  const worst = costs.reduce((one, other) => (other.ms > one.ms ? other : one));
  t.diagnostic(
    `${costs.length} requests; the slowest takes ${worst.ms.toFixed(1)} ms: ${worst.request.text.slice(0, 30)}`,
  );
  assert.ok(worst.ms < LONGEST_STALL_MS, `${worst.request.text.slice(0, 60)} takes ${worst.ms} ms`);
});

test('twenty entries of a dictionary are judged within one turn', () => {
  const before = process.threadCpuUsage();
  for (let i = 0; i < 20; i++) unsayable(filled('…½', 200));
  const { user, system } = process.threadCpuUsage(before);
  assert.ok((user + system) / 1_000 < LONGEST_STALL_MS);
});

test('the cost of a text grows with its length, and not with its square', (t) => {
  // The same number of characters in four texts, in two and in one: equal when the cost is linear.
  const leastOf = (unit: string, texts: number): number => {
    const text = filled(unit, MOST_CHARACTERS / texts);
    const once = (): number => {
      const before = process.threadCpuUsage();
      for (let i = 0; i < texts; i++) readOrRefuse({ ...english, text });
      const { user, system } = process.threadCpuUsage(before);
      return user + system;
    };
    return Math.min(...Array.from({ length: 3 }, once));
  };
  let steepest = { power: 0, unit: '' };
  for (const unit of slowest) {
    const [four, two, one] = [leastOf(unit, 4), leastOf(unit, 2), leastOf(unit, 1)];
    const power = 1 + Math.log2(one / four) / 2;
    if (power > steepest.power) steepest = { power, unit };
    assert.ok(power < 1.5, `${JSON.stringify(unit)}: ${four}, ${two} and ${one} µs`);
  }
  t.diagnostic(
    `steepest: length to the power of ${steepest.power.toFixed(2)} (${JSON.stringify(steepest.unit)})`,
  );
});

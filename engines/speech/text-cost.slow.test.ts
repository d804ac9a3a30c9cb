import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '../../src/platform/errors.ts';
import { estimateSpeechSeconds } from './estimate-seconds.ts';
import { NARRATION_CASES, NORMALISATION_CASES, REPORTED_CASES } from './languages/en/testing/cases.ts';
import type { LanguageCode } from './languages.ts';
import { readRequest } from './read-request.ts';
import { unpronounceable } from './read-text.ts';
import type { SynthesisRequest } from './types.ts';

/** No call may block the event loop for longer than this. */
/** Half of it on an idle processor of 2026. What a text must not be is slow by orders of magnitude. */
const MAX_STALL_MS = 100;
const MAX_CHARACTERS = 5_000;
const VOICES: Partial<Record<LanguageCode, string>> = {
  'en-US': 'af_heart',
  fr: 'ff_siwis',
  ja: 'jf_alpha',
};
const GRAMMARS: LanguageCode[] = ['de', 'ru', 'id'];
const english = { voiceId: 'af_heart' };

/** Measures CPU time of this thread, so that other load does not count. A call that seems slow is measured again. */
async function costMs(request: SynthesisRequest, runs = 1): Promise<number> {
  const before = process.threadCpuUsage();
  await readOrRefuse(request);
  const { user, system } = process.threadCpuUsage(before);
  const ms = (user + system) / 1_000;
  return ms > MAX_STALL_MS / 2 && runs < 5 ? Math.min(ms, await costMs(request, runs + 1)) : ms;
}

async function readOrRefuse(request: SynthesisRequest): Promise<void> {
  try {
    estimateSpeechSeconds(await readRequest(request));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

const filled = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** Every class of characters that the rules test has at least one member here. */
const CHARACTERS = [...' \n.,-–/:@#$%+_[(<&"\'°aAIMx09½é日あ𝐀'];

/** The test case of each rule, whole and truncated, and every pair of those characters. */
function triggers(): string[] {
  const cases = [...NORMALISATION_CASES, ...REPORTED_CASES, ...NARRATION_CASES].map(([text]) => text);
  const broken = cases.flatMap((text) => [text.slice(0, -1), text.slice(0, Math.ceil(text.length / 2))]);
  const pairs = CHARACTERS.flatMap((one) => CHARACTERS.map((other) => one + other));
  return [...new Set([...cases, ...broken, ...CHARACTERS, ...pairs])].filter((unit) => unit !== '');
}

let slowest: string[] = [];

test('no text blocks the event loop for long, whatever it repeats', async (t) => {
  for (let i = 0; i < 20; i++)
    await costMs({ ...english, text: filled('It costs $3.50, or 4 kg. ', MAX_CHARACTERS) });
  const costs = async (units: readonly string[], length: number) => {
    const found: { unit: string; ms: number }[] = [];
    for (const unit of units)
      found.push({ unit, ms: await costMs({ ...english, text: filled(unit, length) }) });
    return found.sort((one, other) => other.ms - one.ms);
  };
  const units = triggers();
  // Whatever is slow at full length is among the slowest at an eighth of it.
  const suspects = (await costs(units, MAX_CHARACTERS / 8)).slice(0, 120);
  const [worst, ...others] = await costs(
    suspects.map(({ unit }) => unit),
    MAX_CHARACTERS,
  );
  slowest = [worst, ...others].slice(0, 15).map((one) => one?.unit ?? '');
  const { unit, ms } = worst ?? { unit: '', ms: Number.NaN };
  t.diagnostic(`${units.length} texts; the slowest repeats ${JSON.stringify(unit)}: ${ms.toFixed(1)} ms`);
  assert.ok(ms < MAX_STALL_MS, `${JSON.stringify(unit)} takes ${ms} ms`);
});

test('no markup, language or pronunciation blocks the event loop for long', async (t) => {
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
          text: filled(unit, MAX_CHARACTERS),
        }),
      ),
    ),
    ...GRAMMARS.flatMap((language) =>
      ['1. ', 'J. ', 'ä“ ', 'z. B.', "'t ", '<', '5 €'].map((unit) => ({
        ...english,
        language,
        text: filled(unit, MAX_CHARACTERS),
      })),
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
  const costs: { request: SynthesisRequest; ms: number }[] = [];
  for (const request of requests) costs.push({ request, ms: await costMs(request) });
  const worst = costs.reduce((one, other) => (other.ms > one.ms ? other : one));
  t.diagnostic(
    `${costs.length} requests; the slowest takes ${worst.ms.toFixed(1)} ms: ${worst.request.text.slice(0, 30)}`,
  );
  assert.ok(worst.ms < MAX_STALL_MS, `${worst.request.text.slice(0, 60)} takes ${worst.ms} ms`);
});

test('twenty entries of a dictionary are checked within one turn', () => {
  const before = process.threadCpuUsage();
  for (let i = 0; i < 20; i++) unpronounceable(filled(i % 2 === 0 ? '…½' : '…', 200));
  const { user, system } = process.threadCpuUsage(before);
  assert.ok((user + system) / 1_000 < MAX_STALL_MS);
});

test('the cost of a text is linear in its length', async (t) => {
  // Compares four texts with one of the same total length: the costs are equal if the cost is linear.
  const leastOf = async (unit: string, texts: number): Promise<number> => {
    const text = filled(unit, MAX_CHARACTERS / texts);
    let least = Number.POSITIVE_INFINITY;
    for (let run = 0; run < 3; run++) {
      const before = process.threadCpuUsage();
      for (let i = 0; i < texts; i++) await readOrRefuse({ ...english, text });
      const { user, system } = process.threadCpuUsage(before);
      least = Math.min(least, user + system);
    }
    return least;
  };
  let steepest = { power: 0, unit: '' };
  for (const unit of slowest) {
    const four = await leastOf(unit, 4);
    const one = await leastOf(unit, 1);
    const power = 1 + Math.log2(one / four) / 2;
    if (power > steepest.power) steepest = { power, unit };
    assert.ok(power < 1.5, `${JSON.stringify(unit)}: ${four} and ${one} µs`);
  }
  t.diagnostic(
    `steepest: length to the power of ${steepest.power.toFixed(2)} (${JSON.stringify(steepest.unit)})`,
  );
});

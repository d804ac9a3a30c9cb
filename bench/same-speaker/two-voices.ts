/**
 * Measures how well a sample of two people is told from a sample of one: `npm run bench:two-voices [-- --people
 * FOLDER]`. FOLDER caches the recordings of `bench:same-speaker`.
 */
import { join } from 'node:path';
import { joinSamples, pitchesOf } from '../../engines/dsp/index.ts';
import { speechSpans } from '../../engines/voice-activity/index.ts';
import { leastLikeness } from '../../engines/voice-cloning/samples/least-likeness.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { readWave } from '../voices/speakers.ts';
import { loadNetworks, openPeople } from './open-people.ts';
import { SPEAKERS } from './people.ts';

const RATE = 16_000;
const LIMITS = [0.3, 0.35, 0.38, 0.4, 0.42, 0.45, 0.5, 0.55];
const PAUSE = new Float32Array(0.15 * RATE);
/** Each person is mixed with those at these distances in the list. */
const DISTANCES = [5, 11];

const folder = await openPeople();
const { voiceprints, silero } = await loadNetworks();

async function measure(samples: Float32Array): Promise<number> {
  const speech = speechSpans(await silero.probabilities(samples));
  return leastLikeness(voiceprints, { samples, pitches: pitchesOf(samples), speech });
}

const part = (sound: Float32Array, from: number, to: number): Float32Array =>
  sound.slice(from * RATE, to * RATE);
const power = (sound: Float32Array): number => sound.reduce((sum, x) => sum + x * x, 0) / sound.length;

/** The two speak in turn, each with the same level. */
function conversation(
  one: Float32Array,
  other: Float32Array,
  turnSeconds: number,
  turns: number,
): Float32Array {
  const gain = Math.sqrt(power(part(one, 0, 5)) / power(part(other, 0, 5)));
  const turn = (sound: Float32Array, i: number) => part(sound, i * turnSeconds, (i + 1) * turnSeconds);
  return joinSamples(
    Array.from({ length: turns }, (_, i) => [
      turn(one, i),
      PAUSE,
      turn(other, i).map((x) => x * gain),
      PAUSE,
    ]).flat(),
  );
}

const found: Record<string, { name: string; likeness: number }[]> = {};
async function add(kind: string, name: string, samples: Float32Array): Promise<void> {
  found[kind] ??= [];
  found[kind].push({ name, likeness: await measure(samples) });
}
const recordings = new Map<string, Float32Array>();
for (const { name } of SPEAKERS) recordings.set(name, await readWave(join(folder, `${name}-a.wav`)));
for (const [i, { name }] of SPEAKERS.entries()) {
  const known = recordings.get(name) ?? new Float32Array();
  const second = await readWave(join(folder, `${name}-b.wav`));
  await add('one person, 10 s', name, part(known, 0, 10));
  await add('one person, 10 s', name, part(second, 0, 10));
  if (known.length >= 19 * RATE) await add('one person, 10 s', name, part(known, 10, 20));
  for (const distance of DISTANCES) {
    const other = SPEAKERS[(i + distance) % SPEAKERS.length]?.name ?? '';
    const sound = recordings.get(other) ?? new Float32Array();
    await add('two people, turns of 2 s, twice', `${name} and ${other}`, conversation(known, sound, 2, 2));
    if (distance === DISTANCES[0])
      await add('two people, 5 s each', `${name} and ${other}`, conversation(known, sound, 5, 1));
  }
}

console.log(`${describeMachine()}\n${SPEAKERS.length} people. Refused as several speakers, by limit:\n`);
console.log(`| | recordings | ${LIMITS.join(' | ')} |\n|${'---|'.repeat(LIMITS.length + 2)}`);
for (const [kind, all] of Object.entries(found)) {
  const refused = LIMITS.map((limit) => all.filter(({ likeness }) => likeness < limit).length);
  console.log(`| ${kind} | ${all.length} | ${refused.join(' | ')} |`);
}
const least = (found['one person, 10 s'] ?? []).sort((a, b) => a.likeness - b.likeness).slice(0, 8);
console.log(
  `\nOne person with the most different voices: ${least.map(({ name, likeness }) => `${likeness.toFixed(2)} ${name}`).join(', ')}.`,
);

/**
 * Where turns end, on utterances that our own voices speak: the share that is cut off, and the wait after the last word.
 * `npm run bench:turns [-- --verbose --audio FOLDER]` keeps the spoken utterances in FOLDER for the next run.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { assembleKokoro, createKokoroEngine } from '../../engines/speech/index.ts';
import { NoSpeech } from '../../engines/transcription/index.ts';
import { pink } from '../../engines/transcription/testing/clips.ts';
import { atLevel, rms, withNoise } from '../../engines/transcription/testing/spoken.ts';
import { transcribeWith } from '../../engines/transcription/transcribe.ts';
import { findTranscriptionWeights } from '../../engines/transcription/weights.ts';
import type { TurnDetection } from '../../engines/turn-taking/index.ts';
import { createVoiceActivityEngine, findVoiceActivityWeights } from '../../engines/voice-activity/index.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { quantile } from '../../scripts/measure/quantiles.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { loadRecognisers } from '../stt/recognisers.ts';
import { listenTo, type Observed, type Recogniser } from './simulate.ts';
import { type Sounding, soundOf } from './sounds.ts';
import { UTTERANCES } from './utterances.ts';

const { values } = parseArgs({
  options: { audio: { type: 'string' }, verbose: { type: 'boolean', default: false } },
});
const { modelsDir, dataDir } = parseConfig(process.env);
const log = silentLog;

const folder = values.audio ?? join(dataDir, 'bench-turns');
await mkdir(folder, { recursive: true });
await assembleKokoro({ modelsDir });
const voices = createKokoroEngine({ modelsDir, log });
const soundings: Sounding[] = [];
for (const [i, utterance] of UTTERANCES.entries())
  soundings.push(await soundOf({ engine: voices, folder }, utterance, i));
await voices.close();

const activity = createVoiceActivityEngine({ weights: await findVoiceActivityWeights({ modelsDir }), log });
const weights = await findTranscriptionWeights({ modelsDir });
if (!weights) throw new Error('the transcription weights are not installed');
const recognisers = await loadRecognisers(weights);

/** The same sound is recognised once: the ways to end a turn are compared on the same words and times. */
const known = new Map<string, ReturnType<Recogniser>>();
const recognise: Recogniser = (samples) => {
  const key = `${samples.length} ${rms(samples)}`;
  const result = known.get(key) ?? recogniseOnce(samples);
  known.set(key, result);
  return result;
};
/** CPU time on one thread stands for the time it takes, so that other work on the machine does not count. */
async function recogniseOnce(samples: Float32Array) {
  const before = process.cpuUsage();
  const heard = await transcribeWith(recognisers, { samples, language: 'en' }).catch((error: unknown) => {
    if (error instanceof NoSpeech) return { text: '', language: 'en' };
    throw error;
  });
  const { user, system } = process.cpuUsage(before);
  return { heard: { text: heard.text, language: heard.language }, tookMs: (user + system) / 1_000 };
}
await recogniseOnce(soundings[0]?.samples ?? new Float32Array());

const WAYS: Record<string, TurnDetection> = {
  'semantic, medium': { type: 'semantic' },
  'semantic, high': { type: 'semantic', eagerness: 'high' },
  'silence of 500 ms': { type: 'server_vad', silenceMs: 500 },
  'silence of 800 ms': { type: 'server_vad', silenceMs: 800 },
};
const quiet = (samples: Float32Array) => atLevel(samples, -60);
const noisy = (samples: Float32Array) => withNoise(samples, pink(4), 12);
const MICROPHONES: Record<string, (samples: Float32Array) => Float32Array> = {
  clean: (x) => x,
  quiet,
  noisy,
};

type Result = { sounding: Sounding; observed: Observed[] };
const endsOf = ({ observed }: Result) =>
  observed.flatMap(({ atMs, event }) => (event.kind === 'turn_ended' ? [{ atMs, event }] : []));
const isPremature = (result: Result) => endsOf(result).some(({ atMs }) => atMs < result.sounding.endMs);
const waitOf = (result: Result) => (endsOf(result).at(-1)?.atMs ?? Number.NaN) - result.sounding.endMs;
const DONE = new Set(['statement', 'question', 'answer']);
const PAUSED = new Set(['unfinished', 'dictation']);

function row(name: string, results: readonly Result[]): string {
  const of = (kinds: Set<string>) => results.filter(({ sounding }) => kinds.has(sounding.kind));
  const paused = of(PAUSED);
  const waits = of(DONE).map(waitOf).filter(Number.isFinite);
  const others = paused
    .filter((one) => !isPremature(one))
    .map(waitOf)
    .filter(Number.isFinite);
  const signs = of(new Set(['back-channel'])).filter((one) =>
    endsOf(one).every(({ event }) => event.said.manner !== 'speech'),
  );
  const noise = of(new Set(['noise'])).filter((one) => endsOf(one).length === 0);
  const ms = (list: number[], q: number) => (list.length > 0 ? `${Math.round(quantile(list, q))} ms` : '–');
  return `| ${name} | ${paused.filter(isPremature).length} of ${paused.length} | ${waits.length} of ${of(DONE).length} | ${ms(waits, 0.5)} | ${ms(waits, 0.95)} | ${ms(others, 0.5)} | ${signs.length} of 4 | ${noise.length} of 3 |`;
}

function described(name: string, { sounding, observed }: Result): string {
  const lines = observed.map(({ atMs, event }) => {
    const said = 'said' in event ? `${event.said.manner} "${event.said.text}"` : '';
    const why = 'reason' in event ? event.reason : '';
    return `  ${atMs} ${event.kind} ${said} ${why} ${'waitMs' in event ? event.waitMs : ''}`;
  });
  return [`${name} · ${sounding.kind} · ${sounding.text} ends ${Math.round(sounding.endMs)}`, ...lines].join(
    '\n',
  );
}

console.log(`${describeMachine()}\n`);
console.log(
  '| ended by, microphone | cut off in a pause | finished ones heard | wait p50 | p95 | wait p50 after paused ones | back-channels known | noise ignored |\n|---|---|---|---|---|---|---|---|',
);
for (const [microphone, through] of Object.entries(MICROPHONES)) {
  for (const [way, detection] of Object.entries(WAYS)) {
    if (microphone !== 'clean' && way !== 'semantic, medium') continue;
    const results: Result[] = [];
    for (const sounding of soundings) {
      const observed = await listenTo(through(sounding.samples), { activity, recognise }, detection);
      results.push({ sounding, observed });
      if (values.verbose) console.error(described(`${way}, ${microphone}`, { sounding, observed }));
    }
    console.log(row(`${way}, ${microphone}`, results));
  }
}
const took = (await Promise.all(known.values())).map(({ tookMs }) => tookMs);
console.log(
  `\nrecognition: ${took.length} times, p50 ${Math.round(quantile(took, 0.5))} ms, p95 ${Math.round(quantile(took, 0.95))} ms`,
);
await activity.close();

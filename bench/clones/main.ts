/**
 * Cloning through the API, beside the same engines called directly:
 * `npm run bench:clones [-- --voices am_michael,…] [--kinds instant,professional]`.
 * The voices are presets that the cloning engines do not know. Run it on an otherwise idle machine.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { encodeWav } from '../../engines/codec/index.ts';
import { createDenoisingEngine } from '../../engines/denoising/index.ts';
import { joinSamples } from '../../engines/dsp/index.ts';
import { assembleKokoro, presetSpeaker } from '../../engines/speech/index.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { createVoiceMaker } from '../../src/library/voices/index.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { getClone, postClone } from '../../tests/support/clone-voice.ts';
import { type Customer, openAdmin, openCustomer } from '../../tests/support/customer.ts';
import { forgetRateLimits, openTestService } from '../../tests/support/test-service.ts';
import { openStudio } from '../voices/studio.ts';
import { TEXTS } from '../voices/texts.ts';

const RATE = 16_000;
const LANGUAGE = 'en';
/** A customer sends 2 files of 8 s for an instant clone, and 5 of 25 s for a professional one. */
const SAMPLES = { instant: { files: 2, seconds: 8 }, professional: { files: 5, seconds: 25 } };
type Kind = keyof typeof SAMPLES;

const { values } = parseArgs({
  options: {
    voices: { type: 'string', default: 'am_michael,bf_isabella,af_bella' },
    kinds: { type: 'string', default: 'instant,professional' },
  },
});
const { modelsDir } = parseConfig(process.env);
await assembleKokoro({ modelsDir });
const studio = await openStudio(modelsDir);
const { transcription } = studio;
const engines = studio.learning('held-out voice');
const voiceMaker = createVoiceMaker({
  ...engines,
  cloning: engines.identity,
  denoising: createDenoisingEngine({ weights: null, log: silentLog }),
});
const service = await openTestService({ engines: { speech: engines.speech, transcription, voiceMaker } });
const customer = await openCustomer(service);
await (await openAdmin(service)).setPlan(customer, 'creator');

console.log(`${describeMachine()}\n`);
console.log(
  '| voice | kind | API, s | engine, s | API, similarity | engine, similarity |\n|---|---|---|---|---|---|',
);
for (const voice of values.voices.split(','))
  for (const kind of values.kinds.split(',') as Kind[]) await compare(voice, kind);
await service.close();
await studio.close();

async function compare(voice: string, kind: Kind): Promise<void> {
  const recordings = await recordingsOf(voice, SAMPLES[kind]);
  const overHttp = await timed(() => cloneOverHttp(customer, kind, recordings));
  const direct = await timed(() => engineOnly(kind, recordings));
  const cells = [overHttp.seconds, direct.seconds].map((seconds) => seconds.toFixed(1));
  console.log(`| ${voice} | ${kind} | ${cells.join(' | ')} | ${overHttp.result} | ${direct.result} |`);
}

async function recordingsOf(voice: string, { files, seconds }: { files: number; seconds: number }) {
  const speaker = await presetSpeaker(voice);
  const wanted = files * seconds * RATE;
  const spoken: Float32Array[] = [];
  for (let i = 0, length = 0; length < wanted; i += 1) {
    const text = `${'Then '.repeat(Math.floor(i / TEXTS.length))}${TEXTS[i % TEXTS.length]}`;
    const [sound = new Float32Array()] = await studio.speak(speaker, [text]);
    spoken.push(sound);
    length += sound.length;
  }
  const all = joinSamples(spoken);
  return Array.from({ length: files }, (_, i) => all.slice(i * seconds * RATE, (i + 1) * seconds * RATE));
}

async function cloneOverHttp(
  by: Customer,
  kind: Kind,
  recordings: readonly Float32Array[],
): Promise<unknown> {
  const samples = recordings.map((recording) => encodeWav([recording], RATE));
  const created = await postClone(by, { fields: { kind, language: LANGUAGE }, samples });
  if (created.statusCode !== 201) throw new Error(created.body);
  for (;;) {
    await delay(250);
    await forgetRateLimits(service.db);
    const { status, similarity, error } = await getClone(by, created.json().voice_id);
    if (status === 'failed') throw new Error(String(error));
    if (status === 'ready') return similarity;
  }
}

async function engineOnly(kind: Kind, recordings: readonly Float32Array[]): Promise<unknown> {
  const rated = [];
  for (const samples of recordings)
    rated.push({ samples, quality: (await voiceMaker.checkSample(samples)).quality });
  const speaker =
    kind === 'instant'
      ? await voiceMaker.match({ samples: joinSamples([...recordings]), language: LANGUAGE })
      : await voiceMaker.fit({ recordings: rated, language: LANGUAGE });
  return speaker.score;
}

async function timed<Result>(run: () => Promise<Result>): Promise<{ result: Result; seconds: number }> {
  const startedAt = performance.now();
  const result = await run();
  return { result, seconds: (performance.now() - startedAt) / 1_000 };
}

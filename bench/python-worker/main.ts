/**
 * npm run bench:python-worker -- --weights training/build [--python /usr/bin/python3]
 *
 * The reference worker in Python with Kokoro in PyTorch: designs a voice, and speaks sentences with it for customers of a service
 * beside it. Each is written down by our own recogniser, and so is our own engine's speech of it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readWav } from '../../engines/codec/index.ts';
import { resampled } from '../../engines/dsp/index.ts';
import { assembleKokoro, createKokoroEngine } from '../../engines/speech/index.ts';
import { createTranscriptionEngine, findTranscriptionWeights } from '../../engines/transcription/index.ts';
import { wordErrors } from '../../engines/transcription/word-errors.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { silentLog } from '../../src/platform/log.ts';
import { openAdmin, openCustomer } from '../../tests/support/customer.ts';
import { listening } from '../../tests/support/leave-early.ts';
import { startPythonWorker } from '../../tests/support/python-worker.ts';
import { forgetRateLimits, openTestService } from '../../tests/support/test-service.ts';
import { madeVoice } from '../../tests/support/voices.ts';

const SENTENCES = [
  'The quick brown fox jumps over the lazy dog.',
  'We were away for nearly a year, and now we are home.',
  'She put the blue cup on the old kitchen table.',
  'The young man bought five oranges and some fresh bread at the market.',
  'If it rains tomorrow, the game will be played on Sunday instead.',
  'Please leave your name and number, and somebody will call you back.',
];
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: { weights: { type: 'string', default: 'training/build' }, python: { type: 'string' } },
});
print(describeMachine());
const modelsDir = process.env.MODELS_DIR ?? new URL('../../data/models', import.meta.url).pathname;
await assembleKokoro({ modelsDir });
const speech = createKokoroEngine({ modelsDir, processes: 1, log: silentLog });
const weights = await findTranscriptionWeights({ modelsDir });
const transcription = createTranscriptionEngine({ weights, log: silentLog });
const service = await openTestService({ engines: { speech, transcription } });
const customer = await openCustomer(service);
await (await openAdmin(service)).setPlan(customer, 'creator');
const folder = await mkdtemp(join(tmpdir(), 'python-worker-'));
const worker = startPythonWorker({
  server: `http://127.0.0.1:${await listening(service)}`,
  secret: service.secrets.workerSecret,
  adapter: 'kokoro',
  folder,
  more: ['--weights', values.weights],
  ...(values.python && { python: values.python }),
});
await worker.says(/works: design/);
const order = { prompt: 'A warm American storyteller', gender: 'female', engine: 'kokoro-torch' };
const created = (await customer.byKey('POST', '/api/voices/design', order)).json<{ poll: string }>();
const voice = await madeVoice(customer, created.poll);
print(`the design is ${voice.status}, served by ${voice.served_by}`);

const voices = { 'PyTorch, on the worker': String(voice.voice_id), 'our own engine': 'af_heart' };
for (const [name, voiceId] of Object.entries(voices)) {
  const total = { seconds: 0, waited: 0, errors: 0, words: 0 };
  for (const text of SENTENCES) {
    await forgetRateLimits(service.db);
    const beganMs = performance.now();
    const reply = await customer.speak({ text, voice_id: voiceId, format: 'wav' });
    total.waited += (performance.now() - beganMs) / 1_000;
    if (reply.statusCode !== 200) throw new Error(reply.body);
    const { samples, sampleRate } = readWav(reply.rawPayload);
    total.seconds += samples.length / sampleRate;
    const heard = await transcription.transcribe({
      samples: resampled(samples, sampleRate, 16_000),
      language: 'en',
    });
    const { errors, words } = wordErrors(text, heard.text);
    total.errors += errors;
    total.words += words;
    if (errors > 0) print(`  said "${text}", heard "${heard.text}"`);
  }
  const rate = total.waited / total.seconds;
  print(
    `${name}: ${total.seconds.toFixed(1)} s of speech, ${rate.toFixed(2)} s of waiting per second, ` +
      `${total.errors} of ${total.words} words misheard`,
  );
}
worker.kill('SIGTERM');
print(`the worker ended with ${await worker.ended}`);
print(worker.log());
await service.close();
await speech.close();
await transcription.close();
await rm(folder, { recursive: true });

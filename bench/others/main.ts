/**
 * npm run bench:others -- --sherpa FOLDER [--threads 2] [--only NAME,…] [--lengths 12,59,…]
 *
 * Our speech, as a customer gets it by HTTP, and what else one could run on this machine, on the same texts: time, processor time,
 * first sound, memory, and the words that our recogniser of Whisper hears otherwise. FOLDER is made by
 * `npm install --prefix FOLDER sherpa-onnx-node`; espeak-ng and flite are packages of Debian. What is not installed is left out.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { resampled } from '../../engines/dsp/index.ts';
import { createTranscriptionEngine, findTranscriptionWeights } from '../../engines/transcription/index.ts';
import { wordErrors } from '../../engines/transcription/word-errors.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { silentLog } from '../../src/platform/log.ts';
import { textOf } from '../stream/texts.ts';
import type { Ready, Said } from './child.ts';
import { ABOUT, IN_A_PROCESS, type Name, type Spoken } from './contenders.ts';
import { openOurs } from './ours.ts';

const { values } = parseArgs({
  options: {
    sherpa: { type: 'string' },
    threads: { type: 'string', default: '2' },
    only: { type: 'string' },
    // Those of a comparison of Kokoro and Supertonic that is public.
    lengths: { type: 'string', default: '12,59,196,483,851,1712' },
  },
});
const LENGTHS = values.lengths.split(',').map(Number);
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const modelsDir = resolve(process.env.MODELS_DIR ?? 'data/models');
const folder = await mkdtemp(join(tmpdir(), 'others-'));
const weights = await findTranscriptionWeights({ modelsDir });
const transcription = createTranscriptionEngine({ weights, log: silentLog });

type Measured = Omit<Spoken, 'samples'> & { seconds: number; errors: number; words: number };
type Row = { name: string; loadSeconds: number; all: Measured[]; cpuSeconds: number; bytes: number };

print(describeMachine());
print('');
const lengths = LENGTHS.join(' / ');
print(
  `| | loaded s | computing time over sound, ${lengths} characters | CPU-s per second of sound | first sound ms, ${lengths} | memory MB | words wrong |`,
);
print('|---|---|---|---|---|---|---|');
const wanted = (name: string) => values.only === undefined || values.only.split(',').includes(name);
if (wanted('ours')) report(await ours());
for (const name of IN_A_PROCESS) {
  if (!wanted(name) || (name === 'sherpa-onnx' && values.sherpa === undefined)) continue;
  const row = await inAProcess(name).catch(
    (error: Error) => `| ${ABOUT[name]} | ${error.message} | | | | | |`,
  );
  if (typeof row === 'string') print(row);
  else report(row);
}
print('');
print(describeMachine());
await transcription.close();
await rm(folder, { recursive: true });

async function ours(): Promise<Row> {
  const service = await openOurs(join(folder, 'service'), modelsDir);
  try {
    await service.speak(textOf(LENGTHS[1] ?? 0));
    await service.untilQuiet();
    const before = await service.cpuSeconds();
    const spoken: Spoken[] = [];
    for (const length of LENGTHS) spoken.push(await service.speak(textOf(length)));
    const cpuSeconds = (await service.cpuSeconds()) - before;
    const bytes = await service.rssBytes();
    const all: Measured[] = [];
    for (const [i, one] of spoken.entries()) all.push(await measured(one, LENGTHS[i] ?? 0));
    return {
      name: '**Vox Humana**, all of the service by HTTP',
      loadSeconds: service.loadSeconds,
      all,
      cpuSeconds,
      bytes,
    };
  } finally {
    await service.close();
  }
}

async function inAProcess(name: Name): Promise<Row> {
  const options = {
    name,
    folder: name === 'sherpa-onnx' ? resolve(values.sherpa ?? '') : folder,
    modelsDir,
    threads: Number(values.threads),
  };
  const child = fork(new URL('./child.ts', import.meta.url), [JSON.stringify(options)]);
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('not installed, or ended early')));
  ended.catch(() => undefined);
  const answer = async <Message>(): Promise<Message> => {
    const [message] = await Promise.race([once(child, 'message'), ended]);
    return message as Message;
  };
  const { loadSeconds } = await answer<Ready>();
  const row: Row = { name: ABOUT[name], loadSeconds, all: [], cpuSeconds: 0, bytes: 0 };
  for (const [i, length] of [LENGTHS[1] ?? 0, ...LENGTHS].entries()) {
    child.send(textOf(length));
    const { samplesFile, cpuSeconds, peakBytes, ...said } = await answer<Said>();
    // The first one warms up.
    if (i === 0) continue;
    const { buffer } = new Uint8Array(await readFile(samplesFile));
    row.all.push(await measured({ ...said, samples: new Float32Array(buffer) }, length));
    row.cpuSeconds += cpuSeconds;
    row.bytes = Math.max(row.bytes, peakBytes);
  }
  child.disconnect();
  return row;
}

async function measured({ samples, sampleRate, ...times }: Spoken, length: number): Promise<Measured> {
  const heard = await transcription.transcribe({
    samples: resampled(samples, sampleRate, 16_000),
    language: 'en',
    model: 'whisper-base',
  });
  const { errors, words } = wordErrors(textOf(length), heard.text);
  return { ...times, sampleRate, seconds: samples.length / sampleRate, errors, words };
}

function report({ name, loadSeconds, all, cpuSeconds, bytes }: Row): void {
  const sum = (of: (one: Measured) => number) => all.reduce((total, one) => total + of(one), 0);
  const cells = [
    name,
    loadSeconds.toFixed(1),
    all.map(({ tookSeconds, seconds }) => (tookSeconds / seconds).toFixed(2)).join(' / '),
    (cpuSeconds / sum(({ seconds }) => seconds)).toFixed(3),
    all.map(({ firstSeconds }) => (firstSeconds * 1_000).toFixed(0)).join(' / '),
    (bytes / 1e6).toFixed(0),
    `${sum(({ errors }) => errors)} of ${sum(({ words }) => words)}`,
  ];
  print(`| ${cells.join(' | ')} |`);
}

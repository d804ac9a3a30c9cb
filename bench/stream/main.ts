/**
 * npm run bench:stream -- [--repeats 3]
 *
 * Time to first audio of POST /api/v1/tts/stream, for one and four callers, against kokoro-js with the whole text at once.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Edit, fuse, inTurn, MICROSOFT, widenModel } from '../../engines/onnx/index.ts';
import { quantiseHeavy } from '../../engines/speech/kokoro/model-edit.ts';
import { KOKORO, readSource } from '../../engines/speech/weights.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { quantile } from '../../scripts/measure/quantiles.ts';
import { createClient } from '../../scripts/running-service/client.ts';
import { startService } from '../../scripts/running-service/service-process.ts';
import { openKokoroJs } from './kokoro-js.ts';
import { listen, type StreamTimes } from './listen.ts';
import { textOf } from './texts.ts';

const LENGTHS = [20, 200, 2_000];
const CALLERS = [1, 4];
const LONG = 5_000;
/** Both engines are busy with the long text by then. */
const BETWEEN_MS = 3_000;

const { values } = parseArgs({ options: { repeats: { type: 'string', default: '3' } } });
/** Two minutes of speech need no repetition to average. */
const repeatsOf = (length: number): number => (length >= 2_000 ? 1 : Number(values.repeats));
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const seconds = (value: number): string => value.toFixed(2);
const median = (all: number[]): number => quantile(all, 0.5);

// Exiting stops the service; a signal alone would leave it running.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const dataDir = await mkdtemp(join('data', 'bench-'));

print(describeMachine());
print('');
print(
  '| characters | callers | | first audio s, median | longest | total s, median | × real time, machine |',
);
print('|---|---|---|---|---|---|---|');
for (const length of LENGTHS)
  await withService(async (requestStreams) => row(length, 'cold', [await requestStreams(1, length)]));
const firstAudio = new Map<number, number>();
await withService(async (requestStreams, besideLong) => {
  await requestStreams(1, LENGTHS[0] ?? 0);
  for (const callers of CALLERS)
    for (const length of LENGTHS) {
      const rounds: Round[] = [];
      for (let index = 0; index < repeatsOf(length); index += 1)
        rounds.push(await requestStreams(callers, length));
      row(length, 'warm', rounds);
      if (callers === 1) firstAudio.set(length, median(firstAudios(rounds)));
    }
  row(LENGTHS[0] ?? 0, `warm, while another caller has ${LONG} characters synthesized`, await besideLong());
});

print('');
const modelsDir = resolve(process.env.MODELS_DIR ?? 'data/models');
const published = await readSource(KOKORO, modelsDir);
// kokoro-js gives the model no inputs but its own.
const plain: Edit = {
  rewrite: (graph) => inTurn(graph, fuse, quantiseHeavy),
  domains: [MICROSOFT],
  alsoInput: {},
  alsoOutput: [],
};
const kokoroJs = await openKokoroJs(Buffer.concat([...widenModel(published, plain)]));
print(`kokoro-js, whole text, model loaded in ${seconds(kokoroJs.loadSeconds)} s:`);
print('');
print('| characters | first audio s = total s | audio s | our first audio, compared with it |');
print('|---|---|---|---|');
await kokoroJs.generate(textOf(20));
for (const length of LENGTHS) {
  const all = [];
  for (let index = 0; index < repeatsOf(length); index += 1)
    all.push(await kokoroJs.generate(textOf(length)));
  const took = median(all.map(({ tookSeconds }) => tookSeconds));
  const audio = all[0]?.audioSeconds ?? Number.NaN;
  const ratio = took / (firstAudio.get(length) ?? Number.NaN);
  print(`| ${length} | ${seconds(took)} | ${seconds(audio)} | ${ratio.toFixed(1)} × sooner |`);
}
print('');
print(describeMachine());
await rm(dataDir, { recursive: true, force: true });

type Round = { streams: StreamTimes[]; elapsedSeconds: number };
type RequestStreams = (callers: number, length: number) => Promise<Round>;
/** Short calls of another account, one after another, while the long text is being spoken. */
type BesideLong = () => Promise<Round[]>;

async function withService(
  work: (requestStreams: RequestStreams, besideLong: BesideLong) => Promise<void>,
): Promise<void> {
  const service = await startService({ dataDir, withoutCache: true });
  const client = createClient(service.url, 2);
  const accounts = await Promise.all(Array.from({ length: Math.max(...CALLERS) }, () => client.signUp()));
  const requestStreams: RequestStreams = async (callers, length) => {
    const startedAt = performance.now();
    const listening = accounts
      .slice(0, callers)
      .map((account) => listen(service.url, account, textOf(length)));
    const streams = await Promise.all(listening);
    return { streams, elapsedSeconds: (performance.now() - startedAt) / 1000 };
  };
  const besideLong: BesideLong = async () => {
    const other = accounts.at(-1);
    if (!other) throw new Error('no account');
    const enough = new AbortController();
    const long = listen(service.url, other, textOf(LONG), enough.signal).catch(() => undefined);
    const rounds: Round[] = [];
    for (let index = 0; index < repeatsOf(0); index += 1) {
      await sleep(BETWEEN_MS);
      rounds.push(await requestStreams(1, LENGTHS[0] ?? 0));
    }
    enough.abort();
    await long;
    return rounds;
  };
  try {
    await work(requestStreams, besideLong);
  } finally {
    await client.close();
    await service.stop();
  }
}

function firstAudios(rounds: Round[]): number[] {
  return rounds.flatMap(({ streams }) => streams.map(({ firstAudioSeconds }) => firstAudioSeconds));
}

function row(length: number, state: string, rounds: Round[]): void {
  const streams = rounds.flatMap((round) => round.streams);
  const elapsed = rounds.reduce((sum, { elapsedSeconds }) => sum + elapsedSeconds, 0);
  const audio = streams.reduce((sum, { audioSeconds }) => sum + audioSeconds, 0);
  const first = firstAudios(rounds);
  const cells = [
    length,
    streams.length / rounds.length,
    state,
    seconds(median(first)),
    seconds(Math.max(...first)),
    seconds(median(streams.map(({ totalSeconds }) => totalSeconds))),
    seconds(elapsed / audio),
  ];
  print(`| ${cells.join(' | ')} |`);
}

/**
 * scripts/with-postgres.sh npm run bench:registry -- FOLDER [--hours 10,100,1000] [--pieces 12]
 *
 * How the search by sound grows with the registry; without the first word on PGlite. FOLDER is what `training/watermark/sounds.ts` wrote. Its
 * sounds are in the registry among synthetic ones, and pieces of 5 s of them are looked for, as the check of a file does it.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readWav } from '../../engines/codec/index.ts';
import { resampled } from '../../engines/dsp/index.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { quantile } from '../../scripts/measure/quantiles.ts';
import { openTestDatabase } from '../../src/platform/database/testing.ts';
import { createThreads } from '../../src/platform/threads/index.ts';
import { findSounds, recordSound } from '../../src/work/provenance/testing.ts';
import { FATES, RATE } from './fates.ts';
import { createFill } from './fill-registry.ts';
import { soundOfCommonCodes } from './hostile-sound.ts';
import { openPostgresMeter } from './postgres-meter.ts';

const PIECE = 5 * RATE;
const TRIED = ['clean', 'Opus, 12 kbit/s', 'room, 1.5 m'] as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    hours: { type: 'string', default: '10,100,1000' },
    pieces: { type: 'string', default: '12' },
    sounds: { type: 'string', default: '120' },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('Name a folder that training/watermark/sounds.ts wrote.');
const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** A voice may say the same sentence in two sounds, and a theme of music is played with several seeds. */
const sourceOf = (path: string): string => basename(path).split('-')[0] ?? '';
const sounds = globSync(join(folder, '{held-out/speech,learn/speech,learn/music}/*.wav'))
  .sort()
  .slice(0, Number(values.sounds))
  .map((path) => ({ source: sourceOf(path), sound: read(path) }))
  .filter(({ sound }) => sound.length > 1.3 * PIECE);
const database = await openTestDatabase();
const { db } = database;
const threads = createThreads();
const meter = await openPostgresMeter(db);

print(describeMachine());
// Every sixth voice or theme is not in the registry: nobody made it here.
const sources = [...new Set(sounds.map(({ source }) => source))];
const isStrange = ({ source }: { source: string }): boolean => sources.indexOf(source) % 6 === 5;
const strange = sounds.filter(isStrange).map(({ sound }) => sound);
const made = sounds.filter((one) => !isStrange(one)).map(({ sound }) => sound);
const ids: string[] = [];
for (const sound of made) ids.push(await recordSound(db, { sound, sampleRate: RATE }));
const every = Math.max(1, Math.floor(made.length / Number(values.pieces)));
const asked = made.flatMap((sound, i) => (i % every === 0 ? [{ id: ids[i], piece: pieceOf(sound) }] : []));
const cases = TRIED.map((fate) => ({
  fate,
  pieces: asked.map(({ id, piece }) => ({ id, piece: FATES[fate]?.(piece) ?? piece })),
}));
const fill = createFill(db, made, RATE);

print(
  '\n| hours | index MB | all MB | piece | first | evidence, least | another one | its evidence, most | ms p50 | most | CPU-ms a search |\n|---|---|---|---|---|---|---|---|---|---|---|---|',
);
for (const hours of values.hours.split(',').map(Number)) {
  await fill.until(hours);
  const size = (await fill.sizes()).map((bytes) => (bytes / 1e6).toFixed(0)).join(' | ');
  for (const { fate, pieces } of cases) await row(hours, size, fate, pieces);
  await row(hours, size, 'played 5 % faster, eleven speeds', [
    ...asked.slice(0, 2).map(({ id, piece }) => ({ id, piece: resampled(piece, 1_050, 1_000) })),
  ]);
  await row(
    hours,
    size,
    'of nobody, eleven speeds',
    strange.slice(0, 4).map((sound) => ({ id: undefined, piece: pieceOf(sound) })),
  );
  const hostile = soundOfCommonCodes(await fill.commonest(), RATE);
  await row(hours, size, 'of the commonest codes', [{ id: undefined, piece: hostile }]);
}
print('');
print(describeMachine());
await threads.close();
await database.close();

function read(path: string): Float32Array {
  const { samples, sampleRate } = readWav(readFileSync(path));
  return resampled(samples, sampleRate, RATE);
}

function pieceOf(sound: Float32Array): Float32Array {
  const from = Math.floor(0.37 * (sound.length - 1.1 * PIECE));
  return sound.slice(from, from + Math.ceil(1.1 * PIECE));
}

type Asked = { id: string | undefined; piece: Float32Array };

/** First is the right one if nothing is surer. Another one is also found if it says the same, or is the same theme of music. */
async function row(hours: number, size: string, name: string, pieces: readonly Asked[]): Promise<void> {
  const tookMs: number[] = [];
  const right: number[] = [];
  const others: number[] = [];
  const beganAt = await meter.cpuMs();
  for (const { id, piece } of pieces) {
    const startedAt = performance.now();
    const found = await findSounds({ db, threads }, [piece] as never, { sampleRate: RATE, owner: 'bench' });
    tookMs.push(performance.now() - startedAt);
    if (id !== undefined && found[0]?.provenanceId === id) right.push(found[0].matches);
    const other = found.find(({ provenanceId }) => provenanceId !== id);
    if (other) others.push(other.matches);
  }
  const cpuMs = ((await meter.cpuMs()) - beganAt) / pieces.length;
  const times = [quantile(tookMs, 0.5), Math.max(...tookMs), cpuMs].map((value) => value.toFixed(0));
  const evidence = [
    `${right.length} of ${pieces.length}`,
    Math.min(...right),
    others.length,
    Math.max(0, ...others),
  ];
  print(`| ${[hours, size, name, ...evidence, ...times].join(' | ')} |`);
}

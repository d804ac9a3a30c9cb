/**
 * Shows what dubbing does to faces: `node bench/dub/lips.ts [--people 2] [--out docs/films/dub-lips-2.png] [--keep FOLDER]`.
 * One or two of our presenters speak Spanish and are dubbed into English. The sheet has moments of the new speech: lips must
 * be closed for p, b and m and open for the vowels, of the person who speaks. Needs an ffmpeg that draws text, and its font.
 */
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openEngines } from '../../src/main/open-engines.ts';
import { createDubRunner, createTranslators, type DubProduct } from '../../src/media/dubbing/index.ts';
import { mouthFromFile } from '../../src/media/video/index.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { dubRequest } from './dub-request.ts';
import { drawSheet, momentsOf } from './lip-sheet.ts';
import { makePeople, type Said } from './make-people.ts';

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '1' },
    out: { type: 'string', default: 'dub-lips.png' },
    keep: { type: 'string' },
  },
});
const SCENE: Said[] = [
  { who: 0, text: 'Mi padre compró un barco blanco para pescar en el mar.' },
  { who: 1, text: 'Hoy hay mucha gente en el puerto y el mercado está abierto.' },
  { who: 0, text: 'Mañana por la mañana salimos todos juntos.' },
];
const { closeEngines, ...engines } = await openEngines(parseConfig(process.env), silentLog);
const ffmpeg = engines.media.tools.ffmpeg;
if (!ffmpeg) throw new Error('ffmpeg was not found');
const folder = await mkdtemp(join(tmpdir(), 'dub-lips-'));
const people = Number(values.people);
const scene = SCENE.map(({ who, text }) => ({ who: people === 1 ? 0 : who, text }));
const film = await makePeople({ ...engines, ffmpeg, folder }, scene);

const translators = createTranslators({ ...engines, speaks: engines.speech.capabilities.languages });
const runner = createDubRunner({ ...engines, ...engines.media, translators });
const work = join(folder, 'work');
await mkdir(work);
const { signal } = new AbortController();
const made = await runner.run({
  jobId: 'job_bench',
  request: dubRequest({ source: 'es', target: 'en', seconds: film.seconds, lips: true, consent: false }),
  attempt: 1,
  folder: work,
  inputs: new Map([['film', film.path]]),
  checkpoint: null,
  checkpointFile: null,
  reserve: async () => undefined,
  saveCheckpoint: async () => undefined,
  signal,
  log: silentLog,
  progress: () => undefined,
});
const { script, lips } = made.product as DubProduct;
console.log(`faces seen: ${lips?.faces ?? 0}, moved for: ${lips?.speakers.join(', ') || 'nobody'}`);
for (const { start, speaker_id, source, translation, spoken } of script.lines)
  console.log(
    `${start.toFixed(2)} ${speaker_id}: ${source} → ${translation} (until ${spoken?.end.toFixed(2)})`,
  );

const options = { folder: work, maxSeconds: film.seconds + 1, neural: true, signal };
const mouth = await mouthFromFile({ ...engines, ...engines.media }, join(work, 'voices.wav'), options);
const dubbed = made.outputs[0]?.path ?? '';
const moments = momentsOf(mouth, script.lines);
await drawSheet(ffmpeg, { films: { original: film.path, dub: dubbed }, moments, folder, target: values.out });
await closeEngines();
if (values.keep) cpSync(folder, values.keep, { recursive: true });
await rm(folder, { recursive: true });
console.log(execFileSync('ls', ['-l', values.out]).toString());

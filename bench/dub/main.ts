/**
 * Dubs a film that was made for the purpose, with the real engines, and judges the result:
 * `npm run bench:dub [-- --seconds 60] [--from es,en] [--about river|station] [--lips] [--keep FOLDER] [--judge FOLDER]`.
 * Spanish becomes English through Whisper, English becomes Spanish through Apertium, which must be installed. Run it on an
 * otherwise idle machine. `--judge` judges what `--keep` has kept, without dubbing it again.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readWav } from '../../engines/codec/index.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { openEngines } from '../../src/main/open-engines.ts';
import { createDubRunner, createTranslators, type DubProduct } from '../../src/media/dubbing/index.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { openStudio } from '../sound/music-studio.ts';
import { dialogueOf } from './dialogue.ts';
import { driftOf } from './drift.ts';
import { dubRequest } from './dub-request.ts';
import { judge } from './judge.ts';
import { makeClip, type PlacedLine } from './make-clip.ts';
import { watchProcesses } from './watch-processes.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    from: { type: 'string', default: 'es,en' },
    lips: { type: 'boolean', default: false },
    about: { type: 'string', default: 'river' },
    keep: { type: 'string' },
    judge: { type: 'string' },
  },
});
/** This file keeps what is judged, beside the films. */
const KEPT = 'dub.json';
type Kept = {
  seconds: number;
  lines: PlacedLine[];
  script: DubProduct['script'];
  target: string;
  /** Names of files in the folder of the job. */
  output: string;
  speech: string;
};
const TARGETS = { es: 'en', en: 'es' } as const;
const config = parseConfig(process.env);
const { closeEngines, ...engines } = await openEngines(config, silentLog);
const ffmpeg = engines.media.tools.ffmpeg;
if (!ffmpeg) throw new Error('ffmpeg was not found');
const studio = await openStudio();
const { capabilities } = engines.speech;
const translators = createTranslators({ ...engines, speaks: capabilities.languages });
const runner = createDubRunner({ ...engines, ...engines.media, translators });

console.log(`${describeMachine()}\n`);
for (const from of values.from.split(',') as (keyof typeof TARGETS)[]) {
  const name = `${from}-${TARGETS[from]}`;
  if (values.judge) await judgeKept(join(values.judge, name));
  else await dub(from, TARGETS[from], name);
}
await closeEngines();

async function dub(source: keyof typeof TARGETS, target: string, name: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'dub-'));
  const seconds = Number(values.seconds);
  const clip = await makeClip(
    { ...engines, studio, ffmpeg: ffmpeg ?? '' },
    dialogueOf(source, values.about),
    {
      seconds,
      folder,
      picture: true,
    },
  );
  const request = dubRequest({ source, target, seconds, lips: values.lips, consent: true });
  const work = join(folder, 'work');
  await mkdir(work);
  const watch = watchProcesses();
  const now = () => ({ at: performance.now() / 1_000, cpu: watch.cpuSeconds() });
  const stages: { stage: string; at: number; cpu: number }[] = [];
  // Printing each stage lets long runs be followed, and one that is stopped has told something.
  const begin = (stage: string) => {
    const before = stages.at(-1);
    const next = { stage, ...now() };
    if (before)
      console.log(
        `- ${before.stage}: ${(next.at - before.at).toFixed(1)} s, CPU ${(next.cpu - before.cpu).toFixed(1)} s`,
      );
    stages.push(next);
  };
  console.log(`## ${source} to ${target}, ${seconds} s\n`);
  const made = await runner.run({
    jobId: 'job_bench',
    request,
    attempt: 1,
    folder: work,
    inputs: new Map([['film', clip.path]]),
    checkpoint: null,
    checkpointFile: null,
    reserve: async () => undefined,
    saveCheckpoint: async () => undefined,
    signal: new AbortController().signal,
    log: silentLog,
    progress: ({ stage }) => {
      if (stage && stages.at(-1)?.stage !== stage) begin(stage);
    },
  });
  begin('the end');
  const { peakMib, peaks } = watch.stop();
  const product = made.product as DubProduct;
  const output = made.outputs[0]?.path ?? '';
  const first = stages[0];
  const last = stages.at(-1);
  if (first && last) {
    const took = last.at - first.at;
    const share = (took / seconds).toFixed(2);
    console.log(
      `- in all: ${took.toFixed(1)} s, ${share} of the film, CPU ${(last.cpu - first.cpu).toFixed(1)} s`,
    );
  }
  console.log(`- most memory: ${Math.round(peakMib)} MiB in all`);
  console.log(`  ${peaks.map(({ name, mib }) => `${name} ${Math.round(mib)}`).join(', ')}`);
  const kept: Kept = {
    seconds,
    lines: clip.lines,
    script: product.script,
    target,
    output: basename(output),
    speech: basename(made.outputs.find(({ name: one }) => one === 'speech')?.path ?? ''),
  };
  writeFileSync(join(folder, KEPT), JSON.stringify(kept));
  if (values.keep) cpSync(folder, join(values.keep, name), { recursive: true });
  await judgeKept(folder);
  await rm(folder, { recursive: true });
}

async function judgeKept(folder: string): Promise<void> {
  const { seconds, lines, script, target, output, speech } = JSON.parse(
    readFileSync(join(folder, KEPT), 'utf8'),
  ) as Kept;
  const work = join(folder, 'work');
  const mixed = heard(join(work, output));
  const spoken = readWav(readFileSync(join(work, speech))).samples;
  const figures = {
    ...lengths(work, join(work, output)),
    ...driftOf({ script, seconds, mixed, speech: spoken }),
    ...(await judge(engines, {
      clip: { lines },
      script,
      target,
      mixed,
      original: heard(join(folder, 'clip.mp4')),
      background: heard(join(work, 'background.wav')),
      speech: spoken,
    })),
  };
  for (const [name, value] of Object.entries(figures))
    console.log(`- ${name}: ${typeof value === 'number' ? Math.round(value * 100) / 100 : value}`);
  for (const line of script.lines)
    console.log(`  ${line.start.toFixed(2)} ${line.speaker_id}: ${line.source} → ${line.translation}`);
}

function heard(path: string): Float32Array {
  const bytes = ran(['-i', path, '-ac', '1', '-ar', '16000', '-f', 'f32le']);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** Compares the film before and after: sound in samples at 48 kHz, picture in frames at 25 a second. */
function lengths(work: string, output: string): Record<string, string> {
  const samples = (path: string) =>
    ran(['-i', path, '-map', '0:a:0', '-ac', '1', '-ar', '48000', '-f', 's16le']).length / 2;
  const frames = ran(['-i', output, '-map', '0:v:0', '-c', 'copy', '-f', 'framecrc']);
  const pictures = frames
    .toString()
    .split('\n')
    .filter((line) => /^\d/u.test(line)).length;
  const [before, mixed, inside] = [join(work, 'film-sound.wav'), join(work, 'mixed.wav'), output].map(
    samples,
  );
  return {
    'samples of the sound before, mixed, in the film': `${before}, ${mixed}, ${inside}`,
    'frames of the picture': `${pictures}, which last ${(pictures / 25) * 48_000} samples`,
  };
}

function ran(args: readonly string[]): Buffer {
  return execFileSync(ffmpeg ?? '', ['-v', 'error', ...args, '-'], { maxBuffer: 2 ** 30 });
}

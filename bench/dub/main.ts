/**
 * Dubs a film that was made for the purpose, with the real engines, and judges the result:
 * `npm run bench:dub [-- --seconds 60] [--from es,en] [--lips] [--keep FOLDER]`.
 * Spanish becomes English through Whisper, English becomes Spanish through Apertium, which must be installed. Run it on an
 * otherwise idle machine.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { readWav } from '../../src/engines/codec/index.ts';
import { openEngines } from '../../src/main/open-engines.ts';
import {
  createDubRunner,
  createTranslators,
  type DubProduct,
  type DubRequest,
} from '../../src/media/dubbing/index.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { openStudio } from '../sound/music-studio.ts';
import { DIALOGUES } from './dialogue.ts';
import { judge } from './judge.ts';
import { makeClip } from './make-clip.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    from: { type: 'string', default: 'es,en' },
    lips: { type: 'boolean', default: false },
    keep: { type: 'string' },
  },
});
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
for (const from of values.from.split(',') as (keyof typeof TARGETS)[]) await dub(from, TARGETS[from]);
await closeEngines();

async function dub(source: keyof typeof TARGETS, target: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'dub-'));
  const seconds = Number(values.seconds);
  const clip = await makeClip({ ...engines, studio, ffmpeg: ffmpeg ?? '' }, DIALOGUES[source], {
    seconds,
    folder,
    picture: true,
  });
  const request: DubRequest = {
    target_language: target,
    source_language: source,
    range: null,
    film: { has_video: true, seconds, content_type: 'video/mp4' },
    script: null,
    given: null,
    num_speakers: null,
    voice: null,
    consent: true,
    glossary: {},
    lip_sync: values.lips,
    sync_mode: 'cut_off',
    fit: 'speech',
    drop_background: false,
    lipsync_model: values.lips ? 'vox-lips' : '',
    height: 720,
    audio_kbps: 160,
    max_seconds: 1_800,
  };
  const work = join(folder, 'work');
  await mkdir(work);
  const began = performance.now();
  const stages: { stage: string; at: number }[] = [];
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
      if (stage && stages.at(-1)?.stage !== stage) stages.push({ stage, at: performance.now() });
    },
  });
  const ended = performance.now();
  const product = made.product as DubProduct;
  const output = made.outputs[0]?.path ?? '';
  console.log(`## ${source} to ${target}, ${seconds} s\n`);
  console.log(
    `in all ${((ended - began) / 1_000).toFixed(1)} s, ${((ended - began) / 1_000 / seconds).toFixed(2)} of the film`,
  );
  for (const [i, { stage, at }] of stages.entries())
    console.log(`- ${stage}: ${(((stages[i + 1]?.at ?? ended) - at) / 1_000).toFixed(1)} s`);
  const speech = made.outputs.find(({ name }) => name === 'speech')?.path ?? '';
  const figures = await judge(engines, {
    clip,
    script: product.script,
    target,
    mixed: heard(output),
    original: heard(clip.path),
    background: heard(join(work, 'background.wav')),
    speech: readWav(readFileSync(speech)).samples,
  });
  for (const [name, value] of Object.entries(figures))
    console.log(`- ${name}: ${typeof value === 'number' ? Math.round(value * 100) / 100 : value}`);
  for (const line of product.script.lines)
    console.log(`  ${line.start.toFixed(2)} ${line.speaker_id}: ${line.source} → ${line.translation}`);
  if (values.keep) cpSync(folder, join(values.keep, `${source}-${target}`), { recursive: true });
  await rm(folder, { recursive: true });
}

function heard(path: string): Float32Array {
  const args = ['-v', 'error', '-i', path, '-ac', '1', '-ar', '16000', '-f', 'f32le', '-'];
  const bytes = execFileSync(ffmpeg ?? '', args, { maxBuffer: 2 ** 30 });
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

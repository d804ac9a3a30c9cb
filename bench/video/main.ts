/**
 * npm run bench:video -- [--presenter ID] [--presenters FOLDER] [--times 8] [--heights 720] [--only preset,portrait,clip]
 *   [--against FOLDER]
 *
 * Measures rendering speed: a preset presenter, a portrait and a clip at every size, and a text several times as long, to
 * measure memory. With `--against`, each video is also rendered by another checkout, right before: only the ratio of two
 * such rows means anything on a machine that others use.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findFfmpeg, findPrlimit } from '../../engines/ffmpeg/index.ts';
import { createVideoEngine, type Picture, type VideoEngine } from '../../engines/video/index.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { withUsage } from './resources.ts';
import { repeated, type Speech, speak } from './speech.ts';
import { uploads } from './uploads.ts';

const TEXT =
  'The rain had stopped by the time we reached the harbour. Boats lay in rows along the quay, and the smell of salt and diesel hung over everything. Nobody spoke for a while. Then my brother pointed at the lighthouse, laughed, and said that he had once been certain it was a castle.';
/** One size is enough to detect memory growth. */
const LONGER_HEIGHT = 720;
const MIB = 1024 ** 2;

const { values } = parseArgs({
  options: {
    presenter: { type: 'string' },
    presenters: { type: 'string', default: 'assets/presenters' },
    times: { type: 'string', default: '8' },
    heights: { type: 'string', default: '480,720,1080' },
    only: { type: 'string', default: 'preset,portrait,clip' },
    against: { type: 'string' },
  },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const { modelsDir, dataDir, ffmpegPath } = parseConfig(process.env);
await mkdir(dataDir, { recursive: true });
const folder = await mkdtemp(join(dataDir, 'bench-video-'));
const tools = {
  ffmpeg: await findFfmpeg(ffmpegPath, process.env),
  prlimit: await findPrlimit(process.env),
  sandbox: null,
};
const speech = await speak(TEXT, 'af_heart', { modelsDir, folder });
const longer = await repeated(speech, Number(values.times), join(folder, 'longer.wav'));
const options = { tools, presentersDir: values.presenters, modelsDir, processes: 1, log: silentLog };
const engines: [name: string, engine: VideoEngine][] = [['', await createVideoEngine(options)]];
if (values.against !== undefined) {
  const other = await import(resolve(values.against, 'engines/video/index.ts'));
  engines.unshift(['before: ', await (other.createVideoEngine as typeof createVideoEngine)(options)]);
}
const presenterId = values.presenter ?? engines[0]?.[1].presenters[0]?.id;
if (!presenterId) throw new Error(`no presenter in ${values.presenters}`);
const preset: Picture = { kind: 'presenter', presenterId, background: { kind: 'scene', scene: 'studio' } };

print(describeMachine());
print('');
print(
  '| picture | size | video s | first frame ms | took s | × real time | CPU s per video s | RSS MiB, peak |',
);
print('|---|---|---|---|---|---|---|---|');
const heights = values.heights.split(',').map(Number);
const only = values.only.split(',');
if (only.includes('preset')) {
  for (const height of heights) await rows(`preset ${presenterId}`, preset, height, speech);
  await rows(`preset ${presenterId}, longer`, preset, LONGER_HEIGHT, longer);
  await rows(`preset ${presenterId}, again`, preset, LONGER_HEIGHT, speech);
}
if (!tools.ffmpeg) throw new Error('the bench needs ffmpeg');
const { portrait, looped, bounced } = await uploads(tools.ffmpeg, folder);
if (only.includes('portrait')) for (const height of heights) await rows('portrait', portrait, height, speech);
if (only.includes('clip')) {
  for (const height of heights) await rows('clip, looped', looped, height, speech);
  await rows('clip, looped, longer', looped, LONGER_HEIGHT, longer);
  await rows('clip, back and forth', bounced, LONGER_HEIGHT, speech);
}
print('');
print(describeMachine());
for (const [, engine] of engines) await engine.close();
await rm(folder, { recursive: true, force: true });

async function rows(name: string, picture: Picture, height: number, spoken: Speech): Promise<void> {
  for (const [prefix, engine] of engines)
    print(await row(engine, `${prefix}${name}`, picture, height, spoken));
}

async function row(
  engine: VideoEngine,
  name: string,
  picture: Picture,
  height: number,
  { audioPath, mouth }: Speech,
): Promise<string> {
  const own = await mkdtemp(join(folder, 'video-'));
  const request = { picture, audioPath, mouth, height, audioKbps: 128, maxSeconds: 1_800, folder: own };
  const startedAtMs = performance.now();
  let firstFrameMs = Number.NaN;
  const onProgress = (stage: string): void => {
    if (stage === 'rendering' && Number.isNaN(firstFrameMs)) firstFrameMs = performance.now() - startedAtMs;
  };
  const { result, usage } = await withUsage(() => engine.render(request, { onProgress }));
  const cells = [
    name,
    `${result.width} x ${result.height}`,
    result.durationSeconds.toFixed(1),
    firstFrameMs.toFixed(0),
    usage.seconds.toFixed(1),
    (result.durationSeconds / usage.seconds).toFixed(2),
    (usage.cpuSeconds / result.durationSeconds).toFixed(2),
    (usage.peakRssBytes / MIB).toFixed(0),
  ];
  return `| ${cells.join(' | ')} |`;
}

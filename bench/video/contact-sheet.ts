/**
 * node bench/video/contact-sheet.ts [--presenter ID | --uploads] [--presenters FOLDER] [--voice af_heart] [--text …]
 *   [--out docs/presenters]
 *
 * Every frame of a sentence, labelled with its phoneme, to check whether lips close where they must. One JPEG for
 * each presenter, or with `--uploads` for a portrait and for a clip; needs an ffmpeg that draws text, and its font.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { findFfmpeg, findPrlimit } from '../../engines/ffmpeg/index.ts';
import { createVideoEngine, type Picture } from '../../engines/video/index.ts';
import { readManifest } from '../../engines/video/presenter/manifest.ts';
import { placeInFrame } from '../../engines/video/presenter/placement.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { type Speech, speak } from './speech.ts';
import { uploads } from './uploads.ts';

const HEIGHT = 720;
const COLUMNS = 11;
const LABEL_PIXELS = 34;
/** The face of the astronaut in the uploads, from chin to hair. */
const UPLOADED_FACE = 'crop=iw*0.24:ih*0.72:iw*0.31:ih*0.08,scale=180:-2';

const run = promisify(execFile);
const { values } = parseArgs({
  options: {
    presenter: { type: 'string' },
    uploads: { type: 'boolean', default: false },
    presenters: { type: 'string', default: 'assets/presenters' },
    voice: { type: 'string', default: 'af_heart' },
    text: { type: 'string', default: 'Papa, why do we fish for a big blue moon?' },
    font: { type: 'string', default: '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf' },
    out: { type: 'string', default: 'docs/presenters' },
  },
});
const { modelsDir, ffmpegPath } = parseConfig(process.env);
const ffmpeg = await findFfmpeg(ffmpegPath, process.env);
if (!ffmpeg) throw new Error('a contact sheet needs ffmpeg');
const folder = await mkdtemp(join(tmpdir(), 'contact-sheet-'));
const speech = await speak(values.text, values.voice, { modelsDir, folder });
const tools = { ffmpeg, prlimit: await findPrlimit(process.env), sandbox: null };
const engine = await createVideoEngine({
  tools,
  presentersDir: values.presenters,
  modelsDir,
  log: silentLog,
});
await mkdir(values.out, { recursive: true });
if (values.uploads) await writeUploads(ffmpeg);
else
  for (const { id } of engine.presenters)
    if (values.presenter === undefined || values.presenter === id) await writePresenter(id);
await engine.close();
await rm(folder, { recursive: true });

async function writePresenter(presenterId: string): Promise<void> {
  const background = { kind: 'scene', scene: 'studio' } as const;
  await writeSheet(presenterId, { kind: 'presenter', presenterId, background }, (video) =>
    faceOf(presenterId, video),
  );
}

async function writeUploads(ffmpeg: string): Promise<void> {
  const { portrait, looped } = await uploads(ffmpeg, folder);
  await writeSheet('portrait', portrait, async () => UPLOADED_FACE);
  await writeSheet('clip', looped, async () => UPLOADED_FACE);
}

type Size = { width: number; height: number };

async function writeSheet(
  name: string,
  picture: Picture,
  cropFor: (video: Size) => Promise<string>,
): Promise<void> {
  const { audioPath, mouth } = speech;
  const own = await mkdtemp(join(folder, 'video-'));
  const video = await engine.render({
    picture,
    audioPath,
    mouth,
    height: HEIGHT,
    audioKbps: 128,
    maxSeconds: 1_800,
    folder: own,
  });
  const frames = Math.round(video.durationSeconds * video.fps);
  const labels = Array.from({ length: frames }, (_, i) => label(speech, i, video.fps));
  const filters = [await cropFor(video), `pad=iw:ih+${LABEL_PIXELS}:0:0:white`, ...labels];
  const tile = `tile=${COLUMNS}x${Math.ceil(frames / COLUMNS)}:color=white`;
  const target = join(values.out, `${name}.jpg`);
  const output = ['-vf', [...filters, tile].join(','), '-frames:v', '1', '-q:v', '4', target];
  await run(tools.ffmpeg, ['-nostdin', '-v', 'error', '-y', '-i', video.videoPath, ...output]);
  console.log(`${target}: ${frames} frames`);
}

/** The face in a frame, scaled down. */
async function faceOf(presenterId: string, frame: Size): Promise<string> {
  const { canvas, mouth, eyes } = await readManifest(values.presenters, presenterId);
  const { scale, originX, originY } = placeInFrame(canvas, frame);
  const bottom = mouth.y + mouth.height;
  const across = (side: number): number => Math.round(originX + scale * side);
  const left = across(mouth.x);
  const right = across(mouth.x + mouth.width);
  const top = Math.max(0, Math.round(originY + scale * (eyes.y - 0.3 * (bottom - eyes.y))));
  return `crop=${right - left}:${Math.round(originY + scale * bottom) - top}:${left}:${top},scale=180:-2`;
}

/** Filter that writes the phoneme at the middle of a frame below that frame; a dot for none. */
function label({ chunks, sampleRate }: Speech, frame: number, fps: number): string {
  let sample = ((frame + 0.5) / fps) * sampleRate;
  let symbol = '';
  for (const { samples, phonemes } of chunks) {
    if (sample >= 0 && sample < samples.length)
      symbol =
        phonemes.find(({ startSample, endSample }) => startSample <= sample && sample < endSample)?.symbol ??
        '';
    sample -= samples.length;
  }
  const place = `fontsize=24:x=(w-text_w)/2:y=h-${LABEL_PIXELS - 4}:enable=eq(n\\,${frame})`;
  return `drawtext=fontfile=${values.font}:text='${symbol || '·'}':${place}`;
}

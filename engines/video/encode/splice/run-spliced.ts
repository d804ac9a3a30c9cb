import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { PassThrough, type Readable } from 'node:stream';
import type { FfmpegTools } from '../../../ffmpeg/index.ts';
import { VideoEncodingFailed } from '../errors.ts';
import { type RunningFfmpeg, runFfmpeg, sendBytes } from '../run-ffmpeg.ts';
import {
  type EncodeOptions,
  pictureEncoding,
  rawPictures,
  soundAndFile,
  soundInput,
} from '../video-arguments.ts';
import { FILE_HEAD, readTags, type VideoTag, writeTag } from './flv.ts';
import { readParameterSets, wholeRecord } from './parameter-sets.ts';
import { SHOWN_STEP } from './shown-part.ts';
import {
  createSplicer,
  type Region,
  type RegionPicture,
  regionsAround,
  type SplicePicture,
} from './splice-picture.ts';

export type SplicedOptions = EncodeOptions & { shown: NonNullable<EncodeOptions['shown']> };

/** CABAC would have to be coded again. The still and its part must have the same parameter sets. */
const ALIKE = ['cabac=0', 'weightp=0', 'scenecut=0', 'stitchable=1'];
/** The still is not refined by later pictures, so it has to be good at once, and then it needs no deblocking. */
const STILL_QUALITY = 14;
const PACKETS = ['-flags:v', '+bitexact', '-flvflags', '+no_duration_filesize', '-f', 'flv'];

/** Encodes only the part that is shown and puts its pictures into whole ones. */
export function runSpliced(tools: FfmpegTools, options: SplicedOptions): Omit<RunningFfmpeg, 'stdout'> {
  const { signal } = options;
  const plan = planOf(options);
  const started: RunningFfmpeg[] = [];
  const run = (args: string[]): RunningFfmpeg => {
    const ffmpeg = runFfmpeg(tools, args, signal);
    started.push(ffmpeg);
    return ffmpeg;
  };
  const part = run(partArguments(options));
  // Node discards what nobody has begun to read when a child exits, and a short part may be done before the still.
  const packets = part.stdout.pipe(new PassThrough());
  const still = run(stillArguments(options, plan.around));
  const kill = (): void => {
    for (const one of started) one.kill();
  };
  const splice = async (): Promise<void> => {
    still.stdin.end();
    await still.exited;
    // Not before, because it would delay the first frame.
    const file = run(fileArguments(options));
    await spliceInto(file, await readStill(plan.around), packets, plan);
    await part.exited;
    file.stdin.end();
    await file.exited;
  };
  const exited = splice()
    .catch((error: unknown) => {
      kill();
      throw error;
    })
    .finally(() => Promise.all(plan.around.map(({ path }) => rm(path, { force: true }))));
  // A writer first gets the broken pipe and then awaits `exited` for the reason.
  exited.catch(() => undefined);
  return { stdin: part.stdin, exited, kill };
}

const blocks = (pixels: number): number => Math.ceil(pixels / SHOWN_STEP);

type EncodedRegion = { region: Region; path: string };
type Plan = ReturnType<typeof planOf>;

function planOf({ width, height, frameRate, shown }: SplicedOptions) {
  const whole = { width: blocks(width), height: blocks(height) };
  const part: Region = {
    ...{ x: blocks(shown.x), y: blocks(shown.y) },
    ...{ width: blocks(shown.width), height: blocks(shown.height) },
  };
  const around = regionsAround(whole, part).map((region, i): EncodedRegion => {
    return { region, path: `${shown.stillPath}.${i}.flv` };
  });
  const framesPerSecond = frameRate.frames / frameRate.seconds;
  // A key frame has at most three in a row of the part, and those above and below it.
  const slices = 3 * part.height + 2;
  return { whole, part, around, pictures: { width, height, framesPerSecond, slices } };
}

async function readStill(regions: readonly EncodedRegion[]): Promise<RegionPicture[]> {
  return Promise.all(
    regions.map(async ({ region, path }) => {
      const [record, picture] = await all(readTags(createReadStream(path)));
      if (!record?.isRecord || !picture) throw new VideoEncodingFailed('the still was not encoded');
      return { region, sets: readParameterSets(record.packet), packet: picture.packet };
    }),
  );
}

async function all(tags: AsyncIterable<VideoTag>): Promise<VideoTag[]> {
  const list: VideoTag[] = [];
  for await (const tag of tags) list.push(tag);
  return list;
}

async function spliceInto(
  file: RunningFfmpeg,
  still: readonly RegionPicture[],
  packets: Readable,
  { whole, part, pictures }: Plan,
): Promise<void> {
  let splicePicture: SplicePicture | null = null;
  await sendBytes(file, FILE_HEAD);
  for await (const tag of readTags(packets)) {
    if (tag.isRecord) {
      const sets = readParameterSets(tag.packet);
      splicePicture = createSplicer(whole, still, { region: part, sets });
      await sendBytes(file, writeTag(tag, wholeRecord(sets, pictures)));
    } else if (splicePicture) await sendBytes(file, writeTag(tag, splicePicture(tag.packet)));
  }
}

function partArguments({ shown, frameRate }: SplicedOptions): string[] {
  const parameters = [...ALIKE, `slice-max-mbs=${blocks(shown.width)}`];
  return [
    ...rawPictures(shown, frameRate, 'pipe:0'),
    ...[...pictureEncoding(frameRate, parameters), ...PACKETS, 'pipe:1'],
  ];
}

function stillArguments(
  { shown, width, height, frameRate }: SplicedOptions,
  regions: readonly EncodedRegion[],
): string[] {
  const crops = regions.map(({ region: { x, y, ...size } }, i) => {
    const [left, top] = [x * SHOWN_STEP, y * SHOWN_STEP];
    const right = Math.min(width, left + size.width * SHOWN_STEP);
    const bottom = Math.min(height, top + size.height * SHOWN_STEP);
    return `[s${i}]crop=${right - left}:${bottom - top}:${left}:${top}[r${i}]`;
  });
  const split = `split=${regions.length}${regions.map((_, i) => `[s${i}]`).join('')}`;
  const outputs = regions.flatMap(({ region, path }, i) => {
    const rows = region.width * SHOWN_STEP < width ? [`slice-max-mbs=${region.width}`] : [];
    const encoding = pictureEncoding(frameRate, [...ALIKE, 'no-deblock=1', ...rows], STILL_QUALITY);
    return ['-map', `[r${i}]`, '-frames:v', '1', ...encoding, ...PACKETS, `file:${path}`];
  });
  return [
    ...rawPictures({ width, height }, frameRate, `file:${shown.stillPath}`),
    ...['-filter_complex', [split, ...crops].join(';'), ...outputs],
  ];
}

function fileArguments({ frameRate, ...video }: SplicedOptions): string[] {
  return [
    ...['-f', 'flv', '-protocol_whitelist', 'pipe', '-i', 'pipe:0', ...soundInput(video.audioPath)],
    ...['-map', '0:v', '-c:v', 'copy', ...soundAndFile(video, frameRate)],
  ];
}

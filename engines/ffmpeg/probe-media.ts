import { open } from 'node:fs/promises';
import type { DomainError } from '../../src/platform/errors.ts';
import { type FileType, fileTypeOf, type MediaKind } from './content-types.ts';
import { FfmpegMissing, FileRefused, MediaTooLong } from './errors.ts';
import { exifRotation } from './exif.ts';
import { type ReadingEnd, type ReadingTools, readFileWithFfmpeg } from './read-file.ts';
import { PICTURES, SOUND_AND_VIDEO } from './start-reader.ts';
import { createTrackReader, type Track } from './tracks.ts';

/** The contents of a file, determined by reading all of it, since lengths in headers cannot be trusted. */
export type Media = FileType & {
  kind: MediaKind;
  /** ffmpeg's name for the container. */
  containerFormat: string;
  durationSeconds?: number;
  /** Width and height are those on the screen, after `rotation`. */
  width?: number;
  height?: number;
  fps?: number;
  hasAudio: boolean;
  hasVideo: boolean;
  /** Degrees clockwise by which a player rotates the picture. */
  rotation: number;
};

type ProbeOptions = { maxSeconds: number; signal?: AbortSignal | undefined };
export type ProbeMedia = (file: string, options: ProbeOptions) => Promise<Media>;

const WALL_MS = 90_000;
/** Phones record slow motion at 240. Anything faster has false timestamps. */
const MAX_FPS = 250;
/** Encoders pad the last frame, so a file of exactly the maximum length plays a little longer. */
const PADDING_SECONDS = 0.1;
/** Enough for the metadata that a camera writes before the picture. */
const HEAD_BYTES = 128 * 1024;
/** Copies the video, for its timestamps, and decodes the audio, for its true length. `V` excludes covers and thumbnails. */
const EVERY_PACKET = ['-map', '0:V:0?', '-map', '0:a:0?', '-c:v', 'copy', '-c:a', 'pcm_s16le'];
const FIRST_PICTURE = ['-map', '0:V:0', '-frames:v', '1', '-c:v', 'rawvideo'];

export function createProbe(tools: ReadingTools): ProbeMedia {
  return async (file, { maxSeconds, signal }) => {
    if (!tools.ffmpeg) throw new FfmpegMissing();
    const head = await headOf(file);
    if (head.length === 0) throw new FileRefused('empty_file');
    const look = async (output: readonly string[]): Promise<{ tracks: Track[]; stderr: string }> => {
      const reader = createTrackReader();
      const reading = {
        file,
        formats: [...SOUND_AND_VIDEO, ...PICTURES],
        // ffmpeg versions differ in what they rotate by themselves.
        inputOptions: ['-noautorotate'],
        output: [...output, '-map_metadata', '-1', '-f', 'framecrc'],
        log: 'info' as const,
        signal,
        wallMs: WALL_MS,
      };
      const end = await readFileWithFfmpeg(tools, reading, (bytes) => reader.read(bytes));
      if (!end.ok) throw refusalFor(end);
      return { tracks: reader.tracks(), stderr: end.stderr };
    };
    const { tracks, stderr } = await look([...EVERY_PACKET, '-t', String(maxSeconds + 1)]);
    const containerFormat = /^Input #0, (\S+), from/mu.exec(stderr)?.[1] ?? '';
    const found = judge(containerFormat, tracks, maxSeconds);
    const shown = found.hasVideo ? (await look(FIRST_PICTURE)).tracks[0] : undefined;
    if (found.hasVideo && !shown?.packets) throw new FileRefused('unreadable_media', stderr);
    const rotation = rotationIn(stderr) || exifRotation(head);
    return {
      ...found,
      ...fileTypeOf(containerFormat, found.kind, head),
      ...(shown && sizeAfter(rotation, shown)),
      rotation,
    };
  };
}

type Tracked = Omit<Media, keyof FileType | 'width' | 'height' | 'rotation'>;

function judge(containerFormat: string, tracks: Track[], maxSeconds: number): Tracked {
  const [video, audio] = ['video', 'audio'].map((type) =>
    tracks.find((track) => track.type === type && track.packets > 0),
  );
  const facts = { containerFormat, hasVideo: video !== undefined, hasAudio: audio !== undefined };
  if (PICTURES.includes(containerFormat)) {
    if (video && video.packets > 1) throw new FileRefused('animated_image');
    if (video) return { ...facts, kind: 'image' };
  }
  const seconds = Math.max(video?.spanSeconds ?? 0, audio?.sumSeconds ?? 0);
  if (!(seconds > 0)) throw new FileRefused('unreadable_media', 'nothing in it lasts');
  if (seconds > maxSeconds + PADDING_SECONDS) throw new MediaTooLong(maxSeconds);
  const durationSeconds = Math.min(maxSeconds, Math.round(seconds * 1_000) / 1_000);
  if (!video) return { ...facts, kind: 'audio', durationSeconds };
  const fps = Math.round((video.packets / video.spanSeconds) * 1_000) / 1_000;
  if (!(fps <= MAX_FPS)) throw new FileRefused('unreadable_media', `${fps} pictures a second`);
  return { ...facts, kind: 'video', durationSeconds, fps };
}

function refusalFor({ late, stderr }: ReadingEnd): DomainError {
  if (late) return new FileRefused('unreadable_media', 'probing took too long');
  const tooLarge = /Picture size \d+x\d+ is invalid/u.test(stderr);
  return new FileRefused(tooLarge ? 'picture_too_large' : 'unreadable_media', stderr);
}

function sizeAfter(rotation: number, { width, height }: Track): Required<Pick<Media, 'width' | 'height'>> {
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** Degrees clockwise, from what ffmpeg prints of a file. It counts counterclockwise. */
export function rotationIn(stderr: string): number {
  const degrees = Number(/displaymatrix: rotation of (-?[\d.]+) degrees/u.exec(stderr)?.[1] ?? 0);
  return (((Math.round(-degrees / 90) * 90) % 360) + 360) % 360;
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

import { type FfmpegTools, fileInput, startReader, takeBytes } from '../../../../engines/ffmpeg/index.ts';
import { REPEATABLE } from '../../../../engines/video/index.ts';
import { filmInput, type PictureOptions, runFfmpegWithProgress } from './run-ffmpeg-with-progress.ts';

const SOUND_RATE = 48_000;
const HEARING_RATE = 16_000;
/** Smaller gaps are jitter of timestamps; filling them would be heard. */
const NOTICED_SECONDS = 0.04;
const LIMITS = { cpuSeconds: 600, memoryMib: 1_024 };

export type SoundPart = {
  /** Null: silence. */
  path: string | null;
  /** Whether the sound must keep its place beside a picture. */
  hasPicture: boolean;
  from: number;
  to: number;
  target: string;
};

/**
 * Writes a part of the film's sound as WAV: 48 kHz, stereo, 16 bits, exactly as long as the part. Sound that starts later
 * than the picture, or has gaps, is filled with silence, as players do.
 */
export async function writeSound(
  tools: FfmpegTools,
  { path, hasPicture, from, to, target }: SoundPart,
  options: PictureOptions,
): Promise<void> {
  const input = path === null ? ['-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=stereo'] : filmInput(path);
  const filled = hasPicture ? `:async=1:min_hard_comp=${NOTICED_SECONDS}:first_pts=0` : '';
  const [first, end] = [from, to].map((seconds) => Math.round(seconds * SOUND_RATE));
  const filters = [
    `aresample=${SOUND_RATE}${filled}`,
    'aformat=sample_fmts=s16:channel_layouts=stereo',
    'apad',
    `atrim=start_sample=${first}:end_sample=${end}`,
    'asetpts=N/SR/TB',
  ];
  const output = ['-map', '0:a:0', '-af', filters.join(','), '-map_metadata', '-1', ...REPEATABLE];
  const args = [...input, ...output, '-c:a', 'pcm_s16le', '-f', 'wav', `file:${target}`];
  await runFfmpegWithProgress(tools, args, { ...options, seconds: to - from });
}

/** The middle of the stereo picture at 16 kHz: what recognition hears. */
export async function readSamples(
  tools: FfmpegTools,
  path: string,
  { seconds, signal }: { seconds: number; signal: AbortSignal },
): Promise<Float32Array> {
  const filters = `pan=mono|c0=0.5*c0+0.5*c1,aresample=${HEARING_RATE}`;
  const output = ['-map', '0:a:0', '-af', filters, '-f', 'f32le', 'pipe:1'];
  const args = ['-v', 'error', ...fileInput(path, ['wav']), ...output];
  const reader = startReader(tools, args, { limits: LIMITS, signal });
  const samples = new Float32Array(Math.round(seconds * HEARING_RATE));
  // The resampler may give a sample less than it should; the rest is silence.
  await takeBytes(reader.stdout).into(new Uint8Array(samples.buffer));
  reader.kill();
  signal.throwIfAborted();
  return samples;
}

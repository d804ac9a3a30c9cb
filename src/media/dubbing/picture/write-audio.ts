import { type FfmpegTools, fileInput } from '../../../../engines/ffmpeg/index.ts';
import { REPEATABLE } from '../../../../engines/video/index.ts';
import { type PictureOptions, runFfmpegWithProgress } from './run-ffmpeg-with-progress.ts';

export type AudioFile = { name: string; contentType: string; encoding: (kbps: number) => string[] };

const lossy = (codec: string, format: string) => (kbps: number) => [
  ...['-c:a', codec, '-b:a', `${kbps}k`],
  ...['-f', format],
];

const WAV: AudioFile = { name: 'wav', contentType: 'audio/wav', encoding: () => [] };
const FLAC: AudioFile = {
  name: 'flac',
  contentType: 'audio/flac',
  encoding: () => ['-c:a', 'flac', '-f', 'flac'],
};
const MP3: AudioFile = { name: 'mp3', contentType: 'audio/mpeg', encoding: lossy('libmp3lame', 'mp3') };
const VORBIS: AudioFile = { name: 'ogg', contentType: 'audio/ogg', encoding: lossy('libvorbis', 'ogg') };
const OPUS: AudioFile = { name: 'ogg', contentType: 'audio/ogg', encoding: lossy('libopus', 'ogg') };
const M4A: AudioFile = {
  name: 'm4a',
  contentType: 'audio/mp4',
  encoding: (kbps) => [...lossy('aac', 'ipod')(kbps), '-movflags', '+faststart'],
};

/** Formats of uploads that the result has too. Other uncompressed ones become WAV, all others M4A. */
const FORMATS: Record<string, AudioFile> = {
  'audio/wav': WAV,
  'audio/x-w64': WAV,
  'audio/aiff': WAV,
  'audio/basic': WAV,
  'audio/x-caf': WAV,
  'audio/flac': FLAC,
  'audio/mpeg': MP3,
  'audio/ogg': VORBIS,
};

/** `codec` is ffmpeg's name for that of the upload. */
export function audioFileFor(contentType: string, codec: string | null): AudioFile {
  const format = FORMATS[contentType] ?? M4A;
  return format === VORBIS && codec === 'opus' ? OPUS : format;
}

/** Returns the path of the file, which is the given one if it has the format already. */
export async function writeAudio(
  tools: FfmpegTools,
  {
    path,
    file,
    kbps,
    seconds,
    target,
  }: {
    /** WAV. */
    path: string;
    file: AudioFile;
    kbps: number;
    seconds: number;
    target: string;
  },
  options: PictureOptions,
): Promise<string> {
  if (file === WAV) return path;
  const args = [...fileInput(path, ['wav']), '-map', '0:a:0', '-map_metadata', '-1', ...REPEATABLE];
  await runFfmpegWithProgress(tools, [...args, ...file.encoding(kbps), `file:${target}`], {
    ...options,
    seconds,
  });
  return target;
}

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { DecodeAudio, ProbeMedia } from '../../engines/ffmpeg/index.ts';
import type { MediaTools } from '../../src/main/open-media-tools.ts';

type ReadingOptions = { maxSeconds: number; signal?: AbortSignal | undefined };

const probes = new Map<string, Awaited<ReturnType<ProbeMedia>>>();
const sounds = new Map<string, Awaited<ReturnType<DecodeAudio>>>();

/** ffmpeg takes a tenth of a second to start, and tests send the same files again: each content is read once per process. */
export function rememberMedia(media: MediaTools): MediaTools {
  const decodeAudio = onceByContent(sounds, media.decodeAudio);
  return {
    ...media,
    probeMedia: onceByContent(probes, media.probeMedia),
    // A copy, because callers may change the samples.
    decodeAudio: async (file, options) => {
      const { samples, seconds } = await decodeAudio(file, options);
      return { samples: samples.slice(), seconds };
    },
  };
}

/** Refused files are read every time. */
function onceByContent<T>(
  known: Map<string, T>,
  read: (file: string, options: ReadingOptions) => Promise<T>,
): (file: string, options: ReadingOptions) => Promise<T> {
  return async (file, options) => {
    const content = createHash('sha256').update(await readFile(file));
    const key = `${content.digest('hex')} ${options.maxSeconds}`;
    const found = known.get(key) ?? (await read(file, options));
    options.signal?.throwIfAborted();
    known.set(key, found);
    return found;
  };
}

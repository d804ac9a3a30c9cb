import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { CommandError } from '../errors.ts';
import { openWav } from '../speech/wav.ts';

/** Mono, signed 16-bit little-endian. */
export type Recording = { path: string; rate: 16_000 | 24_000; pcm: Buffer<ArrayBuffer> };

const FIRST_CHUNK_AT = 12;
const CHUNK_HEADER_BYTES = 8;
const PCM = 1;
const EXTENSIBLE = 0xfffe;

export async function readRecording(path: string): Promise<Recording> {
  const { header, samples } = await openWav(createReadStream(path)).catch((error: unknown) => {
    throw error instanceof Error && 'code' in error ? error : wrongFile(path, 'is not a WAV file');
  });
  const { format, channels, rate, bits } = readFormat(path, header);
  const isPcm = (format === PCM || format === EXTENSIBLE) && bits === 16 && channels === 1;
  if (!isPcm || (rate !== 16_000 && rate !== 24_000))
    throw wrongFile(path, `has ${channels} channels of ${bits} bits at ${rate} Hz`);
  return { path, rate, pcm: Buffer.from(await buffer(samples)) };
}

function readFormat(path: string, header: Buffer) {
  for (let at = FIRST_CHUNK_AT; at + 24 <= header.length; ) {
    const body = at + CHUNK_HEADER_BYTES;
    if (header.toString('latin1', at, at + 4) === 'fmt ')
      return {
        format: header.readUInt16LE(body),
        channels: header.readUInt16LE(body + 2),
        rate: header.readUInt32LE(body + 4),
        bits: header.readUInt16LE(body + 14),
      };
    at = body + header.readUInt32LE(at + 4);
  }
  throw wrongFile(path, 'is not a WAV file');
}

function wrongFile(path: string, what: string): CommandError {
  return new CommandError(`${path} ${what}. A caller speaks 16-bit mono at 16 or 24 kHz.`, undefined, [
    `Convert it: ffmpeg -i ${path} -ac 1 -ar 16000 -sample_fmt s16 converted.wav`,
  ]);
}

import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';

const RATE = 16_000;
const SOUND = ['-f', 'f32le', '-ar', String(RATE), '-ac', '1'];
const LINE = ['-f', 'mulaw', '-ar', '8000', '-ac', '1'];
/** Twice, because one filter is not steep enough. */
const BAND = 'highpass=f=300,highpass=f=300,lowpass=f=3400';

/** The recording as a telephone line would carry it: 300 to 3 400 Hz, 8 bits. */
export async function telephoned(samples: Float32Array): Promise<Float32Array> {
  const carried = await ffmpeg([...SOUND, '-i', '-', '-af', BAND, ...LINE, '-'], Buffer.from(samples.buffer));
  return samplesIn(await ffmpeg([...LINE, '-i', '-', ...SOUND, '-'], carried));
}

/** Mono, 16 kHz. */
export async function decodeSound(path: string): Promise<Float32Array> {
  return samplesIn(await ffmpeg(['-i', path, ...SOUND, '-'], Buffer.alloc(0)));
}

function samplesIn(bytes: Buffer): Float32Array {
  return Float32Array.from({ length: bytes.length >> 2 }, (_, i) => bytes.readFloatLE(4 * i));
}

async function ffmpeg(options: string[], input: Buffer): Promise<Buffer> {
  const child = spawn('ffmpeg', ['-v', 'error', ...options], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(input);
  return buffer(child.stdout);
}

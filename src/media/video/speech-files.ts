import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { encodePcm16, wavHeader } from '../../../engines/codec/index.ts';
import { createResampler } from '../../../engines/dsp/index.ts';
import { LIPS_RATE, type SampleSource, sampleFile } from '../../../engines/lipsync/index.ts';

/** The resampler holds back less than this. */
const REST_SECONDS = 0.01;

/** Speech as it is made: for the film, and at the rate at which lips are read. Starting ffmpeg for that delays a film by half a second. */
export type SpeechFiles = {
  /** Of a WAV file, once it has ended. */
  path: string;
  add(samples: Float32Array): Promise<void>;
  end(): Promise<SampleSource>;
  close(): Promise<void>;
};

export async function openSpeechFiles(folder: string, sampleRate: number): Promise<SpeechFiles> {
  const path = join(folder, 'speech.wav');
  const heardPath = join(folder, 'speech.f32');
  const file = await open(path, 'wx');
  const heard = await open(heardPath, 'wx');
  const resampler = createResampler(sampleRate, LIPS_RATE);
  let samples = 0;
  const hear = (sound: Float32Array) => append(heard, resampler.push(sound));
  await append(file, wavHeader(sampleRate, 0));
  return {
    path,
    async add(sound) {
      samples += sound.length;
      await append(file, encodePcm16(sound));
      await hear(sound);
    },
    async end() {
      await hear(new Float32Array(REST_SECONDS * sampleRate));
      const header = wavHeader(sampleRate, 2 * samples);
      await file.write(header, 0, header.length, 0);
      return sampleFile(heardPath, Math.floor((samples * LIPS_RATE) / sampleRate));
    },
    async close() {
      await file.close();
      await heard.close();
    },
  };
}

async function append(file: FileHandle, bytes: Uint8Array | Float32Array): Promise<void> {
  await file.appendFile(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

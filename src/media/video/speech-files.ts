import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { createWav } from '../../../engines/codec/index.ts';
import { createResampler } from '../../../engines/dsp/index.ts';
import { LIPS_RATE, type SampleSource, sampleFile } from '../../../engines/lipsync/index.ts';

/** The resampler holds back less than this. */
const REST_SECONDS = 0.01;

/** Speech as it is made: a WAV file, and samples at the rate at which lips are read, for which no ffmpeg need then be started. */
export type SpeechFiles = {
  /** Of the WAV file, which is whole once it is closed. */
  path: string;
  add(samples: Float32Array): Promise<void>;
  end(): Promise<SampleSource>;
  close(): Promise<void>;
};

export async function openSpeechFiles(folder: string, sampleRate: number): Promise<SpeechFiles> {
  const path = join(folder, 'speech.wav');
  const heardPath = join(folder, 'speech.f32');
  const wav = await createWav(path, { sampleRate, channels: 1 });
  const heard = await open(heardPath, 'wx');
  const resampler = createResampler(sampleRate, LIPS_RATE);
  let samples = 0;
  const hear = async (sound: Float32Array): Promise<void> => {
    const { buffer, byteOffset, byteLength } = resampler.push(sound);
    await heard.appendFile(new Uint8Array(buffer, byteOffset, byteLength));
  };
  return {
    path,
    async add(sound) {
      samples += sound.length;
      await wav.write([sound]);
      await hear(sound);
    },
    async end() {
      await hear(new Float32Array(REST_SECONDS * sampleRate));
      return sampleFile(heardPath, Math.floor((samples * LIPS_RATE) / sampleRate));
    },
    async close() {
      await wav.close();
      await heard.close();
    },
  };
}

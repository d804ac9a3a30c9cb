import { silentLog } from '../../../src/platform/log.ts';
import { joinSamples } from '../../dsp/index.ts';
import { assembleKokoro, createKokoroEngine, type SpeechEngine } from '../../speech/index.ts';

const RATE = 16_000;

/** Speech from our own engine, at 16 kHz. Each text is synthesized once and cached. */
export function createSpeaker(modelsDir: string) {
  const spoken = new Map<string, Promise<Float32Array>>();
  let starting: Promise<SpeechEngine> | undefined;

  async function speak(text: string, voiceId: string): Promise<Float32Array> {
    starting ??= assembleKokoro({ modelsDir }).then(() => createKokoroEngine({ modelsDir, log: silentLog }));
    const engine = await starting;
    const chunks: Float32Array[] = [];
    for await (const { samples } of engine.synthesize({ text, voiceId })) chunks.push(samples);
    return resampled(joinSamples(chunks), engine.capabilities.sampleRate);
  }

  return {
    synthesize(text: string, voiceId = 'af_heart'): Promise<Float32Array> {
      const key = `${voiceId} ${text}`;
      const made = spoken.get(key) ?? speak(text, voiceId);
      spoken.set(key, made);
      return made;
    },
    close: async () => (await starting)?.close(),
  };
}

export const silence = (seconds: number): Float32Array => new Float32Array(Math.round(seconds * RATE));

/** Windowed sinc, cut off below half of the new rate. */
function resampled(samples: Float32Array, from: number): Float32Array {
  const ratio = from / RATE;
  const reach = 24;
  return Float32Array.from({ length: Math.floor(samples.length / ratio) }, (_, i) => {
    const centre = i * ratio;
    let sum = 0;
    for (let n = Math.ceil(centre - reach); n <= centre + reach; n += 1) {
      const x = (n - centre) / ratio;
      const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
      sum += (samples[n] ?? 0) * sinc * (0.5 + 0.5 * Math.cos((Math.PI * (n - centre)) / reach));
    }
    return sum / ratio;
  });
}

export function rms(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length);
}

/** Scales to this level, in dBFS. */
export function atLevel(samples: Float32Array, dbfs: number): Float32Array {
  const gain = 10 ** (dbfs / 20) / rms(samples);
  return samples.map((x) => x * gain);
}

/** Adds noise at this signal-to-noise ratio. */
export function withNoise(samples: Float32Array, noise: Float32Array, snrDb: number): Float32Array {
  const gain = (rms(samples) / rms(noise)) * 10 ** (-snrDb / 20);
  return samples.map((x, i) => x + gain * (noise[i % noise.length] ?? 0));
}

import type { WavReader } from '../codec/index.ts';
import { resampled, scaled } from '../dsp/index.ts';
import { type Clip, SPEECH_RATE } from './types.ts';

export type PlacedClip = Clip & {
  /** The samples are multiplied by this. */
  gain: number;
  /** Where it begins in the result, in samples at the rate of the speech. */
  first: number;
};

/** Clips at a rate, each read when its time comes and dropped when it is over. */
export function createVoices(speech: WavReader, clips: readonly PlacedClip[], rate: number) {
  const factor = rate / SPEECH_RATE;
  const open = new Map<PlacedClip, Float32Array>();
  return {
    /** Adds the clips to every channel of the piece that begins at this frame. */
    async addTo(piece: readonly Float32Array[], from: number): Promise<void> {
      const to = from + (piece[0]?.length ?? 0);
      for (const clip of clips) {
        const first = clip.first * factor;
        const end = first + clip.length * factor;
        if (end <= from || first >= to) continue;
        const samples = open.get(clip) ?? (await readClip(speech, clip, rate));
        for (const channel of piece)
          for (let i = Math.max(first, from); i < Math.min(end, to); i += 1)
            channel[i - from] = (channel[i - from] as number) + (samples[i - first] as number);
        if (end > to) open.set(clip, samples);
        else open.delete(clip);
      }
    },
  };
}

async function readClip(speech: WavReader, clip: PlacedClip, rate: number): Promise<Float32Array> {
  const [samples = new Float32Array()] = await speech.read(clip.offset, clip.offset + clip.length);
  return scaled(resampled(samples, SPEECH_RATE, rate), clip.gain);
}

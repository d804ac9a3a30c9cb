import {
  findLipsyncModel,
  type LipsEngine,
  type MouthTrack,
  trackFromAudio,
  trackFromLips,
  trackFromSpeech,
  withHeardForm,
} from '../../engines/lipsync/index.ts';
import type { SpeechChunk } from '../../engines/speech/index.ts';

export type LipsDeps = { lips: LipsEngine };

/** Which lip-sync model was ordered, and who may stop it. */
export type Following = { model: string; signal: AbortSignal };

const DECODED_RATE = 16_000;

/** The times of our own speech are known; a neural model hears in it how far the mouth goes. */
export async function followSpeech(
  { lips }: LipsDeps,
  { chunks, sampleRate }: { chunks: readonly SpeechChunk[]; sampleRate: number },
  /** The same sound at 16 kHz. */
  decode: () => Promise<Float32Array>,
  { model, signal }: Following,
): Promise<MouthTrack> {
  const track = trackFromSpeech(chunks, sampleRate);
  return isNeural(model) ? withHeardForm(track, await lips.hear(await decode(), { signal })) : track;
}

/** The mouth follows the sound itself: nobody wrote down what is said in it. `samples` are of 16 kHz. */
export async function followSound(
  { lips }: LipsDeps,
  samples: Float32Array,
  { model, signal }: Following,
): Promise<MouthTrack> {
  return isNeural(model)
    ? trackFromLips(await lips.hear(samples, { signal }), samples)
    : trackFromAudio(samples, DECODED_RATE);
}

function isNeural(model: string): boolean {
  return findLipsyncModel(model)?.kind === 'neural';
}

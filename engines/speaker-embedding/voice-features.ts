import { pitchesOf } from '../dsp/index.ts';
import { longTermSpectrum, SPECTRUM_BANDS } from './long-term-spectrum.ts';
import { levelled, speechFrameSpans } from './speech-frames.ts';
import type { Voiceprints } from './voiceprints.ts';

export const PRINT_SIZE = 128;
/** A vector is print, spectrum and pitch, each in the units of training. */
export const FEATURE_SIZE = PRINT_SIZE + SPECTRUM_BANDS + 1;
export const SPECTRUM_UNIT_DB = 6;
export const PITCH_UNIT_LOG = 0.3;

/** Measured features of a voice. Plain data. */
export type VoiceFeatures = {
  /** x-vector, unit length. */
  print: Float32Array;
  spectrumDb: Float32Array;
  /** 1 for each band that the recording has, 0 for those above. */
  bands: Float32Array;
  /** Mean logarithm of the pitch in Hz. Null if hardly anything is voiced. */
  logPitch: number | null;
  speechSeconds: number;
};

/** Fewer voiced frames of 10 ms than this do not give a pitch. */
const LEAST_VOICED = 20;

/** Takes mono samples at 16 kHz. */
export async function extractVoiceFeatures(
  prints: Voiceprints,
  samples: Float32Array,
): Promise<VoiceFeatures> {
  const sound = levelled(samples);
  const spans = speechFrameSpans(sound);
  const { steps, print } = await prints.analyse(sound, spans);
  const { decibels, bands } = longTermSpectrum(sound);
  return {
    print: print([{ first: 0, end: steps }]),
    spectrumDb: decibels,
    bands,
    logPitch: meanLogPitch(sound),
    speechSeconds: spans.reduce((sum, { start, end }) => sum + end - start, 0),
  };
}

/** Joins the features to one vector, in the units of training. */
export function featureVector({ print, spectrumDb, logPitch }: VoiceFeatures): Float32Array {
  const pitch = (logPitch ?? 0) / PITCH_UNIT_LOG;
  return Float32Array.of(...print, ...spectrumDb.map((db) => db / SPECTRUM_UNIT_DB), pitch);
}

/** Drops the lowest and highest tenth: pitches detected an octave off. */
function meanLogPitch(samples: Float32Array): number | null {
  const logs = [...pitchesOf(samples)].filter((pitch) => pitch > 0).map(Math.log);
  if (logs.length < LEAST_VOICED) return null;
  logs.sort((a, b) => a - b);
  const cut = Math.floor(logs.length / 10);
  const middle = logs.slice(cut, logs.length - cut);
  return middle.reduce((sum, log) => sum + log, 0) / middle.length;
}

import {
  CALLER_LINES,
  CALLER_VOICE,
  LINES,
  recorded,
} from '../../engines/transcription/testing/recordings.ts';

/** Nothing is heard 34 dB below the loudest sample. */
const AUDIBLE = 0.02;

/** Finished sentences and questions, without the silence before and after. */
export async function recordedLines(): Promise<Float32Array[]> {
  const { question, availability, menu, person } = CALLER_LINES;
  const lines = [
    ...[question, availability, menu, person].map((text) => ({ text, voice: CALLER_VOICE })),
    ...LINES.map((text) => ({ text, voice: 'am_fenrir' })),
    { text: 'We met at the station.', voice: 'af_heart' },
  ];
  return Promise.all(lines.map(async ({ text, voice }) => trimmed(await recorded(text, voice))));
}

function trimmed(samples: Float32Array): Float32Array {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const isAudible = (sample: number): boolean => Math.abs(sample) > AUDIBLE * peak;
  return samples.slice(samples.findIndex(isAudible), samples.findLastIndex(isAudible) + 1);
}

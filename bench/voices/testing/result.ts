import type { Likeness } from '../portrait.ts';
import type { Result, Way } from '../results.ts';

const LIKENESS: Likeness = {
  cosine: 0.5,
  encoder: 0.5,
  spectrumDb: 3,
  formantsPercent: 8,
  cepstra: 4,
  highDb: 5,
};

export function resultOf(
  speaker: string,
  way: Way,
  { likeness, ...changes }: Partial<Omit<Result, 'likeness'>> & { likeness?: Partial<Likeness> } = {},
): Result {
  return {
    speaker,
    kind: 'person',
    way,
    machine: 'a machine',
    artifact: {
      engine: 'kokoro-82m',
      version: 1,
      baseVoice: 'af_heart',
      style: [],
      f0Scale: 1,
      pace: 1,
      equaliserDb: [],
      score: null,
    },
    seconds: 20,
    cpuSeconds: 40,
    likeness: { ...LIKENESS, ...likeness },
    ceiling: { ...LIKENESS, cosine: 0.9 },
    words: { errors: 1, words: 100 },
    baseWords: { errors: 1, words: 100 },
    ...changes,
  };
}

import { domainError } from '../../src/platform/errors.ts';

export const MusicNotInstalled = domainError(
  'unavailable',
  'engine_unavailable',
  'Music is not installed on this server.',
);

/** A loop keeps whole beats, so that not every tempo fits into every length. */
export const TempoDoesNotFit = domainError(
  'invalid',
  'tempo_does_not_fit',
  (bpm: number, fitting: readonly number[]) => {
    const advice =
      fitting.length > 0 ? ` These lengths do: ${fitting.join(', ')} seconds.` : ' Leave out bpm, or loop.';
    return `A loop needs whole beats within 3 percent of ${bpm} bpm, which this length does not have.${advice}`;
  },
);

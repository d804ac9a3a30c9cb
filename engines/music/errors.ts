import { DomainError } from '../../src/platform/errors.ts';

export class MusicNotInstalled extends DomainError {
  constructor() {
    super({
      kind: 'unavailable',
      code: 'engine_unavailable',
      public: 'Music is not installed on this server.',
    });
  }
}

/** A loop keeps whole beats, so that not every tempo fits into every length. */
export class TempoDoesNotFit extends DomainError {
  constructor(bpm: number, fitting: readonly number[]) {
    const advice =
      fitting.length > 0 ? ` These lengths do: ${fitting.join(', ')} seconds.` : ' Leave out bpm, or loop.';
    super({
      kind: 'invalid',
      code: 'tempo_does_not_fit',
      public: `A loop needs whole beats within 3 percent of ${bpm} bpm, which this length does not have.${advice}`,
    });
  }
}

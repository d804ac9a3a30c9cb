import { DomainError } from '../../platform/errors.ts';

export class PromptRequired extends DomainError {
  constructor() {
    super({ kind: 'invalid', code: 'prompt_required', public: 'prompt is required.' });
  }
}

export class UnknownKey extends DomainError {
  constructor() {
    const message = 'key must be a note and a mode, such as "C major", "F# minor" or "D dorian".';
    super({ kind: 'invalid', code: 'invalid_key', public: message });
  }
}

export class PreviewNotFound extends DomainError {
  constructor() {
    super({
      kind: 'not_found',
      code: 'preview_not_found',
      public: 'There is no genre or mood of this name. GET /api/v1/music lists them.',
    });
  }
}

export class SecondsRequired extends DomainError {
  constructor() {
    const message = 'seconds is required, unless history_id names speech.';
    super({ kind: 'invalid', code: 'seconds_required', public: message });
  }
}

/** `history_id` or `duck_db` where they make no sense. */
export class NothingToDuck extends DomainError {
  constructor(message: string) {
    super({ kind: 'invalid', code: 'nothing_to_duck', public: message });
  }
}

export class NoWordTimes extends DomainError {
  constructor() {
    const message =
      'history_id must be speech with words. This generation has no word times to lower music under.';
    super({ kind: 'invalid', code: 'no_word_times', public: message });
  }
}

export class SpeechTooLong extends DomainError {
  constructor(seconds: number, most: number) {
    const message = `The speech is ${seconds.toFixed(1)} seconds long, and music at most ${most}. Send seconds to cover its beginning.`;
    super({ kind: 'invalid', code: 'speech_too_long', public: message });
  }
}

export class StemsNotLossless extends DomainError {
  constructor() {
    const message =
      'Stems are WAV or FLAC files: lossy ones would not sum to the mix, and MIDI has no sound. Use format wav or flac.';
    super({ kind: 'invalid', code: 'stems_not_lossless', public: message });
  }
}

export class NotWithWorkers extends DomainError {
  constructor(model: string) {
    const message = `${model} gives neither stems nor MIDI. Leave out model, or ask for another format.`;
    super({ kind: 'invalid', code: 'not_with_this_model', public: message });
  }
}

export class SectionsDoNotAddUp extends DomainError {
  constructor(sum: number, seconds: number) {
    super({
      kind: 'invalid',
      code: 'invalid_sections',
      public: `The sections add up to ${Number(sum.toFixed(3))} seconds; seconds is ${seconds}.`,
    });
  }
}

export class InvalidHitPoints extends DomainError {
  constructor(message: string) {
    super({ kind: 'invalid', code: 'invalid_hit_points', public: message });
  }
}

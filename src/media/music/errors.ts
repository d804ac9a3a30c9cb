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

export class StemsNotLossless extends DomainError {
  constructor() {
    const message =
      'Stems are WAV or FLAC files: lossy ones would not sum to the mix, and MIDI has no sound. Use format wav or flac.';
    super({ kind: 'invalid', code: 'stems_not_lossless', public: message });
  }
}

export class UnknownMusicModel extends DomainError {
  constructor(known: string) {
    super({ kind: 'invalid', code: 'unknown_model', public: `Unknown model. Use ${known}, or omit it.` });
  }
}

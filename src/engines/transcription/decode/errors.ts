import { DomainError } from '../../../platform/errors.ts';

const REFUSALS = {
  empty_file: 'The file is empty.',
  unreadable_audio: 'The file could not be read as audio; send WAV, MP3, FLAC, Ogg, WebM, M4A or MP4.',
  no_audio_track: 'The file has no audio track.',
} as const;

/** The file itself is at fault, so trying again will not help. */
export class AudioRefused extends DomainError {
  constructor(code: keyof typeof REFUSALS, cause?: unknown) {
    super({ kind: 'invalid', code, public: REFUSALS[code], cause });
  }
}

export class AudioTooLong extends DomainError {
  constructor(maxSeconds: number) {
    super({
      kind: 'invalid',
      code: 'audio_too_long',
      public: `The audio is longer than the ${maxSeconds} seconds allowed in a request. Split it.`,
    });
  }
}

export class DecoderMissing extends DomainError {
  constructor() {
    super({
      kind: 'unavailable',
      code: 'engine_unavailable',
      public: 'Audio files cannot be read on this server: its decoder is not installed.',
    });
  }
}

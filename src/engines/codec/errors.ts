import { DomainError } from '../../platform/errors.ts';

export class EncoderMissing extends DomainError {
  constructor(format: string) {
    super({
      kind: 'unavailable',
      code: 'engine_unavailable',
      public: `This server cannot write ${format}: it has no ffmpeg. Ask for wav, pcm or opus, or have ffmpeg installed or FFMPEG_PATH set.`,
    });
  }
}

export class EncodingFailed extends DomainError {
  constructor(cause: unknown) {
    super({
      kind: 'upstream_failed',
      code: 'encoding_failed',
      public: 'The audio could not be encoded and was not charged. Try again, or ask for wav.',
      cause,
    });
  }
}

import { DomainError } from '../../platform/errors.ts';

export class AvatarNotFound extends DomainError {
  constructor() {
    super({
      kind: 'not_found',
      code: 'avatar_not_found',
      public:
        'Avatar not found. GET /api/v1/avatars lists the presets; an image or video asset can be one too.',
    });
  }
}

export class UnknownVideoModel extends DomainError {
  constructor(known: readonly string[]) {
    super({
      kind: 'invalid',
      code: 'unknown_video_model',
      public: `video_model must be one of ${known.join(', ')}.`,
    });
  }
}

export class NeuralRequired extends DomainError {
  constructor(model: string) {
    super({
      kind: 'invalid',
      code: 'neural_lipsync_required',
      public: `${model} is procedural. Paid plans use neural lip-sync: omit video_model to get it.`,
    });
  }
}

export class MediaTooLong extends DomainError {
  constructor(seconds: number, maxSeconds: number) {
    super({
      kind: 'invalid',
      code: 'media_too_long',
      public: `The video would be about ${Math.ceil(seconds)} seconds long. Your plan allows ${maxSeconds}. Split it, or choose a larger plan.`,
    });
  }
}

export class BackgroundNotFound extends DomainError {
  constructor() {
    super({
      kind: 'not_found',
      code: 'background_not_found',
      public: 'background must be studio, office, a colour such as #0b3d91, or the id of an image asset.',
    });
  }
}

export class NoScript extends DomainError {
  constructor() {
    super({
      kind: 'not_found',
      code: 'no_script',
      public: 'This job has no script. Its audio is the input `sound`.',
    });
  }
}

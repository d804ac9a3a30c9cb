import { DomainError } from '../../../platform/errors.ts';

export class DubNotFound extends DomainError {
  constructor() {
    super({ kind: 'not_found', code: 'dub_not_found', public: 'Dub not found.' });
  }
}

export class InvalidDub extends DomainError {
  constructor(field: string, message: string, code = 'invalid_request') {
    super({
      kind: 'invalid',
      code,
      public: `${field} ${message}.`,
      detail: [{ path: `body.${field}`, message }],
    });
  }
}

export class FilmRequired extends DomainError {
  constructor() {
    super({
      kind: 'invalid',
      code: 'file_required',
      public:
        'Send a video or audio file as multipart/form-data, or the dub_id of another dub of the same film.',
    });
  }
}

export class NothingToHear extends DomainError {
  constructor() {
    super({
      kind: 'invalid',
      code: 'nothing_to_hear',
      public: 'The file has no sound. Send a script with times (SRT or VTT) to dub it without.',
    });
  }
}

/** A dub whose film has not been heard yet has no lines. */
export class NotHeardYet extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'not_heard_yet',
      public: 'The film has not been heard yet. Wait until the first job is completed.',
    });
  }
}

export class NothingToTranslate extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'nothing_to_translate',
      public:
        'That dub was made from a script in its own target language, so that there is nothing to translate.',
    });
  }
}

export class DubbingUnavailable extends DomainError {
  constructor() {
    super({
      kind: 'unavailable',
      code: 'engine_unavailable',
      public: 'No worker that dubs is connected to this server.',
    });
  }
}

export class SpokenConsentRequired extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'consent_not_verified',
      public:
        'This server makes voices only after spoken consent, which a dub cannot have. Clone the speakers and choose their voices, or omit consent.',
    });
  }
}

export class LineNotFound extends DomainError {
  constructor() {
    super({ kind: 'not_found', code: 'line_not_found', public: 'The dub has no such line.' });
  }
}

export class SpeakerNotFound extends DomainError {
  constructor() {
    super({ kind: 'not_found', code: 'speaker_not_found', public: 'The dub has no such speaker.' });
  }
}

export class VersionConflict extends DomainError {
  constructor(version: number) {
    super({
      kind: 'conflict',
      code: 'version_conflict',
      public: `The dub was changed meanwhile and is at version ${version}. Read it again, then repeat the change.`,
    });
  }
}

export class ConsentRequired extends DomainError {
  constructor() {
    super({
      kind: 'invalid',
      code: 'consent_required',
      public:
        'A voice like that of the speaker needs consent. Read GET /api/voices/consent, then send consent: true to PATCH /api/v1/dub/{id}.',
    });
  }
}

export class OtherLanguage extends DomainError {
  constructor(language: string) {
    super({
      kind: 'conflict',
      code: 'other_language',
      public: `That voice was made to speak ${language}. Choose a dub into the same language, or a voice_id.`,
    });
  }
}

export class RenderRunning extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'render_running',
      public: 'The dub is being rendered. Wait for the job or cancel it, then render again.',
    });
  }
}

export class NothingChanged extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'nothing_changed',
      public: 'Nothing was changed since the last render. Its output is at output_url.',
    });
  }
}

export class NotSpokenYet extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'not_spoken_yet',
      public: 'This is not in the last render. Render the dub, then try again.',
    });
  }
}

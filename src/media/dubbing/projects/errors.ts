import { domainError, fieldFault } from '../../../platform/errors.ts';

export const DubNotFound = domainError('not_found', 'dub_not_found', 'Dub not found.');

export const InvalidDub = domainError('invalid', 'invalid_request', fieldFault);
export const UnsupportedTarget = domainError('invalid', 'unsupported_language', fieldFault);
export const SameLanguage = domainError('invalid', 'same_language', fieldFault);
export const FilmTooShort = domainError('invalid', 'media_too_short', fieldFault);
export const NotAFilm = domainError('invalid', 'wrong_media_kind', fieldFault);
export const TooManyLines = domainError('invalid', 'too_many_lines', fieldFault);
export const TooManySpeakers = domainError('invalid', 'too_many_speakers', fieldFault);

export const FilmRequired = domainError(
  'invalid',
  'file_required',
  'Send a video or audio file as multipart/form-data, or the dub_id of another dub of the same film.',
);

export const NothingToHear = domainError(
  'invalid',
  'nothing_to_hear',
  'The file has no sound. Send a script with times (SRT or VTT) to dub it without.',
);

/** A dub whose film has not been heard yet has no lines. */
export const NotHeardYet = domainError(
  'conflict',
  'not_heard_yet',
  'The film has not been heard yet. Wait until the first job is completed.',
);

export const NothingToTranslate = domainError(
  'conflict',
  'nothing_to_translate',
  'That dub was made from a script in its own target language, so that there is nothing to translate.',
);

export const DubbingUnavailable = domainError(
  'unavailable',
  'engine_unavailable',
  'No worker that dubs is connected to this server.',
);

export const SpokenConsentRequired = domainError(
  'conflict',
  'consent_not_verified',
  'This server makes voices only after spoken consent, which a dub cannot have. Clone the speakers and choose their voices, or omit consent.',
);

export const LineNotFound = domainError('not_found', 'line_not_found', 'The dub has no such line.');

export const SpeakerNotFound = domainError('not_found', 'speaker_not_found', 'The dub has no such speaker.');

export const VersionConflict = domainError(
  'conflict',
  'version_conflict',
  (version: number) =>
    `The dub was changed meanwhile and is at version ${version}. Read it again, then repeat the change.`,
);

export const ConsentRequired = domainError(
  'invalid',
  'consent_required',
  'A voice like that of the speaker needs consent. Read GET /api/voices/consent, then send consent: true to PATCH /api/v1/dub/{id}.',
);

export const OtherLanguage = domainError(
  'conflict',
  'other_language',
  (language: string) =>
    `That voice was made to speak ${language}. Choose a dub into the same language, or a voice_id.`,
);

export const RenderRunning = domainError(
  'conflict',
  'render_running',
  'The dub is being rendered. Wait for the job or cancel it, then render again.',
);

export const NothingChanged = domainError(
  'conflict',
  'nothing_changed',
  'Nothing was changed since the last render. Its output is at output_url.',
);

export const NotSpokenYet = domainError(
  'conflict',
  'not_spoken_yet',
  'This is not in the last render. Render the dub, then try again.',
);

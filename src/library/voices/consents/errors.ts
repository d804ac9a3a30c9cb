import { domainError } from '../../../platform/errors.ts';

export const ChallengeNotFound = domainError(
  'not_found',
  'challenge_not_found',
  'Challenge not found. Get a new one from POST /api/voices/consent/challenge.',
);

/** Each can be used once, within its time. */
export const ChallengeSpent = domainError(
  'conflict',
  'challenge_spent',
  'The challenge has expired or was used before. Get a new one from POST /api/voices/consent/challenge.',
);

export const RecordingRequired = domainError(
  'invalid',
  'invalid_request',
  'Send challenge_id and the recording as multipart/form-data.',
);

export const ConsentWordsDiffer = domainError(
  'invalid',
  'consent_words_differ',
  (heard: string) =>
    `We heard “${heard}”, which is not the sentence of the challenge. Get a new one and read it aloud, word by word.`,
);

export const ConsentVoiceDiffers = domainError(
  'invalid',
  'consent_voice_differs',
  'The voice of the recording is not that of the samples. Record it with the same microphone, in a quiet room.',
);

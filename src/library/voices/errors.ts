import { domainError } from '../../platform/errors.ts';

export const VoiceNotFound = domainError(
  'not_found',
  'voice_not_found',
  'Voice not found. GET /api/v1/voices lists the voices you can use.',
);

/** A voice of the marketplace that the account could have. */
export const LicenceRequired = domainError(
  'not_found',
  'not_licensed',
  (listingId: string) =>
    `You have no licence for this voice of the marketplace. Get one with POST /api/v1/voices/community/${listingId}, then use it with the same voice_id.`,
);

export const VoiceNotReady = domainError(
  'conflict',
  'voice_not_ready',
  'The voice is still being made. Poll it until its status is ready, then try again.',
);

export const VoiceFailed = domainError(
  'conflict',
  'voice_failed',
  (reason: string) => `The voice could not be made: ${reason}`,
);

/** Only the worker that made it can read it. */
export const RemoteVoice = domainError(
  'conflict',
  'remote_voice',
  (engine: string, use: string) =>
    `This voice is spoken by ${engine} on a worker and cannot be ${use}. Use a voice of the built-in engine.`,
);

export const ConsentNotVerified = domainError(
  'conflict',
  'consent_not_verified',
  'This server uses a cloned voice only after spoken consent. Get a sentence from POST /api/voices/consent/challenge and send its recording to POST /api/voices/clone/{id}/consent.',
);

export const PlanRequired = domainError('payment_required', 'plan_required', (what: string) => what);

export const SlotLimit = domainError('payment_required', 'slot_limit', (slots: number) =>
  slots === 0
    ? 'Custom voices need a paid plan.'
    : `All ${slots} custom voice slots of your plan are in use. Delete a voice or upgrade your plan.`,
);

/** The owner gets this error; others do not find the voice. */
export const VoiceTakenDown = domainError(
  'conflict',
  'voice_taken_down',
  (reason: string) => `The voice was taken down: ${reason}`,
);

export const VoiceWasTakenDown = domainError(
  'invalid',
  'voice_was_taken_down',
  'These samples sound like a voice that was taken down. It cannot be cloned again.',
);

import { DomainError } from '../../platform/errors.ts';

export class VoiceNotFound extends DomainError {
  constructor() {
    super({
      kind: 'not_found',
      code: 'voice_not_found',
      public: 'Voice not found. GET /api/v1/voices lists the voices you can use.',
    });
  }
}

/** A voice of the marketplace that the account could have. */
export class LicenceRequired extends DomainError {
  constructor(listingId: string) {
    super({
      kind: 'not_found',
      code: 'not_licensed',
      public: `You have no licence for this voice of the marketplace. Get one with POST /api/v1/voices/community/${listingId}, then use it with the same voice_id.`,
    });
  }
}

export class VoiceNotReady extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'voice_not_ready',
      public: 'The voice is still being made. Poll it until its status is ready, then try again.',
    });
  }
}

export class VoiceFailed extends DomainError {
  constructor(reason: string) {
    super({
      kind: 'conflict',
      code: 'voice_failed',
      public: `The voice could not be made: ${reason}`,
    });
  }
}

/** Only the worker that made it can read it. */
export class RemoteVoice extends DomainError {
  constructor(engine: string, use: string) {
    super({
      kind: 'conflict',
      code: 'remote_voice',
      public: `This voice is spoken by ${engine} on a worker and cannot be ${use}. Use a voice of the built-in engine.`,
    });
  }
}

export class ConsentNotVerified extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'consent_not_verified',
      public:
        'This server uses a cloned voice only after spoken consent. Get a sentence from POST /api/voices/consent/challenge and send its recording to POST /api/voices/clone/{id}/consent.',
    });
  }
}

export class PlanRequired extends DomainError {
  constructor(what: string) {
    super({ kind: 'payment_required', code: 'plan_required', public: what });
  }
}

export class SlotLimit extends DomainError {
  constructor(slots: number) {
    super({
      kind: 'payment_required',
      code: 'slot_limit',
      public:
        slots === 0
          ? 'Custom voices need a paid plan.'
          : `All ${slots} custom voice slots of your plan are in use. Delete a voice or upgrade your plan.`,
    });
  }
}

/** For its owner; others do not find it. */
export class VoiceTakenDown extends DomainError {
  constructor(reason: string) {
    super({
      kind: 'conflict',
      code: 'voice_taken_down',
      public: `The voice was taken down: ${reason}`,
    });
  }
}

export class VoiceWasTakenDown extends DomainError {
  constructor() {
    super({
      kind: 'invalid',
      code: 'voice_was_taken_down',
      public: 'These samples sound like a voice that was taken down. It cannot be cloned again.',
    });
  }
}

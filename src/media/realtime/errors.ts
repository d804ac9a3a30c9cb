import { DomainError } from '../../platform/errors.ts';
import type { ProtocolError } from './protocol-error.ts';

export class LanguageModelNotConfigured extends DomainError {
  constructor() {
    super({
      kind: 'unavailable',
      code: 'model_not_configured',
      public:
        'This server has no language model, so it can hold no Realtime conversation. Set LLM_BASE_URL and LLM_MODEL on the server. Transcription works without (intent=transcription).',
    });
  }
}

export class UnknownRealtimeModel extends DomainError {
  constructor(known: readonly string[]) {
    const message = `must be one of ${known.join(', ')}`;
    super({
      kind: 'invalid',
      code: 'unknown_model',
      public: `model ${message}.`,
      detail: [{ path: 'model', message }],
    });
  }
}

export class InvalidSession extends DomainError {
  constructor({ message, param }: Pick<ProtocolError, 'message' | 'param'>) {
    super({
      kind: 'invalid',
      code: 'invalid_request',
      public: message,
      detail: [{ path: `body.${param ?? 'session'}`, message }],
    });
  }
}

export class TooManySessions extends DomainError {
  constructor(most: number) {
    super({
      kind: 'rate_limited',
      code: 'conversation_limit',
      public: `Your plan allows ${most} conversations at a time. End one, then try again.`,
      retryAfterSeconds: 60,
    });
  }
}

export class WebRtcNotOffered extends DomainError {
  constructor() {
    super({
      kind: 'invalid',
      code: 'webrtc_not_offered',
      public:
        'WebRTC is not offered. Connect by a WebSocket to /v1/realtime; browsers send a client secret as the subprotocol openai-insecure-api-key.KEY.',
    });
  }
}

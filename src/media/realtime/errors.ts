import { domainError } from '../../platform/errors.ts';
import type { ProtocolError } from './protocol-error.ts';

export const LanguageModelNotConfigured = domainError(
  'unavailable',
  'model_not_configured',
  'This server has no language model, so it can hold no Realtime conversation. Set LLM_BASE_URL and LLM_MODEL on the server. Transcription works without (intent=transcription).',
);

export const UnknownRealtimeModel = domainError('invalid', 'unknown_model', (known: readonly string[]) => {
  const message = `must be one of ${known.join(', ')}`;
  return { public: `model ${message}.`, detail: [{ path: 'model', message }] };
});

export const InvalidSession = domainError(
  'invalid',
  'invalid_request',
  ({ message, param }: Pick<ProtocolError, 'message' | 'param'>) => ({
    public: message,
    detail: [{ path: `body.${param ?? 'session'}`, message }],
  }),
);

export const TooManySessions = domainError('rate_limited', 'conversation_limit', (most: number) => ({
  public: `Your plan allows ${most} conversations at a time. End one, then try again.`,
  retryAfterSeconds: 60,
}));

export const WebRtcNotOffered = domainError(
  'invalid',
  'webrtc_not_offered',
  'WebRTC is not offered. Connect by a WebSocket to /v1/realtime; browsers send a client secret as the subprotocol openai-insecure-api-key.KEY.',
);

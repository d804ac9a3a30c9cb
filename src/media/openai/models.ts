import { DomainError } from '../../platform/errors.ts';

/** OpenAI's names stand for the speech model of this server, so that existing clients work unchanged. */
export const SPEECH_MODELS: readonly string[] = [
  'tts-1',
  'tts-1-hd',
  'gpt-4o-mini-tts',
  'gpt-4o-mini-tts-2025-12-15',
  'kokoro-82m',
];

export const TRANSCRIPTION_MODELS: readonly string[] = [
  'whisper-1',
  'gpt-transcribe',
  'gpt-4o-transcribe',
  'gpt-4o-mini-transcribe',
  'gpt-4o-mini-transcribe-2025-12-15',
  'whisper-base',
  'moonshine-tiny',
];

class UnknownModel extends DomainError {
  constructor(known: readonly string[]) {
    const message = `must be one of ${known.join(', ')}`;
    super({
      kind: 'invalid',
      code: 'unknown_model',
      public: `model ${message}.`,
      detail: [{ path: 'body.model', message }],
    });
  }
}

export function checkModel(model: string, known: readonly string[]): void {
  if (!known.includes(model)) throw new UnknownModel(known);
}

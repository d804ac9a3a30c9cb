import { TRANSCRIPTION_MODELS as OWN_MODELS } from '../../../engines/transcription/index.ts';
import { domainError, fieldFault } from '../../platform/errors.ts';

/** OpenAI's names stand for the speech model of this server, so that existing clients work unchanged. */
export const SPEECH_MODELS: readonly string[] = [
  'tts-1',
  'tts-1-hd',
  'gpt-4o-mini-tts',
  'gpt-4o-mini-tts-2025-12-15',
  'kokoro-82m',
];

/** OpenAI's names stand for the default model of the language. */
export const TRANSCRIPTION_MODELS: readonly string[] = [
  'whisper-1',
  'gpt-transcribe',
  'gpt-4o-transcribe',
  'gpt-4o-mini-transcribe',
  'gpt-4o-mini-transcribe-2025-12-15',
  ...OWN_MODELS,
];

const UnknownModel = domainError('invalid', 'unknown_model', (known: readonly string[]) =>
  fieldFault('model', `must be one of ${known.join(', ')}`),
);

export function ownModel(model: string): string | undefined {
  return OWN_MODELS.find((one) => one === model);
}

export function checkModel(model: string, known: readonly string[]): void {
  if (!known.includes(model)) throw new UnknownModel(known);
}

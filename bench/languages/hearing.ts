import type { AnyLanguageModel } from '../../engines/transcription/models.ts';
import { findLargerWeights, findTranscriptionWeights } from '../../engines/transcription/weights.ts';
import { loadRecognisers } from '../stt/recognisers.ts';
import type { Spoken } from './passages.ts';

export async function loadHearing(options: {
  modelsDir: string;
  model: string;
}): Promise<(spoken: Spoken, language: string) => Promise<string>> {
  const { modelsDir } = options;
  const weights = await findTranscriptionWeights({ modelsDir });
  if (!weights) throw new Error('the weights are not installed');
  const recognisers = await loadRecognisers(weights, await findLargerWeights({ modelsDir }));
  return async ({ samples }, language) => {
    const { segments } = await recognisers.anyLanguage({
      samples,
      model: options.model as AnyLanguageModel,
      language: language === 'nb' ? 'no' : (language.split('-')[0] ?? language),
      task: 'transcribe',
    });
    return segments.map((segment) => segment.text).join(' ');
  };
}

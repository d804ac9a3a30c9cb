import { joinSamples } from '../../../engines/dsp/index.ts';
import {
  languageOrEnglish,
  type SpeechEngine,
  type SynthesisOptions,
  type SynthesisRequest,
} from '../../../engines/speech/index.ts';

export function previewLineFor(language: string): string {
  return languageOrEnglish(language).previewLine;
}

/** All samples of a short text. */
export async function speakLine(
  engine: SpeechEngine,
  request: SynthesisRequest,
  options: SynthesisOptions = {},
): Promise<Float32Array> {
  const chunks: Float32Array[] = [];
  for await (const { samples } of engine.synthesize(request, options)) chunks.push(samples);
  return joinSamples(chunks);
}

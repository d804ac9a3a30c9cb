import { joinSamples } from '../../engines/dsp/index.ts';
import type { SpeechEngine, SynthesisOptions, SynthesisRequest } from '../../engines/speech/index.ts';

/** By the first part of the language tag. */
const PREVIEW_LINES: Record<string, string> = {
  en: 'Hello. This is how I sound when I read your words aloud.',
  es: 'Hola. Así sueno cuando leo tus palabras en voz alta.',
  fr: 'Bonjour. Voici ma voix quand je lis vos mots à haute voix.',
  hi: 'नमस्ते। आपके शब्द पढ़ते समय मेरी आवाज़ ऐसी सुनाई देती है।',
  it: 'Ciao. Ecco come suona la mia voce quando leggo le tue parole.',
  pt: 'Olá. É assim que a minha voz soa quando leio as suas palavras.',
  ja: 'こんにちは。わたしのこえはこのようにきこえます。',
  zh: '你好。这就是我朗读文字时的声音。',
};

export function previewLineFor(language: string): string {
  return PREVIEW_LINES[language.slice(0, 2)] ?? PREVIEW_LINES.en ?? '';
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

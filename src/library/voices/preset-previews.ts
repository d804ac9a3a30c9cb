import { buffer } from 'node:stream/consumers';
import { encodeWav } from '../../engines/codec/index.ts';
import type { SpeechEngine, SpeechVoice } from '../../engines/speech/index.ts';
import type { Storage } from '../../platform/storage/index.ts';

/** Preview text by the first part of the language tag. */
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

export type PresetPreviews = { previewOf(voice: SpeechVoice): Promise<Buffer> };

/** Previews are synthesized on first request, then kept: 54 of them at start would take minutes. */
export function createPresetPreviews(deps: { engine: SpeechEngine; storage: Storage }): PresetPreviews {
  const running = new Map<string, Promise<Buffer>>();

  async function previewOf(voice: SpeechVoice): Promise<Buffer> {
    const kept = await deps.storage.get(keyOf(voice));
    if (kept) return buffer(kept.body);
    const preview = running.get(voice.id) ?? makePreview(voice).finally(() => running.delete(voice.id));
    running.set(voice.id, preview);
    return preview;
  }

  async function makePreview(voice: SpeechVoice): Promise<Buffer> {
    const chunks: Float32Array[] = [];
    const request = { text: previewLineFor(voice.language), voiceId: voice.id };
    for await (const chunk of deps.engine.synthesize(request, {})) chunks.push(chunk.samples);
    const wav = encodeWav(chunks, deps.engine.capabilities.sampleRate);
    await deps.storage.put(keyOf(voice), wav, { contentType: 'audio/wav' });
    return wav;
  }

  function keyOf(voice: SpeechVoice): string {
    return `previews/${deps.engine.capabilities.model}/${voice.id}.wav`;
  }

  return { previewOf };
}

function previewLineFor(language: string): string {
  return PREVIEW_LINES[language.slice(0, 2)] ?? PREVIEW_LINES.en ?? '';
}

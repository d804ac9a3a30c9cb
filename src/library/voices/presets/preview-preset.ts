import { buffer } from 'node:stream/consumers';
import { encodeWav } from '../../../engines/codec/index.ts';
import type { SpeechEngine, SpeechVoice } from '../../../engines/speech/index.ts';
import type { Storage } from '../../../platform/storage/index.ts';
import { previewLineFor } from './preview-lines.ts';

export type PresetPreviews = { previewOf(voice: SpeechVoice): Promise<Buffer> };

/** Previews are made when somebody first asks, then kept: 54 of them at start would cost minutes. */
export function createPresetPreviews(deps: { engine: SpeechEngine; storage: Storage }): PresetPreviews {
  const inTheMaking = new Map<string, Promise<Buffer>>();

  async function previewOf(voice: SpeechVoice): Promise<Buffer> {
    const kept = await deps.storage.get(keyOf(voice));
    if (kept) return buffer(kept.body);
    const running =
      inTheMaking.get(voice.id) ?? makePreview(voice).finally(() => inTheMaking.delete(voice.id));
    inTheMaking.set(voice.id, running);
    return running;
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

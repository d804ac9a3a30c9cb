import { buffer } from 'node:stream/consumers';
import { encodeWav } from '../../../engines/codec/index.ts';
import type { SpeechEngine, SpeechVoice } from '../../../engines/speech/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import type { Provenance } from '../../work/provenance/index.ts';
import { previewLineFor, speakLine } from './preview-lines.ts';

export type PresetPreviews = { previewOf(voice: SpeechVoice): Promise<Buffer> };

/** Previews are synthesized on first request, then kept: all of them at start would take minutes. */
export function createPresetPreviews(deps: {
  engine: SpeechEngine;
  storage: Storage;
  provenance: Pick<Provenance, 'sign' | 'signedBy'>;
}): PresetPreviews {
  const running = new Map<string, Promise<Buffer>>();

  async function previewOf(voice: SpeechVoice): Promise<Buffer> {
    const kept = await deps.storage.get(keyOf(voice));
    if (kept) return buffer(kept.body);
    const preview = running.get(voice.id) ?? makePreview(voice).finally(() => running.delete(voice.id));
    running.set(voice.id, preview);
    return preview;
  }

  async function makePreview(voice: SpeechVoice): Promise<Buffer> {
    const request = { text: previewLineFor(voice.language), voiceId: voice.id };
    const samples = await speakLine(deps.engine, request);
    const { model, sampleRate } = deps.engine.capabilities;
    const piece = { kind: 'preview', contentType: 'audio/wav', model, voiceId: voice.id };
    const wav = await deps.provenance.sign(piece, encodeWav([samples], sampleRate));
    await deps.storage.put(keyOf(voice), wav, { contentType: 'audio/wav' });
    return wav;
  }

  function keyOf(voice: SpeechVoice): string {
    const { model, mark } = deps.engine.capabilities;
    return `previews/${model}/${mark}/${deps.provenance.signedBy}/${voice.id}.wav`;
  }

  return { previewOf };
}

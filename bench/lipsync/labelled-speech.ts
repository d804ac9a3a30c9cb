import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeWav } from '../../engines/codec/index.ts';
import type { DecodeAudio } from '../../engines/ffmpeg/index.ts';
import { type MouthTrack, trackFromSpeech } from '../../engines/lipsync/index.ts';
import type { SpeechChunk, SpeechEngine } from '../../engines/speech/index.ts';

/** Our own speech at 16 kHz, with ground truth. */
export type LabelledSpeech = { samples: Float32Array; truth: MouthTrack };

/** Voices and sentences that were not used in training. */
export const SENTENCES: readonly { voiceId: string; text: string }[] = [
  {
    voiceId: 'af_bella',
    text: 'Bob bought a map of Poland, but Pam preferred the beautiful island of Mallorca.',
  },
  { voiceId: 'am_michael', text: 'Please remember to bring both umbrellas home before the museum closes.' },
  { voiceId: 'am_onyx', text: 'Five of the seventeen chairs were thrown away yesterday; nobody knows why.' },
  { voiceId: 'bf_isabella', text: 'My grandmother baked plum crumble, and we emptied the bowl in a moment.' },
  { voiceId: 'bm_george', text: 'Though the weather was rough, the ship reached the harbour by midnight.' },
  { voiceId: 'af_sky', text: 'Simple methods often beat complicated ones, provided somebody measures them.' },
  {
    voiceId: 'ff_siwis',
    text: 'Le printemps ramène les papillons et les premiers beaux jours au bord du lac.',
  },
  { voiceId: 'im_nicola', text: 'Il pompiere beve sempre un bicchiere di acqua prima di salire sul camion.' },
];

export function createSynthesis(deps: { engine: SpeechEngine; decodeAudio: DecodeAudio; folder: string }) {
  const { sampleRate } = deps.engine.capabilities;
  return async (text: string, voiceId: string): Promise<LabelledSpeech> => {
    const chunks: SpeechChunk[] = [];
    for await (const chunk of deps.engine.synthesize({ text, voiceId })) chunks.push(chunk);
    const path = join(deps.folder, 'spoken.wav');
    await writeFile(
      path,
      encodeWav(
        chunks.map((chunk) => chunk.samples),
        sampleRate,
      ),
    );
    const { samples } = await deps.decodeAudio(path, { maxSeconds: 600 });
    return { samples, truth: trackFromSpeech(chunks, sampleRate) };
  };
}

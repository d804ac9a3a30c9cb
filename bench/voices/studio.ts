import { joinSamples, resampled } from '../../engines/dsp/index.ts';
import { findVoiceWeights } from '../../engines/speaker-embedding/index.ts';
import { createKokoroEngine, type SpeakerArtifact } from '../../engines/speech/index.ts';
import {
  createTranscriptionEngine,
  findTranscriptionWeights,
  type TranscriptionEngine,
} from '../../engines/transcription/index.ts';
import {
  type CloningEngine,
  createCloningEngine,
  createFittingEngine,
  type FitEngines,
} from '../../engines/voice-cloning/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { HELD_OUT, type SpeakerKind } from './people.ts';

/** The service's speech and analysis engines. */
export type Studio = {
  identity: CloningEngine;
  transcription: TranscriptionEngine;
  /** Cloning engines. For a preset in the role of an unknown speaker, they know none of the held-out presets. */
  learning(kind: SpeakerKind): FitEngines;
  /** 16 kHz, one recording per text; English whatever the base voice speaks. */
  speak(speaker: SpeakerArtifact, texts: readonly string[]): Promise<Float32Array[]>;
  close(): Promise<void>;
};

export async function openStudio(modelsDir: string): Promise<Studio> {
  const log = silentLog;
  const weights = await findTranscriptionWeights({ modelsDir });
  const voiceWeights = await findVoiceWeights({ modelsDir });
  const speech = createKokoroEngine({ modelsDir, log });
  const identity = createCloningEngine({ weights: voiceWeights, log });
  const unknowing = createCloningEngine({ weights: voiceWeights, without: HELD_OUT, log });
  const fitting = createFittingEngine({ weights: voiceWeights, modelsDir, log });
  const transcription = createTranscriptionEngine({ weights, log });

  async function synthesize(speaker: SpeakerArtifact, text: string): Promise<Float32Array> {
    const chunks: Float32Array[] = [];
    const request = { text, voiceId: speaker.baseVoice, speaker, language: 'en-US' };
    for await (const { samples } of speech.synthesize(request)) chunks.push(samples);
    return resampled(joinSamples(chunks), 24_000, 16_000);
  }

  return {
    identity,
    transcription,
    learning: (kind) => ({ speech, fitting, identity: kind === 'person' ? identity : unknowing }),
    speak: (speaker, texts) => Promise.all(texts.map((text) => synthesize(speaker, text))),
    close: async () => {
      await Promise.all(
        [speech, identity, unknowing, fitting, transcription].map((engine) => engine.close()),
      );
    },
  };
}

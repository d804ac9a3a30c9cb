import {
  createKokoroEngine,
  type SpeakerArtifact,
  type SpeechEngine,
} from '../../src/engines/speech/index.ts';
import {
  createTranscriptionEngine,
  findTranscriptionWeights,
  type TranscriptionEngine,
} from '../../src/engines/transcription/index.ts';
import { joined } from '../../src/engines/transcription/testing/spoken.ts';
import {
  createIdentityEngine,
  findVoiceWeights,
  type IdentityEngine,
} from '../../src/engines/voice-identity/index.ts';
import { silentLog } from '../../src/platform/log.ts';

/** The engines of the service, speaking and hearing. */
export type Studio = {
  speech: SpeechEngine;
  identity: IdentityEngine;
  transcription: TranscriptionEngine;
  /** 24 kHz; English whatever the base voice speaks. */
  speak(speaker: SpeakerArtifact, texts: readonly string[]): Promise<Float32Array>;
  close(): Promise<void>;
};

export async function openStudio(modelsDir: string): Promise<Studio> {
  const log = silentLog;
  const weights = await findTranscriptionWeights({ modelsDir });
  const voiceWeights = await findVoiceWeights({ modelsDir });
  const speech = createKokoroEngine({ modelsDir, log });
  const identity = createIdentityEngine({ weights: voiceWeights, log });
  const transcription = createTranscriptionEngine({ weights, log });

  async function say(speaker: SpeakerArtifact, text: string): Promise<Float32Array> {
    const chunks: Float32Array[] = [];
    const request = { text, voiceId: speaker.baseVoice, speaker, language: 'en-US' };
    for await (const { samples } of speech.synthesize(request)) chunks.push(samples);
    return joined(chunks);
  }

  return {
    speech,
    identity,
    transcription,
    speak: async (speaker, texts) => joined(await Promise.all(texts.map((text) => say(speaker, text)))),
    close: async () => {
      await Promise.all([speech.close(), identity.close(), transcription.close()]);
    },
  };
}

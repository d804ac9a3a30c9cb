import type { SpeakerArtifact, SpeechEngine } from '../../speech/index.ts';
import type { HeardVoice } from '../hearing/heard-voice.ts';
import type { IdentityEngine } from '../identity-engine.ts';

export type Engines = { identity: IdentityEngine; speech: SpeechEngine };

/** What is heard of a speaker who says these texts. */
export async function hearSpeaker(
  { identity, speech }: Engines,
  speaker: SpeakerArtifact,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<HeardVoice> {
  const spoken = await Promise.all(texts.map((text) => speak(speech, speaker, text, signal)));
  return identity.hear({ samples: joined(spoken), sampleRate: 24_000 }, signal);
}

async function speak(
  speech: SpeechEngine,
  speaker: SpeakerArtifact,
  text: string,
  signal?: AbortSignal,
): Promise<Float32Array> {
  const chunks: Float32Array[] = [];
  const request = { text, voiceId: speaker.baseVoice, speaker };
  for await (const { samples } of speech.synthesize(request, { signal })) chunks.push(samples);
  return joined(chunks);
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

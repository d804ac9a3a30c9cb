import { joinSamples } from '../../dsp/index.ts';
import type { VoiceFeatures } from '../../speaker-embedding/index.ts';
import type { SpeakerArtifact, SpeechEngine, SynthesisOptions } from '../../speech/index.ts';
import type { CloningEngine } from '../cloning-engine.ts';

export type Engines = { identity: CloningEngine; speech: SpeechEngine };

/** Measures a speaker who says these texts. */
export async function analyseSpeaker(
  { identity, speech }: Engines,
  speaker: SpeakerArtifact,
  texts: readonly string[],
  { signal, draft }: Pick<SynthesisOptions, 'signal' | 'draft'> = {},
): Promise<VoiceFeatures> {
  const recordings = await Promise.all(texts.map((text) => speak(speech, speaker, text, { signal, draft })));
  return identity.analyse({ samples: joinSamples(recordings), sampleRate: 24_000 }, signal);
}

async function speak(
  speech: SpeechEngine,
  speaker: SpeakerArtifact,
  text: string,
  given: SynthesisOptions,
): Promise<Float32Array> {
  const chunks: Float32Array[] = [];
  const request = { text, voiceId: speaker.baseVoice, speaker };
  const options = { ...given, whole: true, unmarked: true };
  for await (const { samples } of speech.synthesize(request, options)) chunks.push(samples);
  return joinSamples(chunks);
}

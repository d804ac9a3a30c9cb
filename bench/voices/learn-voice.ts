import { presetSpeaker, type SpeakerArtifact } from '../../src/engines/speech/index.ts';
import { type FitEngines, fitVoice, matchVoice } from '../../src/engines/voice-identity/index.ts';
import type { Result, Way } from './results.ts';

export type Learnt = { artifact: SpeakerArtifact; seconds: number };

const LANGUAGE = 'en';

/** A voice for that of the recording, and how long it took. `instant`: what was matched to the same recording before. */
export async function learnVoice(
  engines: FitEngines,
  { way, samples, instant }: { way: Way; samples: Float32Array; instant: Result | undefined },
): Promise<Learnt> {
  if (way === 'preset') return timed(() => nearestPreset(engines, samples));
  if (way === 'instant') return timed(() => matchVoice(engines, { samples, language: LANGUAGE }));
  const recordings = [{ samples, quality: 1 }];
  const fitted = await timed(() =>
    fitVoice(engines, { recordings, language: LANGUAGE }, { matched: instant?.artifact }),
  );
  // The match would be the same again, so its time counts and is not spent twice.
  return { ...fitted, seconds: fitted.seconds + (instant?.seconds ?? 0) };
}

async function nearestPreset({ identity }: FitEngines, samples: Float32Array): Promise<SpeakerArtifact> {
  const { print } = await identity.hear({ samples, sampleRate: 16_000 });
  const [nearest] = await identity.nearestVoices(print);
  if (!nearest) throw new Error('there are no presets');
  return presetSpeaker(nearest.voiceId);
}

async function timed(make: () => Promise<SpeakerArtifact>): Promise<Learnt> {
  const beganMs = performance.now();
  const artifact = await make();
  return { artifact, seconds: (performance.now() - beganMs) / 1_000 };
}

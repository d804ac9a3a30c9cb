import { presetSpeaker, type SpeakerArtifact } from '../../engines/speech/index.ts';
import { type FitEngines, fitVoice, matchVoice } from '../../engines/voice-cloning/index.ts';
import { ownCpuSeconds } from '../../scripts/measure/cpu-time.ts';
import type { KeptFitting } from './kept-fitting.ts';
import type { Result, Way } from './results.ts';

export type Lesson = {
  way: Way;
  speaker: string;
  samples: Float32Array;
  /** The earlier match to the start of the same recording. */
  instant: Result | undefined;
};
export type Learnt = Pick<Result, 'artifact' | 'seconds' | 'cpuSeconds'>;

const LANGUAGE = 'en';

/** A voice like that of the recording, and how long it took to find or fit. */
export async function learnVoice(
  engines: FitEngines & { kept: KeptFitting },
  lesson: Lesson,
): Promise<Learnt> {
  const { way, samples } = lesson;
  if (way === 'professional') return fitted(engines, lesson);
  const seconds = stopwatch();
  const cpuSecondsBefore = ownCpuSeconds();
  const artifact = await (way === 'preset'
    ? nearestPreset(engines, samples)
    : matchVoice(engines, { samples, language: LANGUAGE }));
  return { artifact, seconds: seconds(), cpuSeconds: ownCpuSeconds() - cpuSecondsBefore };
}

async function fitted(
  { kept, ...engines }: FitEngines & { kept: KeptFitting },
  { speaker, samples, instant }: Lesson,
): Promise<Learnt> {
  const checkpoint = kept.of(speaker);
  // The match would be the same again, so its time counts but is not spent twice.
  const seconds = stopwatch(checkpoint?.seconds ?? instant?.seconds);
  const artifact = await fitVoice(
    engines,
    { recordings: [{ samples, quality: 1 }], language: LANGUAGE },
    {
      matched: instant?.artifact,
      resume: checkpoint?.fitting,
      onCheckpoint: (fitting) => kept.keep({ speaker, seconds: seconds(), fitting }),
    },
  );
  return { artifact, seconds: seconds(), cpuSeconds: null };
}

async function nearestPreset({ identity }: FitEngines, samples: Float32Array): Promise<SpeakerArtifact> {
  const { print } = await identity.analyse({ samples, sampleRate: 16_000 });
  const [nearest] = await identity.nearestVoices(print);
  if (!nearest) throw new Error('there are no presets');
  return presetSpeaker(nearest.voiceId);
}

function stopwatch(before = 0): () => number {
  const startedMs = performance.now();
  return () => before + (performance.now() - startedMs) / 1_000;
}

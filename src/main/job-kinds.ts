import {
  CLONE_KIND,
  createCloneRunner,
  createDesignRunner,
  createRemixRunner,
  DESIGN_KIND,
  REMIX_KIND,
} from '../library/voices/index.ts';
import { createDubRunner, createTranslators, DUB_KIND } from '../media/dubbing/index.ts';
import { createInferenceRunner, INFERENCE_KIND } from '../media/generate/index.ts';
import { createVideoRunner, VIDEO_KIND } from '../media/video/index.ts';
import { createJobKinds, type JobKind } from '../work/jobs/index.ts';
import { TRANSCRIBE_KIND } from '../work/remote-hearing/index.ts';
import { MUSIC_KIND, SFX_KIND } from '../work/remote-sound/index.ts';
import { SPEAK_KIND } from '../work/remote-speech/index.ts';
import type { JobRunner } from '../work/workers/index.ts';
import type { Engines } from './open-engines.ts';

/** Jobs are run with these, in the server and on worker nodes. */
type Tools = ReturnType<typeof toolsOf>;

type DeclaredKind = {
  kind: JobKind;
  /** Null where an engine is missing. Absent: only workers of other makers run it. */
  runner?(tools: Tools): JobRunner | null;
};

/** Every kind of job. A new one is declared by its slice and added here: the server and the workers read this list. */
const DECLARED: readonly DeclaredKind[] = [
  { kind: VIDEO_KIND, runner: createVideoRunner },
  { kind: DUB_KIND, runner: createDubRunner },
  {
    kind: INFERENCE_KIND,
    runner: ({ languageModel }) => languageModel && createInferenceRunner(languageModel),
  },
  { kind: CLONE_KIND, runner: createCloneRunner },
  { kind: DESIGN_KIND, runner: createDesignRunner },
  { kind: REMIX_KIND, runner: createRemixRunner },
  { kind: SPEAK_KIND },
  { kind: MUSIC_KIND },
  { kind: SFX_KIND },
  { kind: TRANSCRIBE_KIND },
];

export const JOB_KINDS = createJobKinds(DECLARED.map(({ kind }) => kind));

/** `speaks` and `hasRemoteVoices` are for the server, whose speech engine reaches the workers with remote voices. */
export function createRunners(
  engines: Engines,
  server: { speaks?: readonly string[]; hasRemoteVoices?: boolean } = {},
): JobRunner[] {
  const tools = toolsOf(engines, server);
  return DECLARED.flatMap(({ runner }) => runner?.(tools) ?? []);
}

function toolsOf(
  engines: Engines,
  { speaks, hasRemoteVoices = false }: { speaks?: readonly string[]; hasRemoteVoices?: boolean },
) {
  const translators = createTranslators({ ...engines, speaks });
  return { ...engines, ...engines.media, engine: engines.speech, translators, hasRemoteVoices };
}

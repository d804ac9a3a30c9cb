import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { type CallContext, serveProcess } from '../../../src/platform/process-pool/index.ts';
import { sessionOptions } from '../../onnx/index.ts';
import { loadVoiceprints, readXVectorNetwork, type Voiceprints } from '../../speaker-embedding/index.ts';
import {
  type Adapting,
  keepAdaptation,
  type Lesson,
  loadAdapting,
  readAdaptation,
} from '../../speech/index.ts';
import { descendAdaptation, lessAdapted } from './descend-adaptation.ts';
import { judge } from './judgement.ts';
import { voiceLoss } from './loss/voice-loss.ts';
import { measureAdaptation, type Wanted } from './measure-adaptation.ts';
import {
  ADAPTING_CONFIG,
  type Adapted,
  type AdaptingConfig,
  type AdaptingMethods,
  type AdaptPayload,
  type AdaptProgress,
} from './methods.ts';

/** Progress once the generator has spoken, and after the steps. */
const SHARES = { spoken: 0.4, stepped: 0.95 };

/**
 * Shares of an adaptation that are tried when the whole does not pass. Being nearer to the generator in all respects is not always
 * being nearer to the person: voices were found that lose nothing as our decoder was taught, and more than allowed when adapted.
 */
const LESSER = [0.5, 0];

type Loaded = { adapting: Adapting; prints: Voiceprints };

async function adapt(
  loaded: Loaded,
  { learnt, judged, equaliserDb, person, steps }: AdaptPayload,
  { signal, report }: CallContext,
): Promise<Adapted> {
  const begun = process.cpuUsage();
  const { adapting } = loaded;
  const progress = (share: number): void => report({ share } satisfies AdaptProgress);
  const utterances = [...learnt, ...judged];
  const spoken: Lesson[] = [];
  for (const utterance of utterances) {
    signal.throwIfAborted();
    spoken.push(await adapting.lesson(utterance));
    progress((SHARES.spoken * spoken.length) / utterances.length);
  }
  const lessons = spoken.slice(0, learnt.length);
  const onStep = (done: number): void =>
    progress(SHARES.spoken + ((SHARES.stepped - SHARES.spoken) * done) / steps);
  const numbers = await descendAdaptation(adapting, lessons, { steps, signal, onStep });
  const judging = {
    ...loaded,
    lessons: spoken.slice(learnt.length),
    wanted: { equaliserDb, person },
    signal,
  };
  const unadapted = await judgedWith(judging, numbers, 0);
  let best = await judgedWith(judging, numbers, 1);
  for (const share of LESSER) {
    if (passes(best)) break;
    const less = share === 0 ? unadapted : await judgedWith(judging, numbers, share);
    if (passes(less)) best = less;
  }
  const { user, system } = process.cpuUsage(begun);
  progress(1);
  return { ...best, unadapted: unadapted.measures, cpuSeconds: (user + system) / 1e6 };
}

const passes = ({ measures }: Pick<Adapted, 'measures'>): boolean =>
  judge({ ...measures, words: null }).passes;

type Judging = Loaded & { lessons: readonly Lesson[]; wanted: Wanted; signal: AbortSignal };

/** Judged as it is kept: in 16 bits. */
async function judgedWith(
  { adapting, prints, lessons, wanted, signal }: Judging,
  numbers: Float32Array,
  share: number,
): Promise<Pick<Adapted, 'share' | 'adaptation' | 'measures' | 'sounds'>> {
  const adaptation = keepAdaptation(lessAdapted(numbers, share));
  const kept = readAdaptation(adaptation);
  const sounds: Adapted['sounds'] = [];
  for (const lesson of lessons) {
    signal.throwIfAborted();
    sounds.push({ ours: await adapting.speak(lesson, kept), generator: lesson.sound });
  }
  return { share, adaptation, sounds, measures: await measureAdaptation(prints, sounds, wanted) };
}

await serveProcess<AdaptingMethods, AdaptingConfig>({
  config: ADAPTING_CONFIG,
  open: async ({ weights, ...files }) => {
    // Minutes of background work: synthesis and transcription go first.
    setPriority(constants.priority.PRIORITY_LOW);
    const [network, mean, transform] = await Promise.all([
      readFile(weights.network),
      readFile(weights.mean, 'utf8'),
      readFile(weights.transform),
    ]);
    const loss = voiceLoss(readXVectorNetwork({ network, mean, transform }));
    const loaded = {
      adapting: await loadAdapting(loss, files),
      prints: await loadVoiceprints(weights, sessionOptions(files.threads)),
    };
    return { adapt: (payload, context) => adapt(loaded, payload, context) };
  },
});

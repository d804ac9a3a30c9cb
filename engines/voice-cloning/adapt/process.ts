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
import { descendAdaptation } from './descend-adaptation.ts';
import { voiceLoss } from './loss/voice-loss.ts';
import { measureAdaptation } from './measure-adaptation.ts';
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

type Loaded = { adapting: Adapting; prints: Voiceprints };

async function adapt(
  { adapting, prints }: Loaded,
  { learnt, judged, equaliserDb, person, steps }: AdaptPayload,
  { signal, report }: CallContext,
): Promise<Adapted> {
  const begun = process.cpuUsage();
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
  const adaptation = keepAdaptation(numbers);
  const tests = spoken.slice(learnt.length);
  const soundsBy = async (by?: Float32Array): Promise<Adapted['sounds']> => {
    const sounds: Adapted['sounds'] = [];
    for (const lesson of tests) {
      signal.throwIfAborted();
      sounds.push({ ours: await adapting.speak(lesson, by), generator: lesson.sound });
    }
    return sounds;
  };
  const wanted = { equaliserDb, person };
  const unadapted = await measureAdaptation(prints, await soundsBy(), wanted);
  // Judged as it is kept: in 16 bits.
  const sounds = await soundsBy(readAdaptation(adaptation));
  const measures = await measureAdaptation(prints, sounds, wanted);
  const { user, system } = process.cpuUsage(begun);
  progress(1);
  return { adaptation, measures, unadapted, sounds, cpuSeconds: (user + system) / 1e6 };
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

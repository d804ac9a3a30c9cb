import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { serveProcess } from '../../../src/platform/process-pool/index.ts';
import { readXVectorNetwork } from '../../speaker-embedding/index.ts';
import { loadTimbreGradient, type TimbreGradient } from '../../speech/index.ts';
import {
  ARTICULATION_ERROR,
  type Articulation,
  articulationOf,
  LEVELS,
  NO_ARTICULATION,
} from './listener/articulation.ts';
import { givenFor, LIKENESS, listenerWith, SPECTRUM_ERROR } from './listener/listener.ts';
import {
  FITTING_CONFIG,
  type FittingConfig,
  type FittingMethods,
  type Slope,
  type SlopePayload,
} from './methods.ts';

/** Articulation of the starting voices, per sentence, for the running fittings. */
const articulations = new Map<string, Articulation>();
const MOST_REMEMBERED = 64;

async function articulationOfStart(
  gradient: TimbreGradient,
  { phonemes, start, wanted }: SlopePayload,
): Promise<Articulation> {
  const key = JSON.stringify([phonemes, start]);
  const known = articulations.get(key);
  if (known) return known;
  const { outputs } = await gradient.analyse({ phonemes, speaker: start }, givenFor(wanted, NO_ARTICULATION));
  const levels = outputs[LEVELS];
  if (!levels) throw new Error('the listener returned no levels');
  const articulation = articulationOf(levels);
  articulations.set(key, articulation);
  const [oldest = ''] = articulations.keys();
  if (articulations.size > MOST_REMEMBERED) articulations.delete(oldest);
  return articulation;
}

async function analyse(gradient: TimbreGradient, payload: SlopePayload): Promise<Slope> {
  const { phonemes, speaker, wanted } = payload;
  const given = givenFor(wanted, await articulationOfStart(gradient, payload));
  const analysed = await gradient.analyse({ phonemes, speaker }, given);
  const [likeness = 0, spectrumErrorDb = 0, articulationError = 0] = [
    LIKENESS,
    SPECTRUM_ERROR,
    ARTICULATION_ERROR,
  ].map((name) => analysed.outputs[name]?.[0]);
  return { likeness, spectrumErrorDb, articulationError, gradient: analysed.gradient };
}

await serveProcess<FittingMethods, FittingConfig>({
  config: FITTING_CONFIG,
  open: async ({ weights, modelsDir, threads }) => {
    // Minutes of background work: synthesis and transcription go first.
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    const [network, mean, transform] = await Promise.all([
      readFile(weights.network),
      readFile(weights.mean, 'utf8'),
      readFile(weights.transform),
    ]);
    const listener = listenerWith(readXVectorNetwork({ network, mean, transform }));
    const gradient = await loadTimbreGradient(listener, { modelsDir, threads });
    return {
      analyse: (payload, { signal }) => {
        signal.throwIfAborted();
        return analyse(gradient, payload);
      },
    };
  },
});

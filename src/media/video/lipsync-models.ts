import {
  DEFAULT_LIPSYNC_MODEL,
  findLipsyncModel,
  LIPSYNC_MODELS,
  type LipsyncModel,
} from '../../../engines/lipsync/index.ts';
import type { Plan } from '../../money/plans/index.ts';
import { NeuralRequired, UnknownVideoModel } from './errors.ts';

/** Whether a connected worker offers the model, and what else the job needs. */
export type IsOffered = (model: LipsyncModel, needs?: readonly string[]) => Promise<boolean>;

export type ListedLipsyncModel = Pick<LipsyncModel, 'name' | 'kind' | 'licence'> & { available: boolean };

/** Every lip-sync model a request may name, for GET /api/v1/models. */
export function listLipsyncModels(isOffered: IsOffered): Promise<ListedLipsyncModel[]> {
  return Promise.all(
    LIPSYNC_MODELS.map(async (model) => {
      const { name, kind, licence } = model;
      return { name, kind, licence, available: await isOffered(model) };
    }),
  );
}

export type ChosenModel = { model: LipsyncModel; offered: boolean };

/**
 * A named model is never replaced by another. Without a name it is the default where a worker offers it, else the best
 * available model that the plan allows. Where there is none it is the default, so that the job reports what is missing.
 */
export async function chooseLipsync(
  wanted: string | undefined,
  plan: Pick<Plan, 'neuralLipSync'>,
  isOffered: IsOffered,
): Promise<ChosenModel> {
  const named = checkVideoModel(wanted, plan);
  if (named) return { model: named, offered: await isOffered(named) };
  const neuralOnly = plan.neuralLipSync === 'required';
  const allowed = LIPSYNC_MODELS.filter(({ kind }) => kind === 'neural' || !neuralOnly);
  for (const model of byPreference(allowed)) if (await isOffered(model)) return { model, offered: true };
  const missing = findLipsyncModel(DEFAULT_LIPSYNC_MODEL);
  if (!missing) throw new Error('the default lip-sync model is not in the list of models');
  return { model: missing, offered: false };
}

/** Returns the named model, if any. Refuses unknown models and those that the plan does not allow. */
export function checkVideoModel(
  wanted: string | undefined,
  plan: Pick<Plan, 'neuralLipSync'>,
): LipsyncModel | undefined {
  if (wanted === undefined) return undefined;
  const model = findLipsyncModel(wanted);
  if (!model) throw new UnknownVideoModel(LIPSYNC_MODELS.map(({ name }) => name));
  if (plan.neuralLipSync === 'required' && model.kind !== 'neural') throw new NeuralRequired(model.name);
  return model;
}

function byPreference(models: readonly LipsyncModel[]): LipsyncModel[] {
  const rank = ({ name, kind }: LipsyncModel): number =>
    name === DEFAULT_LIPSYNC_MODEL ? 0 : kind === 'neural' ? 1 : 2;
  return models.toSorted((a, b) => rank(a) - rank(b));
}

/** Error of a job whose model no worker offers. There is no silent fallback. */
export function lipsyncMissing(model: string): { error: string; errorCode: string } {
  return {
    error:
      `The neural lip-sync model ${model} is not available on this server, and no other model may replace it. ` +
      'Nothing was charged. The operator can start a worker that offers it.',
    errorCode: 'lipsync_unavailable',
  };
}

import type { Caller } from '../../../http/index.ts';
import { type LimitDeps, takeOfDay } from '../../../money/model-tokens/index.ts';
import type { NewJob } from '../../../work/jobs/index.ts';
import { ANY_TO_ANY } from '../translating/worker-capabilities.ts';

/**
 * The price of a dub has its translation in it, because what is translated is spoken. A language model's counts against the day:
 * a line is read with those before it, written once, and again if it is too long to be spoken in time.
 */
export async function countTranslation(
  deps: LimitDeps,
  caller: Caller,
  { needs, charges }: Pick<NewJob, 'needs' | 'charges'>,
): Promise<void> {
  if (!needs.includes(ANY_TO_ANY)) return;
  const spoken = charges.filter(({ unit }) => unit === 'tts_character');
  const characters = spoken.reduce((sum, { quantity }) => sum + quantity, 0);
  await takeOfDay(deps, caller, { input: characters, output: Math.ceil(characters / 2) });
}

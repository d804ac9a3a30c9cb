import type { Caller } from '../../../http/index.ts';
import { creditsToReserve } from '../../../money/ledger/index.ts';
import { parseScript } from '../script.ts';
import { givenInRange, mustHear } from './check-request.ts';
import { dubbedSeconds } from './dub.ts';
import { type QuoteDeps, quoteDub } from './quote-dub.ts';
import { readRenderable } from './render-dub.ts';
import { givenCharacters, guessCharacters } from './what-changed.ts';

/** Estimates the characters to speak and the seconds to hear for a film. A script with times needs no hearing. */
export function expectedWork(
  seconds: number,
  script: string | undefined,
): { characters: number; heardSeconds: number } {
  const written = script === undefined ? null : { language: '', lines: parseScript(script) };
  const given = givenInRange(written, null, seconds);
  return {
    characters: given ? givenCharacters(given) : guessCharacters(seconds),
    heardSeconds: mustHear({ script: null, given }) ? seconds : 0,
  };
}

/** Returns the credits that rendering the dub again would reserve. Throws whatever the render would throw. */
export async function estimateRender(deps: QuoteDeps, caller: Caller, id: string) {
  const dub = await readRenderable(deps.db, caller.accountId, id);
  const { charges } = (await quoteDub(deps, caller, dub, { requestId: '', webhookUrl: undefined, needs: [] }))
    .job;
  const spoken = charges.filter(({ unit }) => unit === 'tts_character');
  return {
    characters: spoken.reduce((sum, { quantity }) => sum + quantity, 0),
    seconds: dub.seconds ?? dubbedSeconds(dub.film, dub.options.range),
    credits: charges.reduce((sum, charge) => sum + creditsToReserve(charge), 0),
  };
}

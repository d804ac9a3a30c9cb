import type { LipsyncModel } from '../../engines/lipsync/index.ts';
import type { Caller } from '../../http/index.ts';
import type { DomainError } from '../../platform/errors.ts';
import { type MediaGatherer, type PayloadDeps, quotePayload } from '../generate/index.ts';
import type { VideoQuote } from '../video/index.ts';
import { isLineProblem } from './errors.ts';
import type { Line } from './read-lines.ts';

export type QuotedLine = Pick<Line, 'line' | 'requestId'> &
  ({ quote: VideoQuote } | { problem: DomainError });

/** Lines whose files are fetched at a time. */
const AT_ONCE = 4;

/** Quotes every line as a call of its own would, and keeps what is wrong with each. */
export async function quoteLines(
  deps: PayloadDeps,
  caller: Caller,
  lines: readonly Line[],
  { gather }: MediaGatherer,
  { requestId, signal }: { requestId: string; signal: AbortSignal },
): Promise<QuotedLine[]> {
  const asking = { ...deps, isOffered: remembered(deps.isOffered) };
  return inTurns(lines, async ({ line, requestId: own, read }) => {
    const known = { line, requestId: own };
    if ('problem' in read) return { ...known, ...read };
    try {
      const media = await gather(caller, read.media, signal);
      return { ...known, quote: await quotePayload(asking, caller, read.payload, media, own ?? requestId) };
    } catch (error) {
      if (isLineProblem(error)) return { ...known, problem: error };
      throw error;
    }
  });
}

async function inTurns<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  // One iterator for all: whoever is free takes the next.
  const takeTurns = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await run(item);
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, takeTurns));
  for (const turn of ended) if (turn.status === 'rejected') throw turn.reason;
  return results;
}

/** Workers come and go; within one batch the first answer holds for all. */
function remembered(
  ask: (model: LipsyncModel) => Promise<boolean>,
): (model: LipsyncModel) => Promise<boolean> {
  const answers = new Map<string, Promise<boolean>>();
  return (model) => {
    const answer = answers.get(model.name) ?? ask(model);
    answers.set(model.name, answer);
    return answer;
  };
}

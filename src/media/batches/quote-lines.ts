import type { LipsyncModel } from '../../engines/lipsync/index.ts';
import type { Caller } from '../../http/index.ts';
import type { DomainError } from '../../platform/errors.ts';
import { type MediaGatherer, type PayloadDeps, quotePayload, readPayloadScript } from '../generate/index.ts';
import type { ReadSpeech } from '../speech/index.ts';
import type { VideoQuote } from '../video/index.ts';
import { isLineProblem } from './errors.ts';
import type { Line, ReadItem } from './read-lines.ts';

export type QuotedLine = Pick<Line, 'line' | 'requestId'> &
  ({ quote: VideoQuote } | { problem: DomainError });

type ScriptedLine = Line<ReadItem & { script: ReadSpeech | null }>;

/** Lines whose files are fetched at a time. */
const AT_ONCE = 4;

/** Reads the text of every line, before the files of any line are fetched. */
export function readScripts(
  deps: PayloadDeps,
  caller: Caller,
  lines: readonly Line[],
): Promise<ScriptedLine[]> {
  return inTurns(lines, async ({ line, requestId, read }) => {
    if ('problem' in read) return { line, requestId, read };
    try {
      const script = await readPayloadScript(deps, caller, read.payload, read.media);
      return { line, requestId, read: { ...read, script } };
    } catch (error) {
      if (isLineProblem(error)) return { line, requestId, read: { problem: error } };
      throw error;
    }
  });
}

/** Quotes every line as a call of its own would, and keeps what is wrong with each. */
export async function quoteLines(
  deps: PayloadDeps,
  caller: Caller,
  lines: readonly ScriptedLine[],
  { gather }: MediaGatherer,
  { requestId, signal }: { requestId: string; signal: AbortSignal },
): Promise<QuotedLine[]> {
  const quoteDeps = { ...deps, isOffered: remembered(deps.isOffered) };
  return inTurns(lines, async ({ line, requestId: own, read }) => {
    const known = { line, requestId: own };
    if ('problem' in read) return { ...known, ...read };
    try {
      const { payload, script } = read;
      const media = await gather(caller, read.media, signal);
      return {
        ...known,
        quote: await quotePayload(quoteDeps, caller, payload, script, media, own ?? requestId),
      };
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
  const settled = await Promise.allSettled(Array.from({ length: AT_ONCE }, takeTurns));
  for (const turn of settled) if (turn.status === 'rejected') throw turn.reason;
  return results;
}

/** Workers come and go; within one batch the first answer holds for all. */
function remembered(
  isOffered: (model: LipsyncModel) => Promise<boolean>,
): (model: LipsyncModel) => Promise<boolean> {
  const answers = new Map<string, Promise<boolean>>();
  return (model) => {
    const answer = answers.get(model.name) ?? isOffered(model);
    answers.set(model.name, answer);
    return answer;
  };
}

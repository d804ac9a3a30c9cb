import type { LipsyncModel } from '../../../engines/lipsync/index.ts';
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

/** The number of lines whose files are fetched at once. */
const CONCURRENCY = 4;

/** Reads all texts before any file is fetched. */
export function readScripts(
  deps: PayloadDeps,
  caller: Caller,
  lines: readonly Line[],
): Promise<ScriptedLine[]> {
  return mapConcurrently(lines, async ({ line, requestId, read }) => {
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

/** Quotes every line like a single request. Collects the problems instead of stopping at the first. */
export async function quoteLines(
  deps: PayloadDeps,
  caller: Caller,
  lines: readonly ScriptedLine[],
  { gather }: MediaGatherer,
  { requestId, signal }: { requestId: string; signal: AbortSignal },
): Promise<QuotedLine[]> {
  const quoteDeps = { ...deps, isOffered: cached(deps.isOffered) };
  return mapConcurrently(lines, async ({ line, requestId: own, read }) => {
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

async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  // All loops share one iterator, so that an idle one takes the next item.
  const work = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await run(item);
  };
  const settled = await Promise.allSettled(Array.from({ length: CONCURRENCY }, work));
  for (const turn of settled) if (turn.status === 'rejected') throw turn.reason;
  return results;
}

/** Caches the result, so that all lines of a batch see the same models although workers come and go. */
function cached(
  isOffered: (model: LipsyncModel) => Promise<boolean>,
): (model: LipsyncModel) => Promise<boolean> {
  const results = new Map<string, Promise<boolean>>();
  return (model) => {
    const result = results.get(model.name) ?? isOffered(model);
    results.set(model.name, result);
    return result;
  };
}

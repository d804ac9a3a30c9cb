import { refuseTooManyValues, refuseUnusableText } from '../../http/index.ts';
import { PLANS } from '../../money/plans/index.ts';
import type { DomainError } from '../../platform/errors.ts';
import { collectInTurns } from '../../platform/event-loop.ts';
import {
  type GenerateRequest,
  type MediaPair,
  readPayload,
  type Source,
  sourcesOf,
} from '../generate/index.ts';
import { BatchTooLarge, DuplicateRequestId, InvalidBatch, InvalidLine, isLineProblem } from './errors.ts';
import type { BatchRequest } from './schemas.ts';

/** One item, by the number that its sender counts. */
export type Line<Read = ReadItem> = {
  line: number;
  requestId: string | undefined;
  read: Read | { problem: DomainError };
};

export type ReadItem = { payload: GenerateRequest; media: MediaPair<Source> };

/** Refuses a payload that is invalid in itself. */
export type CheckPayload = (payload: GenerateRequest, sources: readonly Source[]) => MediaPair<Source>;

const MOST_REQUEST_ID = 200;
const MOST_ITEMS = Math.max(...Object.values(PLANS).map(({ batchItems }) => batchItems));
/** Empty lines between items are fine. */
const MOST_LINES = 2 * MOST_ITEMS + 1;

/** Parses and checks every line without looking anything up. */
export async function readLines(
  { items, jsonl }: Pick<BatchRequest, 'items' | 'jsonl'>,
  check: CheckPayload,
): Promise<Line[]> {
  if ((items === undefined) === (jsonl === undefined)) throw new InvalidBatch('Send either items or jsonl.');
  const count = jsonl === undefined ? (items ?? []).length : jsonl.split('\n', MOST_LINES + 1).length;
  // No plan takes so many, and reading them would keep everybody else waiting.
  if (count > MOST_LINES) throw new BatchTooLarge(count, MOST_ITEMS);
  const lines = await collectInTurns(
    jsonl === undefined ? itemLines(items ?? [], check) : jsonLines(jsonl, check),
  );
  if (lines.length === 0) throw new InvalidBatch('The batch is empty.');
  return lines;
}

function* itemLines(items: readonly unknown[], check: CheckPayload): Generator<Line> {
  for (const [index, item] of items.entries())
    yield { line: index + 1, requestId: undefined, read: attempt(() => readItem(item, check)) };
}

function* jsonLines(jsonl: string, check: CheckPayload): Generator<Line> {
  const seen = new Map<string, number>();
  for (const [index, text] of jsonl.split('\n').entries())
    if (text.trim() !== '') yield jsonLine(text, index + 1, seen, check);
}

function jsonLine(text: string, line: number, seen: Map<string, number>, check: CheckPayload): Line {
  const parsed = attempt(() => parse(text));
  if ('problem' in parsed) return { line, requestId: undefined, read: parsed };
  const { requestId, payload } = parsed;
  const first = seen.get(requestId);
  if (first !== undefined) return { line, requestId, read: { problem: new DuplicateRequestId(first) } };
  seen.set(requestId, line);
  return { line, requestId, read: attempt(() => readItem(payload, check)) };
}

function parse(text: string): { requestId: string; payload: unknown } {
  refuseTooManyValues(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new InvalidLine('The line is not valid JSON.');
    throw error;
  }
  refuseUnusableText(value);
  const { request_id: requestId, payload } = isObject(value) ? value : {};
  if (!isObject(payload)) throw new InvalidLine('The line needs a payload.');
  if (requestId === undefined) throw new InvalidLine('The line needs a request_id.');
  if (typeof requestId === 'string' && requestId.length > 0 && requestId.length <= MOST_REQUEST_ID)
    return { requestId, payload };
  throw new InvalidLine(`request_id must be a string of 1 to ${MOST_REQUEST_ID} characters.`);
}

function readItem(value: unknown, check: CheckPayload): ReadItem {
  const payload = readPayload(value);
  if (payload.taskType === 'llm_inference')
    throw new InvalidLine('A batch renders videos; send llm_inference to POST /api/v1/generate.');
  return { payload, media: check(payload, sourcesOf(payload.input)) };
}

function attempt<Result>(read: () => Result): Result | { problem: DomainError } {
  try {
    return read();
  } catch (error) {
    if (isLineProblem(error)) return { problem: error };
    throw error;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

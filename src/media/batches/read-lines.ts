import { findJsonFault, refuseTooManyValues, refuseUnusableText } from '../../http/index.ts';
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

/** An item with its line number as the sender counts it. */
export type Line<Read = ReadItem> = {
  line: number;
  requestId: string | undefined;
  read: Read | { problem: DomainError };
};

export type ReadItem = { payload: GenerateRequest; media: MediaPair<Source> };

/** Throws if the payload is invalid on its own, without any lookup. */
export type CheckPayload = (payload: GenerateRequest, sources: readonly Source[]) => MediaPair<Source>;

const MAX_REQUEST_ID_LENGTH = 200;
const MAX_ITEMS = Math.max(...Object.values(PLANS).map(({ batchItems }) => batchItems));
/** Allows empty lines between items. */
const MAX_LINES = 2 * MAX_ITEMS + 1;

/** Parses and checks every line without looking anything up. */
export async function readLines(
  { items, jsonl }: Pick<BatchRequest, 'items' | 'jsonl'>,
  check: CheckPayload,
): Promise<Line[]> {
  if ((items === undefined) === (jsonl === undefined)) throw new InvalidBatch('Send either items or jsonl.');
  const count = jsonl === undefined ? (items ?? []).length : jsonl.split('\n', MAX_LINES + 1).length;
  // No plan allows this many, and parsing them would block the event loop.
  if (count > MAX_LINES) throw new BatchTooLarge(count, MAX_ITEMS);
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
    if (error instanceof SyntaxError)
      throw new InvalidLine(
        `The line is not valid JSON: see ${findJsonFault(text)?.replace('line 1, ', '')}.`,
      );
    throw error;
  }
  refuseUnusableText(value);
  const { request_id: requestId, payload } = isObject(value) ? value : {};
  if (!isObject(payload)) throw new InvalidLine('The line needs a payload.');
  if (requestId === undefined) throw new InvalidLine('The line needs a request_id.');
  if (typeof requestId === 'string' && requestId.length > 0 && requestId.length <= MAX_REQUEST_ID_LENGTH)
    return { requestId, payload };
  throw new InvalidLine(`request_id must be a string of 1 to ${MAX_REQUEST_ID_LENGTH} characters.`);
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

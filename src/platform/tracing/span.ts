import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { DomainError } from '../errors.ts';
import type { Attributes } from '../otlp/index.ts';

export type SpanKind = 'internal' | 'server' | 'consumer';

/** What the spans of a trace share in this process. */
type Trace = {
  id: string;
  /** Spans are timed by the clock that never jumps; this many milliseconds later it is the time of day. */
  aheadMs: number;
  spansLeft: number;
  onEnd(span: Span): void;
};

type NewSpan = { trace: Trace; name: string; parentId: string | undefined; kind: SpanKind };

/** A film has thousands of steps. After so many the trace gets no more: it tells enough, and nobody could read it. */
const MAX_SPANS_PER_TRACE = 1_000;

/** A piece of work with a beginning and an end, within a trace. */
export class Span {
  readonly id = randomBytes(8).toString('hex');
  readonly trace: Trace;
  readonly name: string;
  readonly parentId: string | undefined;
  readonly kind: SpanKind;
  readonly startMs: number;
  /** Never anything of a customer: no account, no text, no message of an error. */
  readonly attributes: Attributes;
  endMs: number | undefined;
  hasFailed = false;

  constructor({ trace, name, parentId, kind }: NewSpan, attributes: Attributes) {
    this.trace = trace;
    this.name = name;
    this.parentId = parentId;
    this.kind = kind;
    this.attributes = attributes;
    this.startMs = performance.now() + trace.aheadMs;
  }

  /** Undefined if the trace has enough spans. */
  child(name: string, attributes: Attributes = {}): Span | undefined {
    const { trace } = this;
    if (trace.spansLeft <= 0) return undefined;
    trace.spansLeft -= 1;
    return new Span({ trace, name, parentId: this.id, kind: 'internal' }, attributes);
  }

  /** Only the first end counts. */
  end(): void {
    if (this.endMs !== undefined) return;
    this.endMs = performance.now() + this.trace.aheadMs;
    this.trace.onEnd(this);
  }

  fail(error: unknown): void {
    if (this.endMs !== undefined) return;
    this.hasFailed = true;
    this.attributes['error.type'] = typeOf(error);
    this.end();
  }
}

/** Names the kind of error. Its message may repeat what a customer sent. */
function typeOf(error: unknown): string {
  if (error instanceof DomainError) return error.code;
  return error instanceof Error ? error.name : 'unknown';
}

type Root = { traceId: string; name: string; parentId: string | undefined; kind: SpanKind };

export function startTrace(
  { traceId, ...root }: Root,
  attributes: Attributes,
  onEnd: (span: Span) => void,
): Span {
  const aheadMs = Date.now() - performance.now();
  return new Span(
    { ...root, trace: { id: traceId, aheadMs, spansLeft: MAX_SPANS_PER_TRACE - 1, onEnd } },
    attributes,
  );
}

/** Begins a trace, unless none is wanted. */
export type StartTrace = (name: string, attributes?: Attributes) => Span | undefined;

const current = new AsyncLocalStorage<Span>();

/** Undefined wherever nothing is traced. */
export function currentSpan(): Span | undefined {
  return current.getStore();
}

/** Whatever `run` starts belongs to the span. */
export function inSpan<Result>(span: Span | undefined, run: () => Result): Result {
  return span ? current.run(span, run) : run();
}

/** The same, and the span ends with the promise. */
export function runSpan<Result>(span: Span | undefined, run: () => Promise<Result>): Promise<Result> {
  return span ? ended(span, current.run(span, run)) : run();
}

async function ended<Result>(span: Span, running: Promise<Result>): Promise<Result> {
  try {
    const result = await running;
    span.end();
    return result;
  } catch (error) {
    span.fail(error);
    throw error;
  }
}

/** A step of whatever is traced here. Where nothing is, it only runs. */
export function traced<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  const parent = current.getStore();
  return parent ? runSpan(parent.child(name), run) : run();
}

/** The same for what comes in steps. The span ends with the last one, or when nobody wants more. */
export function tracedSteps<Item>(
  parent: Span | undefined,
  name: string,
  open: () => AsyncIterable<Item>,
): AsyncIterable<Item> {
  const span = parent?.child(name);
  return span ? stepsIn(span, open) : open();
}

async function* stepsIn<Item>(span: Span, open: () => AsyncIterable<Item>): AsyncGenerator<Item> {
  const steps = current.run(span, () => open()[Symbol.asyncIterator]());
  try {
    for (;;) {
      const step = await current.run(span, () => steps.next());
      if (step.done) return;
      yield step.value;
    }
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    await current.run(span, async () => steps.return?.());
    span.end();
  }
}

/** Runs each step of a generator in the span in which it was opened, whoever asks for the step. */
export function keepSpan<Item>(steps: AsyncGenerator<Item>): AsyncGenerator<Item> {
  const span = current.getStore();
  if (!span) return steps;
  return {
    next: () => current.run(span, () => steps.next()),
    return: (value) => current.run(span, () => steps.return(value)),
    throw: (error) => current.run(span, () => steps.throw(error)),
    [Symbol.asyncIterator]() {
      return this;
    },
    [Symbol.asyncDispose]: () => current.run(span, () => steps[Symbol.asyncDispose]()),
  };
}

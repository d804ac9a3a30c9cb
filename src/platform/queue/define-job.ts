import type { Static, TSchema } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import type { Log } from '../log.ts';
import { InvalidJobPayload, UnknownJobVersion } from './errors.ts';

export type JobContext = {
  id: string;
  /** Counts from 1. */
  attempt: number;
  /** Aborts when the deadline passes or the node gives up waiting at its stop. */
  signal: AbortSignal;
  log: Log;
};

type Handler<Payload extends TSchema, Deps> = (
  deps: Deps,
  payload: Static<Payload>,
  context: JobContext,
) => Promise<void>;

export type JobDefinition<Payload extends TSchema = TSchema, Deps = never> = {
  name: string;
  /** Raised when the payload changes its meaning; a job of another version is not run. */
  version: number;
  payload: Payload;
  maxAttempts: number;
  /** Of one attempt. Also how long a job can be lost when its node dies, where that is under a minute. */
  deadlineSeconds: number;
  /** Before the second attempt; doubles from there to five minutes. Default 2. */
  retryDelaySeconds?: number;
  /** At least once: a node may die after the work and before the acknowledgement, so it must bear repeating. */
  run: Handler<Payload, Deps>;
  /** Runs, itself retried, once `run` has failed for good, also when its node died. */
  onExhausted?: Handler<Payload, Deps>;
};

/** A job whose payload and dependencies no longer matter, as the queue keeps it. */
export type AnyJob = Omit<JobDefinition, 'run' | 'onExhausted' | 'payload'> & { onExhausted?: unknown };

export type Envelope = { version: number; payload: unknown };

export type Job<Payload extends TSchema, Deps> = JobDefinition<Payload, Deps> & {
  /** Refuses a payload that does not fit the schema. */
  seal(payload: Static<Payload>): Envelope;
  open(envelope: unknown): Static<Payload>;
};

export function defineJob<Payload extends TSchema, Deps>(
  definition: JobDefinition<Payload, Deps>,
): Job<Payload, Deps> {
  const checker = TypeCompiler.Compile(definition.payload);
  const { name, version } = definition;
  const check = (payload: unknown): Static<Payload> => {
    if (checker.Check(payload)) return payload;
    const detail = [...checker.Errors(payload)].map(({ path, message }) => ({ path, message }));
    throw new InvalidJobPayload(name, detail);
  };
  return {
    ...definition,
    seal: (payload) => ({ version, payload: check(payload) }),
    open: (envelope) => {
      const found = envelope as Partial<Envelope> | null;
      if (found?.version !== version) throw new UnknownJobVersion(name, version, found?.version);
      return check(found.payload);
    },
  };
}

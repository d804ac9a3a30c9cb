import { type DomainError, domainError } from '../../../platform/errors.ts';

export const ReadsTooSlowly = domainError(
  'conflict',
  'reads_too_slowly',
  'The connection was closed because it was read too slowly. Connect again.',
);

/** Tasks that wait for a client that does not read. A second of sound has about ten. */
const MOST_WAITING = 400;

/**
 * Does things for a client in order, each when the one before is done: a clause is settled, then its sound is sent, then what comes
 * after it. What fails is reported, and the next goes on.
 */
export type Outbox = {
  add(task: () => Promise<void>): void;
  /** Sends an event after `before` is done. It is dropped if the client reads too slowly. */
  tell(event: object, before?: () => Promise<void>): void;
  /** Resolves when all that was added until then is done. */
  empty(): Promise<void>;
};

export type OutboxOptions = {
  send(event: object): Promise<void>;
  onError(error: unknown): void;
  onTooSlow(error: DomainError): void;
};

export function createOutbox({ send, onError, onTooSlow }: OutboxOptions): Outbox {
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;

  function add(task: () => Promise<void>): void {
    waiting += 1;
    last = last
      .then(task)
      .catch(onError)
      .finally(() => {
        waiting -= 1;
      });
    if (waiting > MOST_WAITING) onTooSlow(new ReadsTooSlowly());
  }

  return {
    add,
    tell(event, before) {
      if (waiting > MOST_WAITING) onTooSlow(new ReadsTooSlowly());
      else
        add(async () => {
          await before?.();
          await send(event);
        });
    },
    empty: () => last,
  };
}

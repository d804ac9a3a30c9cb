import type { Log } from '../log.ts';

export type Recurring = { everySeconds: number; tick: () => Promise<unknown> };

/** Every node ticks; whether a tick becomes a job is decided by the database, once per period. */
export function startRecurring(entries: Recurring[], log: Log): () => void {
  const timers = entries.map(({ everySeconds, tick }) => {
    const fire = (): void => {
      tick().catch((error: unknown) => log.error({ err: error }, 'a recurring job could not be sent'));
    };
    fire();
    return setInterval(fire, everySeconds * 1000);
  });
  return () => timers.forEach(clearInterval);
}

import closeWithGrace from 'close-with-grace';
import type { Log } from '../platform/log.ts';
import { STOP_SIGNALS } from './supervise-process.ts';
import { reportError } from './supervised.ts';

/** Container runtimes usually wait this long before they kill. */
const DRAIN_MS = 30_000;
/** One request to stop may arrive twice within this time. */
const REPEAT_MS = 2_000;

/** `leaveSeconds`: how long `close` may take calls before it ends; none after an error. */
type Stopping = { log: Log; repeatMs?: number; leaveSeconds?: number };

/**
 * Runs `close` at the first signal or uncaught error, then ends the process. A second signal ends it at once, unless it is the
 * first one once more: systemd signals every process of a service, and the supervisor passes on what it got as well.
 */
export function stopGracefully(
  { log, repeatMs = REPEAT_MS, leaveSeconds = 0 }: Stopping,
  close: (leaveSeconds: number) => Promise<void>,
): void {
  let isClosing = false;
  const stopping = closeWithGrace(
    { delay: DRAIN_MS + leaveSeconds * 1_000, logger: log, skip: [...STOP_SIGNALS] },
    async ({ err }) => {
      isClosing = true;
      if (err) {
        reportError(err);
        log.fatal({ err }, 'stopping after an error');
      }
      await close(err ? 0 : leaveSeconds);
    },
  );
  let firstMs: number | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    const nowMs = performance.now();
    if (firstMs === undefined) {
      firstMs = nowMs;
      log.info({ signal }, 'finishing what is running, then stopping');
      if (!isClosing) stopping.close();
    } else if (nowMs - firstMs >= repeatMs) {
      log.error({ signal }, 'asked to stop again: stopping at once');
      process.exit(1);
    }
  };
  for (const signal of STOP_SIGNALS) process.on(signal, onSignal);
}

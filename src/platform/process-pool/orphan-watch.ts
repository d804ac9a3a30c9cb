import { Worker } from 'node:worker_threads';

const CHECK_MS = 500;

/**
 * Ends this process, and whatever it spawned, once the parent is gone. The channel closing says so at once; the thread
 * is for a process whose own event loop is stuck in native code and will never hear of it.
 */
export function endWithParent(): void {
  if (!process.connected) endGroup();
  process.once('disconnect', endGroup);
  // Ctrl-C and service managers signal every process; only the parent decides when an engine may exit.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  new Worker(WATCH, {
    eval: true,
    workerData: { parent: process.ppid, checkMs: CHECK_MS },
    stdin: false,
  }).unref();
}

/** The pool starts each child as the leader of its own group, so this also reaches a running ffmpeg. */
function endGroup(): never {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } finally {
    process.exit(0);
  }
}

const WATCH = `
const { workerData } = require('node:worker_threads');
setInterval(() => {
  if (process.ppid !== workerData.parent) process.kill(-process.pid, 'SIGKILL');
}, workerData.checkMs);
`;

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';

/** `flock` ends with it where another program has the lock. */
const TAKEN = 1;
/** Holds the lock until our end of the pipe is closed, which the kernel does when we are killed. Signals for us are not for it. */
const HOLD = 'trap "" TERM INT HUP QUIT; echo held; exec cat >/dev/null';

export type KernelLock = 'taken' | 'unknown' | { release(): Promise<void> };

/**
 * Locks a folder with the kernel's flock, which Node cannot call. Processes of other containers have numbers of their own, so only
 * the kernel knows whether one of them has the folder. 'unknown' where there is no flock, as on macOS, or on file systems without it.
 */
export async function lockWithKernel(folder: string): Promise<KernelLock> {
  const child = spawn('flock', ['-n', folder, 'sh', '-c', HOLD], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // Ctrl-C in a terminal goes to a whole group.
    detached: true,
  });
  const { stdin, stdout } = child;
  const ended = endOf(child);
  const held = once(stdout, 'data').then(() => 'held' as const);
  const first = await Promise.race([held, ended]);
  if (first !== 'held') return first === TAKEN ? 'taken' : 'unknown';
  child.unref();
  (stdin as Socket).unref();
  stdout.destroy();
  return {
    async release() {
      child.ref();
      stdin.end();
      await ended;
    },
  };
}

/** The status; null if it did not start or was killed. */
function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', (status) => resolve(status));
  });
}

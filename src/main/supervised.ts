/** Tells the supervisor that started this program how it is. Without a supervisor, nobody is told. */
export type SupervisedMessage = { ready: true } | { error: string };

// A program whose supervisor is gone stops. This is set up first, because a start takes seconds.
if (process.send) {
  const stop = (): void => void process.kill(process.pid, 'SIGTERM');
  if (process.connected) process.once('disconnect', stop);
  else stop();
}

/** The start has succeeded: from now on the program is started again when it fails. */
export function reportReady(): void {
  tell({ ready: true });
}

export function reportError(error: Error): void {
  tell({ error: `${error.name}: ${error.message}` });
}

function tell(message: SupervisedMessage): void {
  // A supervisor that has just ended is no reason to fail.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

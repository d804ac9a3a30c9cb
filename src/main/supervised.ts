/** What a program tells `supervise.ts`, which has started it. Without one, nobody is told. */
export type SupervisedMessage = { ready: true } | { error: string };

/** The start has succeeded: from now on the program is started again when it fails. It stops when its supervisor is gone. */
export function reportReady(): void {
  tell({ ready: true });
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}

export function reportError(error: Error): void {
  tell({ error: `${error.name}: ${error.message}` });
}

function tell(message: SupervisedMessage): void {
  // A supervisor that has just ended is no reason to fail.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

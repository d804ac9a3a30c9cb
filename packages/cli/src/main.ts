#!/usr/bin/env node
import { homedir, hostname } from 'node:os';
import { Interrupted } from './errors.ts';
import { EXIT } from './exit-codes.ts';
import { run } from './run.ts';

const interrupt = new AbortController();
let captured: (() => void) | null = null;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    if (captured) return captured();
    // The second one does not wait for anything to end well.
    if (interrupt.signal.aborted) process.exit(EXIT.interrupted);
    interrupt.abort(new Interrupted());
  });
}

function captureInterrupt(handler: () => void): () => void {
  captured = handler;
  return () => {
    captured = null;
  };
}

function cannotWrite(error: NodeJS.ErrnoException): never {
  // `vox voices | head -1`: the reader has what it wanted.
  if (error.code === 'EPIPE') process.exit(EXIT.ok);
  process.stderr.write(`vox: Standard output cannot be written: ${error.message}.\n`);
  process.exit(EXIT.failed);
}
process.stdout.on('error', cannotWrite);
// Nobody is left to tell.
process.stderr.on('error', () => process.exit(EXIT.failed));

const code = await run(process.argv.slice(2), {
  env: process.env,
  home: homedir(),
  host: hostname(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: interrupt.signal,
  captureInterrupt,
});
// Standard input or a player could keep the process alive. What was written goes out first.
process.stdout.write('', (error) => (error ? cannotWrite(error) : process.exit(code)));

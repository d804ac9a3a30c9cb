import { Writable } from 'node:stream';
import { createLog, type Log } from '../log.ts';

const KEPT = 30;
const warnings: string[] = [];

const destination = new Writable({
  write(line, _encoding, done) {
    warnings.push(String(line).trimEnd());
    if (warnings.length > KEPT) warnings.shift();
    done();
  },
});

/** Prints nothing, and keeps the last warnings for a test that fails. */
export const testLog: Log = createLog({ level: 'warn', destination });

export function recentWarnings(): string {
  return warnings.join('\n') || 'none';
}

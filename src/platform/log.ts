import { type Logger, pino } from 'pino';

export type Log = Logger;

/** Keys, passwords, texts and audio never reach a log line, whatever object somebody hands to it. */
const SECRET_PATHS = [
  'password',
  'authorization',
  'cookie',
  'api_key',
  'key',
  'secret',
  'totp',
  'text',
  'audio',
  'body',
]
  .flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  .concat('req.headers["x-worker-secret"]', 'headers["x-worker-secret"]');

export function createLog(options: { level: string; destination?: NodeJS.WritableStream }): Log {
  const settings = {
    level: options.level,
    redact: { paths: SECRET_PATHS, censor: '[redacted]' },
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return options.destination ? pino(settings, linesTo(options.destination)) : pino(settings);
}

type Lines = { write(line: string): void; copy: ((line: string) => void) | null };

function linesTo(destination: NodeJS.WritableStream): Lines {
  const lines: Lines = {
    copy: null,
    write(line) {
      destination.write(line);
      lines.copy?.(line);
    },
  };
  return lines;
}

/** Gives each line of a log with a destination, and of its children, to somebody else too. Returns how to stop. */
export function copyLines(log: Log, copy: (line: string) => void): () => void {
  const lines = (log as unknown as Record<symbol, Lines>)[pino.symbols.streamSym];
  if (!lines) throw new Error('this log has no destination');
  lines.copy = copy;
  return () => {
    lines.copy = null;
  };
}

export const silentLog: Log = pino({ level: 'silent' });

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
  return options.destination ? pino(settings, options.destination) : pino(settings);
}

export const silentLog: Log = pino({ level: 'silent' });

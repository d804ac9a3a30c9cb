const LEVELS = ['debug', 'info', 'warn', 'error', 'off'] as const;
export type LogLevel = (typeof LEVELS)[number];
export type Logger = Record<
  'debug' | 'info' | 'warn' | 'error',
  (message: string, ...facts: unknown[]) => void
>;

/** Passes on messages from `level` up. Keys and bodies are never among them. */
export function createLog(logger: Logger, level: LogLevel): Logger {
  const lowest = LEVELS.indexOf(level);
  const silent = () => undefined;
  const from = (name: keyof Logger): Logger['info'] =>
    LEVELS.indexOf(name) < lowest
      ? silent
      : (message, ...facts) => logger[name](`[vox-humana] ${message}`, ...facts);
  return { debug: from('debug'), info: from('info'), warn: from('warn'), error: from('error') };
}

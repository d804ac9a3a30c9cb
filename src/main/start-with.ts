import { type Config, ConfigurationError, parseConfig } from '../platform/config/index.ts';
import { DomainError } from '../platform/errors.ts';
import { createLog, type Log } from '../platform/log.ts';

/** What every command begins with. A problem the operator can mend is said in words, not as a stack. */
export async function startWith(run: (config: Config, log: Log) => Promise<void>): Promise<void> {
  // Whatever this process writes (the embedded database, objects, scratch files) is its owner's alone.
  process.umask(0o077);
  try {
    const config = parseConfig(process.env);
    await run(config, createLog({ level: config.logLevel, destination: process.stderr }));
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

function explain(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message;
  if (error instanceof DomainError) return error.public;
  const { code, port, stack } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program; set PORT to a free one.`;
  if (code === 'EACCES' && port) return `Port ${port} needs more rights; set PORT to one above 1023.`;
  return stack ?? String(error);
}

import { dirname } from 'node:path';
import { type Config, ConfigurationError, parseConfig } from '../platform/config/index.ts';
import { DomainError } from '../platform/errors.ts';
import { createLog, type Log } from '../platform/log.ts';

const SEE_DOCTOR = './run doctor checks the rest of this set-up, too.';

/** Every command starts here. A problem that the operator can fix is printed as a message, not as a stack trace. */
export async function startWith(run: (config: Config, log: Log) => Promise<void>): Promise<void> {
  // Files of this process (the embedded database, objects, scratch files) are readable by its owner only.
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
  if (error instanceof ConfigurationError) return `${error.message}\n${SEE_DOCTOR}`;
  if (error instanceof DomainError)
    return error.kind === 'unavailable' ? `${error.public}\n${SEE_DOCTOR}` : error.public;
  const { code, port, path, stack } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program; set PORT to a free one.`;
  if (code === 'EACCES' && port) return `Port ${port} needs more rights; set PORT to one above 1023.`;
  if (path && (code === 'EACCES' || code === 'EPERM'))
    return `${path} may not be used by user ${process.getuid?.()} (${code}). Give it to that user: chown -R ${process.getuid?.()} FOLDER, or set DATA_DIR to a folder of its own.`;
  if (path && code === 'EROFS')
    return `${path} cannot be written, because its file system is read-only. Mount a folder there (in a container --tmpfs ${dirname(path)} or --volume), or set DATA_DIR and TMPDIR to folders that can be written.`;
  return stack ?? String(error);
}

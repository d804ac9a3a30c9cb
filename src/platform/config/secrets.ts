import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './index.ts';

export type Secrets = { sessionSecret: string; workerSecret: string };

/**
 * Outside production an unset secret is made once and kept, so that sessions outlive a restart.
 * Production never gets here with one unset: `parseConfig` refuses.
 */
export function loadSecrets(config: Config): Secrets {
  const { sessionSecret, workerSecret } = config;
  if (sessionSecret && workerSecret) return { sessionSecret, workerSecret };
  const kept = readOrMakeSecrets(config.dataDir);
  return {
    sessionSecret: sessionSecret ?? kept.sessionSecret,
    workerSecret: workerSecret ?? kept.workerSecret,
  };
}

function readOrMakeSecrets(dataDir: string): Secrets {
  const path = join(dataDir, 'secrets.json');
  const made: Secrets = { sessionSecret: randomSecret(), workerSecret: randomSecret() };
  mkdirSync(dataDir, { recursive: true });
  try {
    // Exclusive creation: two starts at once must not each keep a different secret.
    writeFileSync(path, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    return made;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return JSON.parse(readFileSync(path, 'utf8')) as Secrets;
  }
}

function randomSecret(): string {
  return randomBytes(32).toString('hex');
}

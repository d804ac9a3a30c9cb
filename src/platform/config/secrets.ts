import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Secrets = { sessionSecret: string; workerSecret: string };

type SecretSettings = {
  dataDir: string;
  sessionSecret: string | undefined;
  workerSecret: string | undefined;
};

/**
 * Outside production an unset secret is generated once and kept, so that sessions survive a restart.
 * In production `parseConfig` has already refused an unset secret.
 */
export function loadSecrets(config: SecretSettings): Secrets {
  const { sessionSecret, workerSecret } = config;
  if (sessionSecret && workerSecret) return { sessionSecret, workerSecret };
  const kept = readOrCreateSecrets(config.dataDir);
  return {
    sessionSecret: sessionSecret ?? kept.sessionSecret,
    workerSecret: workerSecret ?? kept.workerSecret,
  };
}

function readOrCreateSecrets(dataDir: string): Secrets {
  const path = join(dataDir, 'secrets.json');
  const created: Secrets = { sessionSecret: randomSecret(), workerSecret: randomSecret() };
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    // Exclusive creation: two processes starting at once must not keep different secrets.
    writeFileSync(path, `${JSON.stringify(created, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    return created;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // A copy or a backup may have been restored with wider permissions.
    chmodSync(path, 0o600);
    return JSON.parse(readFileSync(path, 'utf8')) as Secrets;
  }
}

function randomSecret(): string {
  return randomBytes(32).toString('hex');
}

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findSecrets, SECRET_FILES } from '../../../platform/config/index.ts';
import { type Check, type Finding, fault, type Installation, orGood, reasonOf, warning } from '../check.ts';

const SECRETS = ['SESSION_SECRET', 'WORKER_SECRET', 'METRICS_TOKEN', 'BACKUP_PASSPHRASE'];
/** Sixteen random hexadecimal digits have fewer different ones once in ten thousand times. */
const LEAST_DIFFERENT = 6;
const PLACEHOLDER = /change.?me|example|your.?secret|placeholder|password|123456|\.\.\.|…/i;
const FRESH = 'Set a random one, e.g. from `openssl rand -hex 32`.';

/** Secrets that anybody could guess, or that stand for several things. */
export const secretSettings: Check = {
  id: 'secrets',
  async run({ env, config }) {
    const set = SECRETS.flatMap((name) => {
      const value = env[name]?.trim();
      return value ? [{ name, value }] : [];
    });
    const keys = config.dataKeys.map(({ id, secret }) => ({
      name: `the key "${id}" of DATA_KEYS`,
      value: secret,
    }));
    const all = [...set, ...keys];
    const weak = all.filter(({ value }) => PLACEHOLDER.test(value) || new Set(value).size < LEAST_DIFFERENT);
    const findings = weak.map(({ name }) => judgeWeak(name, config.production));
    for (const value of new Set(all.map((one) => one.value))) {
      const names = all.filter((one) => one.value === value).map(({ name }) => name);
      if (names.length > 1)
        findings.push(fault(`One value is used for ${names.join(', ')}.`, 'Give each a value of its own.'));
    }
    return orGood(findings, `${all.length} secrets are set; none is a placeholder, and no two are the same.`);
  },
};

function judgeWeak(name: string, production: boolean): Finding {
  const seen = `The value of ${name} looks like a placeholder or a word that can be guessed.`;
  const remedy = name.includes('DATA_KEYS')
    ? 'Put a random one in front of it, restart, and run ./run rotate-keys.'
    : FRESH;
  return production ? fault(seen, remedy) : warning(seen, remedy);
}

/** Files of DATA_DIR that open what the database keeps sealed. */
export const secretFiles: Check = {
  id: 'secret-files',
  settings: ['SESSION_SECRET', 'WORKER_SECRET', 'DATA_KEYS'],
  async run({ config }) {
    const files = Object.values(SECRET_FILES).map((name) => join(config.dataDir, name));
    const judged = await Promise.all(files.map(judgeFile));
    const unreadable = judged.flat().filter(({ level }) => level === 'fault');
    if (unreadable.length === 0) judged.push(await readAll(config));
    const found = judged.flat();
    if (config.production && config.dataKeys.length === 0) found.push(NO_DATA_KEYS);
    return orGood(found, 'Nobody else can read the secrets that are kept in files.');
  },
};

const NO_DATA_KEYS = warning(
  'DATA_KEYS is not set: what the database keeps sealed is sealed with a key made from SESSION_SECRET, which therefore cannot change.',
  'Set DATA_KEYS=2026:$(openssl rand -hex 32), restart, and run ./run rotate-keys.',
);

const AS_THE_SERVICE =
  'Run this as the user of the service. If this is that one, give DATA_DIR to it: sudo chown -R.';

async function judgeFile(path: string): Promise<Finding[]> {
  const facts = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!facts) return [];
  const user = process.getuid?.();
  if (user !== undefined && user !== 0 && facts.uid !== user)
    return [fault(`${path} belongs to another user than this one (${user}).`, AS_THE_SERVICE)];
  if ((facts.mode & 0o077) === 0) return [];
  return [warning(`Other users of this machine may read ${path}.`, `Run: chmod 600 ${path}`)];
}

async function readAll(config: Installation['config']): Promise<Finding[]> {
  try {
    findSecrets(config);
    return [];
  } catch (error) {
    return [
      fault(
        `A file with secrets in ${config.dataDir} cannot be read (${error instanceof SyntaxError ? 'it is not JSON' : reasonOf(error)}).`,
        `Put ${SECRET_FILES.named} and ${SECRET_FILES.dataKey} back from a backup: ./run restore has them if it was encrypted.`,
      ),
    ];
  }
}

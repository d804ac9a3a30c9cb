import { createHmac, hkdfSync } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Storage } from '../storage/index.ts';
import { BackupDamaged, BackupRefused } from './errors.ts';
import { createKey, type KeptKey, openKey } from './repository-key.ts';
import { type Bytes, open, seal } from './sealed-stream.ts';

/** Where backups lie: each has a folder for its rows and a manifest, and all share the objects. */
export type Repository = {
  isEncrypted: boolean;
  put(name: string, plain: Bytes): Promise<number>;
  /** Throws `BackupDamaged` where it is not what was put there, at the latest after its last byte. */
  get(name: string): Promise<AsyncGenerator<Buffer>>;
  list(prefix: string): AsyncIterable<string>;
  delete(names: readonly string[]): Promise<void>;
  /** The name of an object tells nothing of its key. */
  nameOf(objectKey: string): string;
};

const HEADER = 'repository.json';
const FORMAT = 1;
const OCTETS = { contentType: 'application/octet-stream' };

type Header = { format: number; key: KeptKey };

export async function openRepository(
  storage: Storage,
  { passphrase, create }: { passphrase: string | undefined; create: boolean },
): Promise<Repository> {
  const known = await readHeader(storage);
  if (!known && !create) throw new BackupRefused('There are no backups at this place.');
  const { header, master } = known
    ? { header: known, master: await openKey(known.key, passphrase) }
    : await createHeader(storage, passphrase);
  const nameKey = Buffer.from(hkdfSync('sha256', master, '', 'vox-humana backup names', 32));
  return {
    isEncrypted: header.key.kind !== 'open',
    put: async (name, plain) => (await storage.put(name, seal(master, name, plain), OCTETS)).bytes,
    async get(name) {
      const stored = await storage.get(name);
      if (!stored) throw new BackupDamaged(name);
      return open(master, name, stored.body);
    },
    list: (prefix) => storage.list(prefix),
    delete: (names) => storage.delete(names),
    nameOf(objectKey) {
      const hash = createHmac('sha256', nameKey).update(objectKey).digest('hex').slice(0, 40);
      return `objects/${hash.slice(0, 2)}/${hash}`;
    },
  };
}

export async function holdsBackups(storage: Storage): Promise<boolean> {
  return (await readHeader(storage)) !== null;
}

async function readHeader(storage: Storage): Promise<Header | null> {
  const stored = await storage.get(HEADER);
  if (!stored) return null;
  const text = (await buffer(stored.body)).toString('utf8');
  try {
    const header = JSON.parse(text) as Header;
    if (header.format === FORMAT) return header;
  } catch (cause) {
    throw new BackupDamaged(HEADER, cause);
  }
  throw new BackupRefused('These backups were made by a newer version. Restore them with it.');
}

async function createHeader(
  storage: Storage,
  passphrase: string | undefined,
): Promise<{ header: Header; master: Buffer }> {
  // A repository without its header could never be opened, so there is nothing here that a new key would make unreadable.
  for await (const name of storage.list('')) throw new BackupDamaged(`${HEADER} (beside ${name})`);
  const { kept, master } = await createKey(passphrase);
  const header: Header = { format: FORMAT, key: kept };
  await storage.put(HEADER, Buffer.from(JSON.stringify(header)), { contentType: 'application/json' });
  return { header, master };
}

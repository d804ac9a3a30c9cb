import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { BackupRefused } from './errors.ts';

/** Takes a quarter of a second and 128 MB, so that a passphrase cannot be guessed quickly. */
const COST = { N: 131_072, r: 8, p: 1 };
const MAX_MEMORY_BYTES = 256 * 2 ** 20;

/**
 * A backup that is not encrypted is sealed all the same, with a key that lies beside it: damage is found in the same way, and
 * there is one format.
 */
export type KeptKey =
  | { kind: 'open'; key: string }
  | { kind: 'passphrase'; salt: string; iv: string; tag: string; sealedKey: string };

export async function createKey(passphrase: string | undefined): Promise<{ kept: KeptKey; master: Buffer }> {
  const master = randomBytes(32);
  if (passphrase === undefined) return { kept: { kind: 'open', key: master.toString('hex') }, master };
  const salt = randomBytes(16);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', await derive(passphrase, salt), iv);
  const sealedKey = Buffer.concat([cipher.update(master), cipher.final()]);
  const hex = (bytes: Buffer): string => bytes.toString('hex');
  const kept: KeptKey = {
    kind: 'passphrase',
    salt: hex(salt),
    iv: hex(iv),
    tag: hex(cipher.getAuthTag()),
    sealedKey: hex(sealedKey),
  };
  return { kept, master };
}

export async function openKey(kept: KeptKey, passphrase: string | undefined): Promise<Buffer> {
  if (kept.kind === 'open') {
    if (passphrase !== undefined)
      throw new BackupRefused(
        'The backups at this place are not encrypted. Choose another place for encrypted ones, or unset BACKUP_PASSPHRASE.',
      );
    return Buffer.from(kept.key, 'hex');
  }
  if (passphrase === undefined)
    throw new BackupRefused('The backups at this place are encrypted. Set BACKUP_PASSPHRASE.');
  try {
    const key = await derive(passphrase, Buffer.from(kept.salt, 'hex'));
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(kept.iv, 'hex'), { authTagLength: 16 });
    decipher.setAuthTag(Buffer.from(kept.tag, 'hex'));
    return Buffer.concat([decipher.update(Buffer.from(kept.sealedKey, 'hex')), decipher.final()]);
  } catch {
    throw new BackupRefused('BACKUP_PASSPHRASE does not open these backups.');
  }
}

function derive(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase, salt, 32, { ...COST, maxmem: MAX_MEMORY_BYTES }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

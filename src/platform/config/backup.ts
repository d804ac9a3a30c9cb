import type { EnvironmentReader } from './reader.ts';

/** Where and how backups are written. What is not set is as for the object store. */
export type BackupConfig = {
  passphrase: string | undefined;
  endpoint: string | undefined;
  region: string | undefined;
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
};

const PASSPHRASE_CHARACTERS = 20;

export function readBackup(read: EnvironmentReader): BackupConfig {
  const accessKeyId = read.text('BACKUP_ACCESS_KEY_ID');
  const secretAccessKey = read.text('BACKUP_SECRET_ACCESS_KEY');
  if (Boolean(accessKeyId) !== Boolean(secretAccessKey)) {
    const missing = accessKeyId ? 'BACKUP_SECRET_ACCESS_KEY' : 'BACKUP_ACCESS_KEY_ID';
    read.report(missing, 'is missing while the other half of the key is set', 'set both or neither');
  }
  return {
    passphrase: read.secret('BACKUP_PASSPHRASE', PASSPHRASE_CHARACTERS),
    endpoint: read.url('BACKUP_S3_ENDPOINT', ['http:', 'https:']),
    region: read.text('BACKUP_S3_REGION'),
    accessKeyId,
    secretAccessKey,
  };
}

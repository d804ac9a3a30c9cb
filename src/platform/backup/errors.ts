import { internalError } from '../errors.ts';

/** A file of a backup was changed, cut short, exchanged, or sealed with another key. */
export const BackupDamaged = internalError('conflict', 'backup_damaged', (file: string, cause?: unknown) => ({
  public: `The backup is damaged: ${file} was changed, cut short or exchanged, or is gone.`,
  cause,
}));

export const BackupRefused = internalError('conflict', 'backup_refused', (message: string) => message);

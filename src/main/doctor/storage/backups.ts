import { listBackups } from '../../../platform/backup/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import { findLastBackup } from '../../last-backup.ts';
import { openBackups } from '../../open-backups.ts';
import { type Check, type Finding, fault, good, type Installation, reasonOf, warning } from '../check.ts';

const HOUR_MS = 3_600_000;
/** A nightly one may take a while. */
const OLD_HOURS = 48;
const TIMES = /^(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)/;
const HOW = 'Run ./run backup TO every night (docs/operations.md).';

/** The newest backup at the place that was named, or else where this machine made one last. */
export const backups: Check = {
  id: 'backups',
  settings: ['BACKUP_PASSPHRASE', 'BACKUP_S3_ENDPOINT', 'BACKUP_ACCESS_KEY_ID', 'BACKUP_SECRET_ACCESS_KEY'],
  async run(installation) {
    const { config, backups: named } = installation;
    const last = await findLastBackup(config.dataDir);
    const place = named ?? last?.place;
    if (place === undefined)
      return [
        warning(
          'This machine has made no backup. If another one makes them, name the place: ./run doctor --backups TO.',
          HOW,
        ),
      ];
    return judgePlace(place, installation);
  },
};

async function judgePlace(place: string, { config, clock }: Installation): Promise<Finding[]> {
  try {
    const repository = await openBackups(config, place, { create: false });
    const newest = (await listBackups(repository)).at(-1);
    if (newest === undefined) return [fault(`There is no whole backup at ${place}.`, HOW)];
    const open = repository.isEncrypted ? [] : [notEncrypted(place)];
    return [judgeAge(newest, place, clock.now()), ...open];
  } catch (error) {
    const reason = error instanceof DomainError ? error.public : reasonOf(error);
    return [
      fault(
        `The backups at ${place} cannot be read: ${reason}`,
        'Mount it, or correct BACKUP_PASSPHRASE and BACKUP_*.',
      ),
    ];
  }
}

export function judgeAge(id: string, place: string, now: Date): Finding {
  const [, year, month, day, hour, minute, second] = TIMES.exec(id) ?? [];
  const taken = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  const hours = Math.floor((now.getTime() - taken) / HOUR_MS);
  const age = hours < OLD_HOURS ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
  const seen = `The newest backup at ${place} is ${hours < 1 ? 'less than an hour' : age} old.`;
  return hours < OLD_HOURS ? good(seen) : warning(seen, HOW);
}

function notEncrypted(place: string): Finding {
  return warning(
    `The backups at ${place} are not encrypted: who can read them can read everything.`,
    'Set BACKUP_PASSPHRASE and begin at a new place.',
  );
}

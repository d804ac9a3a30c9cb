import type { Config } from '../../platform/config/index.ts';
import { type Db, findRestoration } from '../../platform/database/index.ts';
import { askService } from '../control-socket.ts';
import { versionOfPackage } from '../version-of-package.ts';

export const DESCRIBE = 'describe';

/** What a running service says of itself. Nothing of it is secret. */
type Description = {
  version: string;
  publicUrl: string;
  mode: string;
  /** The backup that it is a copy of, until the operator releases it. */
  restoredFrom: string | null;
};

export async function describeService(db: Db, { publicUrl, mode }: Config): Promise<string> {
  const restoredFrom = (await findRestoration(db))?.backupId ?? null;
  const description: Description = { version: versionOfPackage(), publicUrl, mode, restoredFrom };
  return JSON.stringify(description);
}

/** Only a service with the embedded database can be asked. Null if none runs, or if it is of a version that cannot answer. */
export async function askForDescription(dataDir: string): Promise<Description | null> {
  const answer = await askService(dataDir, [DESCRIBE]);
  return answer === null ? null : (JSON.parse(answer) as Description);
}

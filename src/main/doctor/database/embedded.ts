import { findHolder, folderIn, holdsDatabase } from '../../../platform/database/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import { versionOfPackage } from '../../version-of-package.ts';
import { type Check, type Finding, good, type Installation, warning } from '../check.ts';
import { askForDescription } from '../running-service.ts';
import { judgeRestored } from './contents.ts';

/** A service that runs holds it, and then nobody else can look into it; so that one is asked. */
export const embedded: Check = {
  id: 'embedded-database',
  settings: ['DATABASE_URL'],
  async run(installation) {
    const { dataDir } = installation.config;
    if (installation.server) return leftBehind(dataDir);
    const holder = await findHolder(dataDir);
    return holder === null ? [await judgeStopped(dataDir)] : askHolder(holder, installation);
  },
};

async function judgeStopped(dataDir: string): Promise<Finding> {
  if (await holdsDatabase(folderIn(dataDir)))
    return good(`It is in ${dataDir}, and no process uses it. What is in it: ./run migrate --dry-run`);
  return good(`There is none in ${dataDir} yet. The first start makes it.`);
}

async function askHolder(pid: number, { config }: Installation): Promise<Finding[]> {
  const held = `The running service (process ${pid}) holds it`;
  const running = await askForDescription(config.dataDir).catch((error: unknown) => {
    // A version before this command, which takes it for one of an administrator.
    if (error instanceof DomainError) return null;
    throw error;
  });
  if (running === null)
    return [good(`Process ${pid} holds it, as it should. It does not say which version it is.`)];
  const found: Finding[] = [];
  if (running.version !== versionOfPackage())
    found.push(
      warning(
        `${held} and is of version ${running.version}; the files are of ${versionOfPackage()}.`,
        'Restart the service.',
      ),
    );
  if (running.publicUrl !== config.publicUrl || running.mode !== config.mode)
    found.push(
      warning(
        `${held} with other settings than these: ${running.publicUrl}, NODE_ENV=${running.mode}.`,
        'Run this with the environment of the service, or restart it.',
      ),
    );
  if (running.restoredFrom) found.push(judgeRestored(running.restoredFrom));
  return found.length > 0 ? found : [good(`${held}, and it is of this version.`)];
}

async function leftBehind(dataDir: string): Promise<Finding[]> {
  if (!(await holdsDatabase(folderIn(dataDir)))) return [];
  return [
    warning(
      `DATABASE_URL is set, and an embedded database in ${dataDir} is not used any more.`,
      `To move it: ./run backup TO without DATABASE_URL, and ./run restore TO with an empty one. Else remove ${folderIn(dataDir)}.`,
    ),
  ];
}

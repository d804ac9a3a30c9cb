import { access, constants, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { type Check, type Finding, fault, good, warning } from '../check.ts';
import { nearestFolder } from '../nearest-folder.ts';
import { findMount, type Mount } from './mounts.ts';

/** Locks and syncs do not hold there: two services on one folder lose each other's rows. */
const NETWORK =
  /^(nfs\d?|cifs|smb\d?|smbfs|9p|afs|ceph|glusterfs|lustre|gpfs|fuse\.(sshfs|s3fs|gcsfuse|rclone|glusterfs|ceph.*|davfs.*)|virtiofs|davfs)$/;
const IN_MEMORY = /^(tmpfs|ramfs)$/;
const OF_CONTAINER = 'overlay';

/** Database, objects and secrets lie there. */
export const dataFolder: Check = {
  id: 'data-folder',
  async run({ config, server }) {
    const { dataDir } = config;
    const { folder, exists } = await nearestFolder(dataDir);
    const mount = await findMount(folder);
    const kept =
      server !== null && config.s3 !== undefined ? 'only secrets and models' : 'database or objects';
    const found = [
      ...(await judgeAccess(dataDir, folder)),
      ...(mount ? judgeMount(mount, { dataDir, embedded: server === null, kept }) : []),
      ...(exists ? await judgeMode(dataDir) : []),
    ];
    if (found.length > 0) return found;
    if (!exists) return [good(`${dataDir} is not there yet. The first start makes it, and may.`)];
    return [good(`${dataDir} can be written (${mount?.type ?? 'unknown file system'}).`)];
  },
};

export const temporaryFolder: Check = {
  id: 'temporary-folder',
  async run({ env }) {
    const folder = tmpdir();
    const reached = await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    );
    if (reached) return [good(`${folder} can be written.`)];
    return [
      fault(
        `The temporary folder ${folder} cannot be used${env.TMPDIR ? ' (TMPDIR)' : ''}, so no file can be uploaded or decoded.`,
        'Set TMPDIR to a folder that this user may write, or run: sudo chmod 1777 /tmp',
      ),
    ];
  },
};

async function judgeAccess(dataDir: string, folder: string): Promise<Finding[]> {
  if (!(await stat(folder)).isDirectory())
    return [fault(`${folder} is not a folder, and DATA_DIR is ${dataDir}.`, 'Set DATA_DIR to a folder.')];
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return [];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EROFS')
      return [
        fault(
          `${folder} can only be read, and DATA_DIR is ${dataDir}.`,
          'Mount it to be written, or set DATA_DIR.',
        ),
      ];
    const user = process.getuid?.() ?? 'USER';
    return [
      fault(
        `This user (${user}) may not write ${folder}, and DATA_DIR is ${dataDir}.`,
        `Run this as the user of the service. If this is that one: sudo chown -R ${user} ${dataDir}, or set DATA_DIR.`,
      ),
    ];
  }
}

export function judgeMount(
  { folder, type }: Mount,
  { dataDir, embedded, kept }: { dataDir: string; embedded: boolean; kept: string },
): Finding[] {
  const where = `${dataDir} is on ${type} (${folder})`;
  if (NETWORK.test(type) && embedded)
    return [
      fault(
        `${where}, a network file system, where the embedded database may be damaged.`,
        'Set DATA_DIR to a local disk, or DATABASE_URL to a PostgreSQL server.',
      ),
    ];
  const remedy = 'Set DATA_DIR to a disk, in a container to a volume.';
  if (IN_MEMORY.test(type))
    return [warning(`${where}, so it is gone when this machine restarts (${kept}).`, remedy)];
  if (type === OF_CONTAINER)
    return [warning(`${where}, so it is gone together with the container (${kept}).`, remedy)];
  return [];
}

async function judgeMode(dataDir: string): Promise<Finding[]> {
  const { mode, uid } = await stat(dataDir);
  const found: Finding[] = [];
  if ((mode & 0o002) !== 0)
    found.push(warning(`Everybody on this machine may write ${dataDir}.`, `Run: chmod 700 ${dataDir}`));
  if (process.getuid?.() === 0 && uid !== 0)
    found.push(
      warning(
        `This is root, who may do everything, and ${dataDir} belongs to user ${uid}.`,
        `Run it as the user of the service: sudo -u '#${uid}' ./run doctor, with its environment.`,
      ),
    );
  return found;
}

/**
 * npm run check:image [-- --work FOLDER] [--keep]
 *
 * Builds the image without Docker and without a registry of images, runs it confined as compose.yaml does, and tries what an operator
 * relies on. It needs root, Debian, and: apt-get install buildah podman runc mmdebstrap. It takes eight minutes and 15 GB.
 * `--keep` leaves the images in the folder, where the next run finds what did not change.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkCluster } from './check-cluster.ts';
import { checkSingle } from './check-single.ts';
import { openContainers } from './engine.ts';
import { printContents } from './print-contents.ts';

const IMAGE = 'localhost/vox-humana';
const BASE = 'localhost/node:24-bookworm-slim';
const TOOLS = ['buildah', 'podman', 'runc', 'mmdebstrap'];

const { values } = parseArgs({ options: { work: { type: 'string' }, keep: { type: 'boolean' } } });
requireTools();
const work = values.work ? resolve(values.work) : await mkdtemp(join(tmpdir(), 'vox-image-'));
await mkdir(work, { recursive: true });
const containers = await openContainers(work);
try {
  await containers.podman('image', 'exists', BASE).catch(() => {
    const env = { ...process.env, BUILDAH: containers.buildah };
    execFileSync('scripts/image/make-base.sh', [BASE, work], { env, stdio: 'inherit' });
  });
  const startMs = performance.now();
  const revision = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  await containers.build(IMAGE, BASE, { REVISION: revision });
  process.stdout.write(`\nbuilt in ${Math.round((performance.now() - startMs) / 1_000)} s\n`);
  await printContents(containers, IMAGE);
  await checkSingle(containers, IMAGE);
  await checkCluster(containers, IMAGE);
  process.stdout.write('\nThe image works.\n');
} finally {
  await containers.close();
  if (!values.keep) {
    // Mounts of the store would keep it from being removed.
    await containers.podman('rmi', '--all', '--force');
    await rm(work, { recursive: true, force: true });
  }
}

function requireTools(): void {
  const missing = TOOLS.filter((name) => {
    try {
      execFileSync('which', [name], { stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
  if (process.getuid?.() !== 0) throw new Error('Run this as root: containers are made without a daemon.');
  if (missing.length > 0)
    throw new Error(`Run first: apt-get install --no-install-recommends ${missing.join(' ')}`);
}

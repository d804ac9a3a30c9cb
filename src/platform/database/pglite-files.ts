import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type OpenFile = { nfd?: number; node: TreeNode };
type TreeNode = { name: string; parent: TreeNode };
type FileOperations = { fsync?: (file: OpenFile) => number };
type EmscriptenModule = { FS: { filesystems: { NODEFS: { stream_ops: FileOperations } } } };

const EIO = 29;

/** PGlite's own file system reports success for fsync without syncing; this one reaches the disk. */
export class DurableFiles extends NodeFS {
  syncs = 0;

  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    const makeDurable = (module: EmscriptenModule): void => {
      module.FS.filesystems.NODEFS.stream_ops.fsync = (file) => this.#sync(file);
    };
    const preRun = [emscriptenOpts.preRun ?? []].flat();
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...preRun, makeDurable as never] } };
  }

  #sync(file: OpenFile): number {
    this.syncs += 1;
    try {
      if (file.nfd === undefined) syncFolder(join(this.rootDir, pathInMount(file.node)));
      else fdatasyncSync(file.nfd);
      return 0;
    } catch {
      // PostgreSQL treats EIO as lost data and stops, which is right: the commit must not be acknowledged.
      return EIO;
    }
  }
}

/** The mount's root is its own parent. */
function pathInMount(node: TreeNode): string {
  return node.parent === node ? '' : join(pathInMount(node.parent), node.name);
}

/** Emscripten opens no descriptor for a folder, but a new or renamed file is durable only once its folder is synced. */
function syncFolder(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

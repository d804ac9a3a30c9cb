import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { LogSync, type LogSyncOptions } from './pglite-log-sync.ts';

type OpenFile = { nfd?: number; node: TreeNode };
type TreeNode = { name: string; parent: TreeNode };
type Operation = (...given: never[]) => unknown;
type FileOperations = {
  fsync?: (file: OpenFile) => number;
  write: (file: OpenFile, memory: Int8Array, offset: number, length: number, position: number) => number;
  close: (file: OpenFile) => void;
  setattr: Operation;
};
type Changes = Record<'setattr' | 'mknod' | 'rename' | 'unlink' | 'rmdir' | 'symlink', Operation>;
type EmscriptenFiles = { stream_ops: FileOperations; node_ops: Changes };
type EmscriptenModule = { FS: { filesystems: { NODEFS: EmscriptenFiles } } };

const EIO = 29;
const LOG_FILE = /^[0-9A-F]{24}$/;
const ZEROS = Buffer.alloc(8_192);

/**
 * PGlite's own file system reports success for fsync without syncing; this one reaches the disk. Syncs of the write-ahead log
 * are left to `log` while `isServing`, and finished before anything else on the disk changes: a table must never be ahead of its log.
 */
export class DurableFiles extends NodeFS {
  readonly log: LogSync;
  /** False: the log too is synced at once. */
  isServing = false;
  #syncs = 0;

  constructor(folder: string, options: LogSyncOptions) {
    super(folder);
    this.log = new LogSync(options);
  }

  get syncs(): number {
    return this.#syncs + this.log.syncs;
  }

  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]) {
    const { emscriptenOpts } = await super.init(pg, options);
    const makeDurable = ({ FS }: EmscriptenModule): void => {
      const { stream_ops: files, node_ops: tree } = FS.filesystems.NODEFS;
      files.fsync = (file) => this.#sync(file);
      const { write, close } = files;
      files.write = (file, memory, offset, length, position) => {
        if (!isLog(file) && !isExtension(memory, offset, length)) this.log.finish();
        return write(file, memory, offset, length, position);
      };
      files.close = (file) => {
        if (isLog(file)) this.log.finish();
        close(file);
      };
      files.setattr = this.#afterLog(files.setattr);
      for (const name of ['setattr', 'mknod', 'rename', 'unlink', 'rmdir', 'symlink'] as const)
        tree[name] = this.#afterLog(tree[name]);
    };
    const preRun = [emscriptenOpts.preRun ?? []].flat();
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...preRun, makeDurable as never] } };
  }

  #afterLog(change: Operation): Operation {
    return (...given) => {
      this.log.finish();
      return change(...given);
    };
  }

  #sync(file: OpenFile): number {
    const path = join(this.rootDir, pathInMount(file.node));
    try {
      if (file.nfd !== undefined && this.isServing && isLog(file))
        this.log.request({ descriptor: file.nfd, path });
      else this.#syncNow(file.nfd, path);
      return 0;
    } catch {
      // PostgreSQL treats EIO as lost data and stops, which is right: the commit must not be acknowledged.
      return EIO;
    }
  }

  #syncNow(descriptor: number | undefined, path: string): void {
    this.log.finish();
    this.#syncs += 1;
    if (descriptor === undefined) syncFolder(path);
    else fdatasyncSync(descriptor);
  }
}

/** A table grows by a page of zeros, which the log does not describe yet. */
function isExtension({ buffer, byteOffset }: Int8Array, offset: number, length: number): boolean {
  return length === ZEROS.length && ZEROS.equals(new Uint8Array(buffer, byteOffset + offset, length));
}

function isLog({ node }: OpenFile): boolean {
  return node.parent.name === 'pg_wal' && LOG_FILE.test(node.name);
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

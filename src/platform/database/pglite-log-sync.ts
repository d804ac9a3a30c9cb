import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';

type Sync = { descriptor: number; path: string };

export type LogSyncOptions = {
  /** Called when a sync that nobody waits for has failed. What was written may be lost, so the database must end. */
  onFailure: (error: Error) => void;
  disk?: Disk;
};

export type Disk = {
  sync(descriptor: number): void;
  /** On a descriptor of its own, since the database may close its one meanwhile. */
  syncBeside(path: string, done: (error: Error | null) => void): void;
};

/** Handing a sync to another thread takes about this long, so a faster disk is waited for. */
const WORTH_A_THREAD_MS = 0.3;

/**
 * Syncs the write-ahead log beside the database's work instead of in its way. `whenSynced` holds a response back until all is
 * synced that was due before it. Responses keep their order, so nobody is told of anything that a power failure could undo.
 */
export class LogSync {
  /** How many there were. */
  syncs = 0;
  readonly #options: LogSyncOptions;
  readonly #disk: Disk;
  readonly #held: { due: number; release: () => void }[] = [];
  #log: Sync | undefined;
  #due = 0;
  #synced = 0;
  #isBusy = false;
  #lastTookMs = Number.POSITIVE_INFINITY;

  constructor(options: LogSyncOptions) {
    this.#options = options;
    this.#disk = options.disk ?? diskOfThisMachine();
  }

  /** Instead of syncing the file. The database has one log file open at a time. */
  request(log: Sync): void {
    if (this.#log && this.#log.descriptor !== log.descriptor) this.finish();
    this.#log = log;
    this.#due += 1;
  }

  /** Must come before the log file is closed, and before anything else is changed that the log describes. */
  finish(): void {
    if (!this.#log || this.#synced === this.#due) return;
    this.syncs += 1;
    const startedAt = performance.now();
    this.#disk.sync(this.#log.descriptor);
    this.#lastTookMs = performance.now() - startedAt;
    this.#advance(this.#due);
  }

  whenSynced(release: () => void): void {
    if (this.#synced === this.#due) release();
    else this.#held.push({ due: this.#due, release });
    if (this.#synced === this.#due) return;
    if (this.#lastTookMs < WORTH_A_THREAD_MS) this.finish();
    else this.#syncBeside();
  }

  #syncBeside(): void {
    if (!this.#log || this.#isBusy || this.#synced === this.#due) return;
    this.#isBusy = true;
    this.syncs += 1;
    const upTo = this.#due;
    const startedAt = performance.now();
    this.#disk.syncBeside(this.#log.path, (error) => {
      this.#isBusy = false;
      if (error) return this.#options.onFailure(error);
      this.#lastTookMs = performance.now() - startedAt;
      this.#advance(upTo);
      this.#syncBeside();
    });
  }

  #advance(upTo: number): void {
    this.#synced = Math.max(this.#synced, upTo);
    for (let next = this.#held[0]; next && next.due <= this.#synced; next = this.#held[0]) {
      this.#held.shift();
      next.release();
    }
  }
}

function diskOfThisMachine(): Disk {
  let open: Sync | undefined;
  return {
    sync: fdatasyncSync,
    // One at a time, so the last file is not in use when another follows.
    syncBeside(path, done) {
      if (open?.path !== path) {
        if (open) closeSync(open.descriptor);
        open = undefined;
        open = { path, descriptor: openSync(path, 'r') };
      }
      fdatasync(open.descriptor, done);
    },
  };
}

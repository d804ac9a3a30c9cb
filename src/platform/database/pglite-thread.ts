import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { DurableFiles } from './pglite-files.ts';
import type { FromThread, PgliteSource, ToThread } from './pglite-messages.ts';

if (!parentPort) throw new Error('pglite-thread.ts runs only as a worker thread');
const port = parentPort;
const source = workerData as PgliteSource;

type Internals = { mod: { _PostgresMainLoopOnce: () => void }; POSTGRES_MAIN_LONGJMP: number };

const [single = '--single', ...defaults] = PGlite.defaultStartParams;
// The default of 128 MB is cleared at every start and stays in memory, and the system caches the files as well.
const SMALL_BUFFERS = ['-c', 'shared_buffers=16MB'];
// Emscripten's fdatasync does nothing, so the write-ahead log must use fsync.
const DURABLE = ['-c', 'wal_sync_method=fsync'];
const FORGETFUL = ['-F'];
// Sixteen times smaller log files: a database in memory is dumped and restored for every test.
const SMALL_LOG = ['--wal-segsize=1'];
const settings = defaults.filter((argument) => argument !== '-F');

const files = source.folder === undefined ? undefined : new DurableFiles(source.folder);
const pglite = await PGlite.create({
  startParams: [single, ...(files ? DURABLE : FORGETFUL), ...SMALL_BUFFERS, ...settings],
  ...(files ? { fs: files } : { initDbStartParams: SMALL_LOG }),
  // A copy, because a blob takes no shared memory.
  ...(source.dump ? { loadDataDir: new Blob([new Uint8Array(source.dump)]) } : {}),
  ...(source.program ? { pgliteWasmModule: source.program } : {}),
});

endOnCrash();

let chunks: Uint8Array<ArrayBuffer>[] = [];

port.on('message', (message: ToThread) => {
  if (message instanceof Uint8Array) exchange(message);
  else void answer(message);
});

function exchange(request: Uint8Array): void {
  chunks = [];
  // Synchronous; the promise is only for file systems that sync afterwards.
  void pglite.execProtocolRawStream(request, { syncToFs: false, onRawData: collect });
  respond();
}

function respond(): void {
  const [only] = chunks;
  const response = chunks.length === 1 && only ? only : new Uint8Array(Buffer.concat(chunks));
  port.postMessage(response, [response.buffer]);
}

/** PGlite catches the end of the database, such as a PANIC on a full disk, and then loops for ever. */
function endOnCrash(): void {
  const { mod, POSTGRES_MAIN_LONGJMP: ordinaryError } = pglite as unknown as Internals;
  const runOnce = mod._PostgresMainLoopOnce;
  mod._PostgresMainLoopOnce = () => {
    try {
      runOnce();
    } catch (error) {
      if ((error as { status?: unknown }).status === ordinaryError) throw error;
      respond();
      process.exit(1);
    }
  };
}

function collect(bytes: Uint8Array): void {
  // The bytes are in WebAssembly memory, which the next message overwrites.
  chunks.push(new Uint8Array(bytes));
}

async function answer(question: Exclude<ToThread, Uint8Array>): Promise<void> {
  if (question === 'ready') reply({ question, answer: true });
  if (question === 'syncs') reply({ question, answer: files?.syncs ?? 0 });
  if (question === 'dump') {
    const dump = await pglite.dumpDataDir('none');
    reply({ question, answer: new Uint8Array(await dump.arrayBuffer()) });
  }
  if (question === 'close') {
    await pglite.close();
    reply({ question, answer: true });
    port.close();
  }
}

function reply(message: FromThread): void {
  port.postMessage(message);
}

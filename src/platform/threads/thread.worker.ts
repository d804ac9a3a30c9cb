/** Runs one task at a time, and loads only the modules of the tasks that it is given. */
import { parentPort } from 'node:worker_threads';
import { type Failure, failureOf, type Order, type Report } from './messages.ts';

if (!parentPort) throw new Error('thread.worker.ts runs only as a worker thread');
const port = parentPort;

port.on('message', async ({ module, name, input }: Order) => {
  try {
    const loaded: Record<string, (input: unknown) => unknown> = await import(module);
    const run = loaded[name];
    if (!run) throw new Error(`${module} exports no ${name}`);
    report({ output: await run(input) });
  } catch (error) {
    report({ failure: failureOf(error) });
  }
});

function report(result: { output: unknown } | { failure: Failure }): void {
  const { user, system } = process.threadCpuUsage();
  port.postMessage({ ...result, cpuMs: (user + system) / 1_000 } satisfies Report);
}

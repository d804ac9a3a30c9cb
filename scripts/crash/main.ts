/**
 * npm run test:crash -- [--kill server|engine|stream|sound|render|signing|clone|dub|payment|top-up] [--database-url postgres://…] [--rounds 20] [--calls 200] [--seed N]
 *
 * Kills the real service with its real engines in the middle of concurrent calls, and audits every charge after the
 * restart. A killed process loses what it has not yet written to the operating system. Power loss is not covered.
 */
import { rm } from 'node:fs/promises';
import { killClone } from './kill-clone.ts';
import { killDub } from './kill-dub.ts';
import { killEngine } from './kill-engine.ts';
import { killPayment } from './kill-payment.ts';
import { killRender } from './kill-render.ts';
import { killServer } from './kill-server.ts';
import { killSigning } from './kill-signing.ts';
import { killSound } from './kill-sound.ts';
import { killStream } from './kill-stream.ts';
import { killTopUp } from './kill-top-up.ts';
import { readOptions } from './options.ts';

const RUNS = {
  server: killServer,
  engine: killEngine,
  stream: killStream,
  sound: killSound,
  render: killRender,
  signing: killSigning,
  clone: killClone,
  dub: killDub,
  payment: killPayment,
  'top-up': killTopUp,
};
const options = readOptions();
// Exiting stops the service; a signal alone would leave it running.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const database = options.databaseUrl ? 'PostgreSQL' : 'PGlite';
print(`killing the ${options.kill} ${options.rounds} times, on ${database}, seed ${options.seed}`);

const { calls, acknowledged, settled, violations } = await RUNS[options.kill](options, print);

for (const violation of violations) print(`  ${violation}`);
print(`${calls} calls, ${acknowledged} acknowledged, ${settled} settled, ${violations.length} violations`);
if (violations.length > 0) print(`data kept in ${options.dataDir}`);
else await rm(options.dataDir, { recursive: true, force: true });
process.exitCode = violations.length > 0 ? 1 : 0;

/**
 * npm run bench:gateway -- [--database-url postgres://…] [--rate 200] [--seconds 20] [--rounds 3]
 *
 * Overhead of authentication, limits and metering per call, on PGlite and, if a database is given, on PostgreSQL.
 */
import { parseArgs } from 'node:util';
import { describeMachine, syncCost } from '../../scripts/measure/machine.ts';
import { measure } from './measure.ts';
import { report } from './report.ts';

const { values } = parseArgs({
  options: {
    'database-url': { type: 'string' },
    only: { type: 'string' },
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    'saturation-seconds': { type: 'string', default: '10' },
  },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const settings = {
  requestsPerSecond: Number(values.rate),
  seconds: Number(values.seconds),
  rounds: Number(values.rounds),
  saturationSeconds: Number(values['saturation-seconds']),
  print,
};
const databaseUrl = values['database-url'];
const sync = syncCost('data');
print(describeMachine());
print(`one page synced to this disk: p50 ${sync.p50.toFixed(2)} ms, p99 ${sync.p99.toFixed(2)} ms`);

let failed = false;
if (values.only !== 'postgres') await measureOn('PGlite', undefined);
if (databaseUrl) await measureOn('PostgreSQL', databaseUrl);
else print('PostgreSQL was NOT measured: name an empty database with --database-url.');
process.exitCode = failed ? 1 : 0;

async function measureOn(name: string, url: string | undefined): Promise<void> {
  const figures = await measure({ ...settings, databaseUrl: url });
  print(report(name, settings.requestsPerSecond, figures));
  print(describeMachine());
  failed ||= Object.values(figures).some(({ steady, saturated }) =>
    [steady, saturated].some(({ failures }) => Object.keys(failures).length > 0),
  );
}

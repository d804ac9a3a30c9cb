/** A stand-in for the service: notes each life in the file, and does in each what the list of arguments says. */
import { on } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import { silentLog } from '../../platform/log.ts';
import { stopGracefully } from '../stop-gracefully.ts';
import { reportError, reportReady } from '../supervised.ts';

const [file = '', ...lives] = process.argv.slice(2);
appendFileSync(file, `${process.pid}\n`);
const life = readFileSync(file, 'utf8').trim().split('\n').length;
const deed = lives[life - 1];
if (deed !== 'drain twice' && deed !== 'hang') process.on('SIGTERM', () => process.exit(0));
if (deed === 'fail-to-start') process.exit(3);
if (deed !== 'start for ever') reportReady();
if (deed === 'crash') {
  const error = new TypeError('it broke');
  reportError(error);
  process.exit(1);
}
if (deed === 'leave') process.exit(0);
// A second signal would end it at once.
if (deed === 'drain') process.once('SIGINT', () => process.on('SIGINT', () => process.exit(9)));
if (deed === 'drain') process.once('SIGINT', () => setImmediate(() => process.exit(0)));
if (deed === 'drain twice') {
  const signals = on(process, 'SIGTERM');
  stopGracefully({ log: silentLog }, async () => {
    await signals.next();
    // Two that come at the same time are one.
    appendFileSync(`${file}.waiting`, `${process.pid}\n`);
    await signals.next();
  });
}
if (deed === 'hang') stopGracefully({ log: silentLog, repeatMs: 0 }, () => new Promise(() => undefined));
appendFileSync(`${file}.waiting`, `${process.pid}\n`);
setInterval(() => undefined, 1_000);

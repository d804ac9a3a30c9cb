/** A stand-in for the service: notes each life in the file, and does in each what the list of arguments says. */
import { appendFileSync, readFileSync } from 'node:fs';
import { reportError, reportReady } from '../supervised.ts';

const [file = '', ...lives] = process.argv.slice(2);
appendFileSync(file, `${process.pid}\n`);
const life = readFileSync(file, 'utf8').trim().split('\n').length;
const deed = lives[life - 1];
process.on('SIGTERM', () => process.exit(0));
if (deed === 'fail-to-start') process.exit(3);
reportReady();
if (deed === 'crash') {
  const error = new TypeError('it broke');
  reportError(error);
  process.exit(1);
}
if (deed === 'leave') process.exit(0);
// A second signal would end it at once.
if (deed === 'drain') process.once('SIGINT', () => process.on('SIGINT', () => process.exit(9)));
if (deed === 'drain') process.once('SIGINT', () => setImmediate(() => process.exit(0)));
appendFileSync(`${file}.waiting`, `${process.pid}\n`);
setInterval(() => undefined, 1_000);

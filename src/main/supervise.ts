/**
 * node src/main/supervise.ts PROGRAM […]
 *
 * Runs the program and starts it again when it fails. `./run` uses it outside of containers and without `--once`.
 */
import { createLog } from '../platform/log.ts';
import { superviseProcess } from './supervise-process.ts';

const [program = '', ...args] = process.argv.slice(2);
const log = createLog({ level: 'info', destination: process.stderr });
process.exitCode = await superviseProcess({ program, args, log, signals: process });

/**
 * node src/main/supervise.ts serve|worker […]
 *
 * Runs the command and starts it again when it fails. `./run` uses it outside of containers and without `--once`.
 */
import { join } from 'node:path';
import { createLog } from '../platform/log.ts';
import { superviseProcess } from './supervise-process.ts';

const [command = 'serve', ...args] = process.argv.slice(2);
const log = createLog({ level: 'info', destination: process.stderr });
const program = join(import.meta.dirname, `${command}.ts`);
process.exitCode = await superviseProcess({ program, args, log, signals: process });

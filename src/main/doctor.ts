/**
 * ./run doctor [--json] [--backups PLACE] [CHECK…]
 *
 * Checks what operators get wrong, for the settings of this environment, and says the remedy. It changes nothing, but writes an object
 * into the object store and removes it again. Ends with status 1 if there is a fault.
 */
import { parseArgs } from 'node:util';
import { CHECKS } from './doctor/checks.ts';
import { examine } from './doctor/examine.ts';
import { openInstallation } from './doctor/installation.ts';
import { statusOf, toJson, toText } from './doctor/report.ts';
import { versionOfPackage } from './version-of-package.ts';

const USAGE = 'Usage: ./run doctor [--json] [--backups PLACE] [CHECK…]';
const MISUSED = 2;
const USUAL_COLUMNS = 120;

const wanted = readArguments();
if (typeof wanted === 'string') {
  process.stderr.write(`${wanted}\n`);
  process.exit(MISUSED);
}
const installation = openInstallation(process.env, wanted);
const { examined, late } = await examine(installation, wanted.checks);
const { isTTY, columns = USUAL_COLUMNS } = process.stdout;
const colour = isTTY === true && !process.env.NO_COLOR;
const text = wanted.json
  ? toJson(examined, versionOfPackage())
  : toText(examined, { columns: Math.min(columns, USUAL_COLUMNS), colour });
process.stdout.write(text, () => end(statusOf(examined), late));

function readArguments() {
  const options = { json: { type: 'boolean' }, backups: { type: 'string' } } as const;
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const unknown = positionals.find((id) => !CHECKS.some((check) => check.id === id));
    if (unknown !== undefined)
      return `There is no check "${unknown}". There are: ${CHECKS.map(({ id }) => id).join(', ')}.\n${USAGE}`;
    const checks = CHECKS.filter(({ id }) => positionals.length === 0 || positionals.includes(id));
    return { checks, json: values.json ?? false, backups: values.backups ?? null };
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n${USAGE}`;
  }
}

/** `exit` waits for every thread, and one that waits for a dead network folder never comes back. Another program in this process does not. */
function end(status: number, isStuck: boolean): void {
  if (isStuck && process.execve) process.execve('/bin/sh', ['sh', '-c', `exit ${status}`], {});
  process.exit(status);
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from './command.ts';
import { COMMANDS } from './commands/index.ts';
import { completionScript } from './completion/index.ts';
import { type Context, createContext, outputFor, type System } from './context.ts';
import { Interrupted, UsageError } from './errors.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { describeFailure } from './failure.ts';
import { explain, overview } from './help.ts';
import { type Invocation, parse } from './parse.ts';
import type { Output } from './terminal/output.ts';

/** Runs one command line and gives its exit code. */
export async function run(argv: readonly string[], system: System): Promise<ExitCode> {
  // This output reports a command line that cannot be parsed.
  let output = outputFor(system, { json: argv.includes('--json') });
  let context: Context | null = null;
  try {
    const invocation = parse(COMMANDS, argv);
    if (invocation.kind !== 'run') return show(system, await aboutText(invocation));
    const about = ABOUT_THE_TABLE[invocation.command.name];
    if (about) return show(system, about(invocation.args));
    output = outputFor(system, invocation.globals);
    context = await createContext(system, invocation.globals, output);
    await invocation.command.run(context, { options: invocation.options as never, args: invocation.args });
    return EXIT.ok;
  } catch (caught) {
    // A request that is aborted throws the reason of the signal, or an error of its own.
    const error = system.signal.aborted && !(caught instanceof Interrupted) ? new Interrupted() : caught;
    return report(error, output, context?.connection.baseUrl ?? null);
  }
}

function report(error: unknown, output: Output, baseUrl: string | null): ExitCode {
  const { exitCode, message, code, requestId, hints } = describeFailure(error, baseUrl);
  const facts = [...(code ? [code] : []), ...(requestId ? [`request ${requestId}`] : [])];
  output.problem(facts.length > 0 ? `${message} (${facts.join(', ')})` : message, hints);
  if (output.json)
    output.result({ error: { message, code, request_id: requestId, hints }, exit_code: exitCode });
  return exitCode;
}

/** Commands about the table itself. They cannot import it, because it contains them. */
const ABOUT_THE_TABLE: Record<string, (args: readonly string[]) => string> = {
  help: helpFor,
  completion: ([shell]) => completionScript(shell, COMMANDS),
};

async function aboutText(asked: Exclude<Invocation, { kind: 'run' }>): Promise<string> {
  return asked.kind === 'help' ? helpFor(asked.path.map(({ name }) => name)) : version();
}

function show({ stdout }: System, text: string): ExitCode {
  stdout.write(`${text}\n`);
  return EXIT.ok;
}

function helpFor(names: readonly string[]): string {
  const path: Command[] = [];
  for (const name of names) {
    const among = path.length === 0 ? COMMANDS : (path.at(-1)?.subcommands ?? []);
    const found = among.find((command) => command.name === name);
    if (!found) throw new UsageError(`There is no command "${names.join(' ')}".`, ['See: vox help']);
    path.push(found);
  }
  return path.length === 0 ? overview(COMMANDS) : explain(path);
}

/** The built package has a folder more above it. */
async function version(): Promise<string> {
  for (const path of ['../package.json', '../../../package.json']) {
    const text = await readFile(join(import.meta.dirname, path), 'utf8').catch(() => null);
    const found = text && (JSON.parse(text) as { name: string; version: string });
    if (found && found.name === '@vox-humana/cli') return found.version;
  }
  throw new Error('The package.json of the command is missing.');
}

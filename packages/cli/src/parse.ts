import { parseArgs } from 'node:util';
import type { Argument, Command } from './command.ts';
import { UsageError } from './errors.ts';
import { GLOBAL_OPTIONS, type Globals, type Option, type Options } from './options.ts';

export type Invocation =
  | { kind: 'help'; path: Command[] }
  | { kind: 'version' }
  | {
      kind: 'run';
      path: Command[];
      command: Command;
      globals: Globals;
      options: Record<string, unknown>;
      args: string[];
    };

/** Reads what a command line asks for. Options may stand before or after the command. */
export function parse(commands: readonly Command[], argv: readonly string[]): Invocation {
  const [leading, rest] = splitLeadingOptions(argv);
  if (leading.includes('--version') || leading.includes('-V')) return { kind: 'version' };
  const path = findPath(commands, rest);
  const [first] = path;
  if (!first) {
    if (rest[0] !== undefined) throw unknownCommand(commands, rest[0]);
    return { kind: 'help', path: [] };
  }
  const last = path.at(-1) ?? first;
  // `vox jobs` is `vox jobs list`.
  const command = last.subcommands?.[0] ?? last;
  const words = [...leading, ...rest.slice(path.length)];
  const declared = { ...GLOBAL_OPTIONS, ...command.options };
  const { values, positionals } = readWords(declared, words, path);
  if (values.help) return { kind: 'help', path };
  if (last.subcommands && positionals[0] !== undefined && !command.args)
    throw unknownCommand(last.subcommands, positionals[0], last.name);
  checkArguments(command.args ?? [], positionals, path);
  const globals = Object.fromEntries(Object.keys(GLOBAL_OPTIONS).map((name) => [name, values[name]]));
  return { kind: 'run', path, command, globals: globals as Globals, options: values, args: positionals };
}

export function nameOf(path: readonly Command[]): string {
  return ['vox', ...path.map(({ name }) => name)].join(' ');
}

function splitLeadingOptions(argv: readonly string[]): [string[], string[]] {
  let index = 0;
  while (index < argv.length && argv[index]?.startsWith('-')) {
    const name = argv[index]?.replace(/^--/, '') ?? '';
    const option: Option | undefined = GLOBAL_OPTIONS[name as keyof typeof GLOBAL_OPTIONS];
    index += option && option.type !== 'boolean' ? 2 : 1;
  }
  return [argv.slice(0, index), argv.slice(index)];
}

function findPath(commands: readonly Command[], words: readonly string[]): Command[] {
  const command = commands.find(({ name }) => name === words[0]);
  if (!command) return [];
  return [command, ...findPath(command.subcommands ?? [], words.slice(1))];
}

function readWords(declared: Options, words: string[], path: Command[]) {
  const options = Object.entries(declared).map(([name, { type, short, multiple }]) => [
    name,
    {
      type: type === 'boolean' ? ('boolean' as const) : ('string' as const),
      ...(short !== undefined && { short }),
      ...(multiple && { multiple }),
    },
  ]);
  try {
    const { values, positionals } = parseArgs({
      args: words,
      options: Object.fromEntries(options),
      allowPositionals: true,
      allowNegative: true,
    });
    const read = Object.entries(values).map(([name, value]) => [
      name,
      readValue(name, declared[name], value),
    ]);
    return { values: Object.fromEntries(read) as Record<string, unknown>, positionals };
  } catch (error) {
    if (error instanceof UsageError || !isParseError(error)) throw error;
    const [message = ''] = error.message.split(/(?<=\.)\s|\. To specify/);
    throw new UsageError(message.replace(/\.?$/, '.'), [`See: ${helpOf(path)}`]);
  }
}

function isParseError(error: unknown): error is Error {
  return error instanceof Error && `${(error as NodeJS.ErrnoException).code}`.startsWith('ERR_PARSE_ARGS');
}

function readValue(name: string, option: Option | undefined, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => readValue(name, option, one));
  if (option?.choices && !option.choices.includes(String(value)))
    throw new UsageError(`--${name} must be one of ${option.choices.join(', ')}, not "${value}".`);
  if (option?.type !== 'number') return value;
  const number = Number(value);
  if (value === '' || !Number.isFinite(number))
    throw new UsageError(`--${name} must be a number, not "${value}".`);
  return number;
}

function checkArguments(args: readonly Argument[], given: readonly string[], path: Command[]): void {
  const missing = args.find(({ required }, index) => required && given[index] === undefined);
  if (missing) throw new UsageError(`${missing.name} is missing.`, [`See: ${helpOf(path)}`]);
  const most = args.at(-1)?.many ? Number.POSITIVE_INFINITY : args.length;
  if (given.length > most)
    throw new UsageError(`"${given[most]}" is one word too many.`, [`See: ${helpOf(path)}`]);
  for (const [index, { name, choices }] of args.entries()) {
    const value = given[index];
    if (value !== undefined && choices && !choices.includes(value))
      throw new UsageError(`${name} must be one of ${choices.join(', ')}, not "${value}".`);
  }
}

function helpOf(path: readonly Command[]): string {
  return ['vox help', ...path.map(({ name }) => name)].join(' ');
}

function unknownCommand(commands: readonly Command[], word: string, parent = ''): UsageError {
  const near = commands.find(({ name }) => name.startsWith(word.slice(0, 3)) || word.startsWith(name));
  const hints = near ? [`Did you mean: vox ${parent && `${parent} `}${near.name}?`] : [];
  const what = parent ? `"vox ${parent}" has no command "${word}".` : `There is no command "${word}".`;
  return new UsageError(what, [...hints, parent ? `See: vox help ${parent}` : 'See: vox help']);
}

import type { Argument, Command } from './command.ts';
import { EXIT_MEANINGS } from './exit-codes.ts';
import { GLOBAL_OPTIONS, type Option, type Options } from './options.ts';
import { nameOf } from './parse.ts';

const ENVIRONMENT = [
  ['VOX_API_KEY', 'API key, instead of that of the profile'],
  ['VOX_BASE_URL', 'where the service is; default: http://127.0.0.1:8080'],
  ['VOX_PROFILE', 'profile of the config file'],
  ['NO_COLOR', 'no colours'],
] as const;

export function overview(commands: readonly Command[]): string {
  return sections([
    ['', ['vox speaks, listens, composes and films with Vox Humana.']],
    ['Usage', ['vox COMMAND [OPTIONS]']],
    ['Commands', columns(commands.map(({ name, summary }) => [name, summary]))],
    ['Options of every command', optionLines(GLOBAL_OPTIONS)],
    ['Environment', columns(ENVIRONMENT)],
    ['Exit codes', columns(EXIT_MEANINGS.map(([code, meaning]) => [`${code}`, meaning]))],
    ['', ['vox help COMMAND explains one command.']],
  ]);
}

export function explain(path: readonly Command[]): string {
  const command = path.at(-1);
  if (!command) throw new TypeError('A path has at least one command.');
  const { subcommands = [], args = [], options = {}, details, examples = [] } = command;
  const usage = [
    nameOf(path),
    ...args.map(usageOf),
    ...(Object.keys(options).length > 0 ? ['[OPTIONS]'] : []),
  ];
  const usages =
    subcommands.length > 0
      ? subcommands.map((one) => [nameOf([...path, one]), ...(one.args ?? []).map(usageOf)].join(' '))
      : [usage.join(' ')];
  return sections([
    ['', [`${command.summary}.`, ...(details ? ['', details] : [])]],
    ['Usage', usages],
    ['Commands', columns(subcommands.map(({ name, summary }) => [name, summary]))],
    ['Options', optionLines(options)],
    ['Examples', [...examples]],
    [
      '',
      [
        ...(subcommands.length > 0 ? [`Options of one of them: vox help ${command.name} COMMAND`] : []),
        'Options of every command: vox help',
      ],
    ],
  ]);
}

function usageOf({ name, required, many }: Argument): string {
  const word = many ? `${name}…` : name;
  return required ? word : `[${word}]`;
}

function flagOf(name: string, { short, type, value = 'VALUE' }: Option): string {
  const flag = type === 'boolean' ? `--${name}` : `--${name} ${value}`;
  return short ? `-${short}, ${flag}` : flag;
}

function optionLines(options: Options): string[] {
  const rows = Object.entries(options).map(([name, option]) => [
    flagOf(name, option),
    option.choices ? `${option.description}: ${option.choices.join(', ')}` : option.description,
  ]);
  return columns(rows);
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(0, ...rows.map(([first = '']) => first.length));
  return rows.map(([first = '', second = '']) => `${first.padEnd(width)}  ${second}`);
}

function sections(parts: [title: string, lines: string[]][]): string {
  return parts
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) =>
      title === '' ? lines.join('\n') : [`${title}:`, ...lines.map((line) => `  ${line}`)].join('\n'),
    )
    .join('\n\n');
}

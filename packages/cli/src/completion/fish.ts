import type { Command } from '../command.ts';
import type { Option } from '../options.ts';
import { type Entry, entriesOf, takesFile } from './entries.ts';

export function fishScript(commands: readonly Command[]): string {
  const entries = entriesOf(commands);
  const lines = entries.flatMap((entry) => [
    ...entry.commands.map(
      ({ name, summary }) => `complete -c vox -f -n ${conditionOf(entry)} -a ${name} -d ${quoted(summary)}`,
    ),
    ...entry.choices.map((choice) => `complete -c vox -f -n ${conditionOf(entry)} -a ${choice}`),
    ...entry.options.map(
      ([name, option]) => `complete -c vox -n ${conditionOf(entry)} ${optionOf(name, option)}`,
    ),
  ]);
  return `# Completion of vox for fish. Load it with: vox completion fish | source
${lines.join('\n')}
`;
}

/** "jobs list" is seen as both words; "jobs" only while none of its own follows. */
function conditionOf({ path, commands }: Entry): string {
  if (path === '') return '__fish_use_subcommand';
  const seen = path.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
  const names = commands.map(({ name }) => name);
  const unseen = names.length > 0 ? [`not __fish_seen_subcommand_from ${names.join(' ')}`] : [];
  return quoted([...seen, ...unseen].join('; and '));
}

function optionOf(name: string, option: Option): string {
  const parts = [
    `-l ${name}`,
    ...(option.short ? [`-s ${option.short}`] : []),
    ...(option.type === 'boolean' ? ['-f'] : takesFile(option) ? ['-r'] : ['-x']),
    ...(option.choices ? [`-a ${quoted(option.choices.join(' '))}`] : []),
    `-d ${quoted(option.description)}`,
  ];
  return parts.join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "\\'")}'`;
}

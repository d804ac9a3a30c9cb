import type { Command } from '../command.ts';
import { GLOBAL_OPTIONS, type Option } from '../options.ts';

/** Lists the words that may follow a command: `path` is "jobs list", or "" for the beginning. */
export type Entry = {
  path: string;
  commands: readonly Command[];
  options: readonly (readonly [name: string, option: Option])[];
  /** Words that the first argument may be. */
  choices: readonly string[];
};

export function entriesOf(commands: readonly Command[]): Entry[] {
  const globals = Object.entries<Option>(GLOBAL_OPTIONS);
  const under = (command: Command, parent: string): Entry[] => {
    const path = parent === '' ? command.name : `${parent} ${command.name}`;
    const { subcommands = [] } = command;
    const own = Object.entries(subcommands[0]?.options ?? command.options ?? {});
    const choices =
      command.name === 'help' ? commands.map(({ name }) => name) : (command.args?.[0]?.choices ?? []);
    return [
      { path, commands: subcommands, options: [...own, ...globals], choices },
      ...subcommands.flatMap((one) => under(one, path)),
    ];
  };
  return [
    { path: '', commands, options: globals, choices: [] },
    ...commands.flatMap((one) => under(one, '')),
  ];
}

export function flagsOf([name, { short }]: readonly [string, Option]): string[] {
  return short ? [`--${name}`, `-${short}`] : [`--${name}`];
}

/** Options whose value is a file or a folder. */
export function takesFile({ value }: Option): boolean {
  return value === 'FILE' || value === 'FOLDER';
}

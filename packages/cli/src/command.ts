import type { Context } from './context.ts';
import type { Options, Values } from './options.ts';

/** A word after the command, such as FILE. Only the last one may be `many`. */
export type Argument = { name: string; required?: true; many?: true; choices?: readonly string[] };

type Input<O extends Options> = { options: Values<O>; args: string[] };

export type Command<O extends Options = Options> = {
  name: string;
  summary: string;
  /** Further sentences of its help. */
  details?: string;
  examples?: readonly string[];
  args?: readonly Argument[];
  options?: O;
  /** The first one is meant when the command line names none. */
  subcommands?: readonly Command[];
  run(context: Context, input: Input<O>): Promise<void>;
};

/** Infers the types of the options for `run`. */
export function defineCommand<const O extends Options>(command: Command<O>): Command {
  // The table holds commands of all options; `parse` gives each exactly those that it declared.
  return command as unknown as Command;
}

/** A command that only has subcommands, such as `jobs`. */
export function defineGroup(group: {
  name: string;
  summary: string;
  details?: string;
  subcommands: readonly [Command, ...Command[]];
}): Command {
  const [first] = group.subcommands;
  return { ...group, run: (context, input) => first.run(context, input) };
}

import type { Command } from '../command.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

export function completionScript(shell: string | undefined, commands: readonly Command[]): string {
  const write = SCRIPTS[shell as keyof typeof SCRIPTS];
  if (!write) throw new TypeError(`There is no completion for ${shell}.`);
  return write(commands).trimEnd();
}

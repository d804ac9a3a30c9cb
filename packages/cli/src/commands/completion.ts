import { defineCommand } from '../command.ts';

/** `run.ts` writes the script, because it has the table. */
export const completion = defineCommand({
  name: 'completion',
  summary: 'Print a script that completes commands in a shell',
  args: [{ name: 'SHELL', required: true, choices: ['bash', 'zsh', 'fish'] }],
  examples: ['source <(vox completion bash)', 'vox completion fish | source'],
  run: async () => undefined,
});

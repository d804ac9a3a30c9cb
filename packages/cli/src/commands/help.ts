import { defineCommand } from '../command.ts';

/** The table has it for the overview and for completion. `run.ts` shows the help, because it has the table. */
export const help = defineCommand({
  name: 'help',
  summary: 'Explain a command',
  args: [{ name: 'COMMAND', many: true }],
  run: async () => undefined,
});

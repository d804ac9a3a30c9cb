/** ./run admin grant EMAIL | revoke EMAIL | list | reset-password EMAIL */
import { runOperatorCommand } from './run-operator-command.ts';
import { startWith } from './start-with.ts';

await startWith(async (config, log) => {
  process.stdout.write(`${await runOperatorCommand(config, log, process.argv.slice(2))}\n`);
});

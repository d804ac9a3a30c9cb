import { findApertiumModes } from '../../engines/translation/index.ts';
import { describeLanguages, installLanguages } from './install-languages.ts';
import { startWith } from './start-with.ts';

/** `./run languages [PAIR…]`: lists what dubbing can translate between, and adds the named pairs. */
await startWith(async () => {
  await installLanguages(process.argv.slice(2));
  process.stdout.write(`${describeLanguages(await findApertiumModes())}\n`);
});

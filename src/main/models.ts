import { assembleModels } from './assemble-models.ts';
import { startWith } from './start-with.ts';

await startWith(async (config) => {
  await assembleModels(config);
  process.stdout.write(`The models are in ${config.modelsDir}.\n`);
});

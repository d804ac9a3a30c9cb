import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { asCarrier, hashFile, type Ingredient, signFile } from '../../../engines/manifests/index.ts';
import { uuidWithin } from '../../platform/ids.ts';
import { withScratchFolder } from '../../platform/scratch.ts';
import { type Body, fileBody, guarded } from '../../platform/storage/index.ts';
import { contentOf, type Made } from './content.ts';
import { consentsTo, type ProvenanceDeps } from './deps.ts';
import { hearFile } from './fingerprints/hear-file.ts';
import { insertOutput } from './queries.ts';

/** What the queue knows of a file that a worker has made. */
export type Output = {
  id: string;
  accountId: string;
  jobId: string;
  kind: string;
  contentType: string;
  models: readonly string[];
  voiceIds: readonly string[];
  /** Whether its sound was made here. */
  sounds: boolean;
  /** Files that a customer brought, which went into this one. */
  inputs: readonly Input[];
};

type Input = { name: string; objectKey: string; contentType: string };

/** The file is on disk twice while it is signed, and in memory never. */
export async function storeOutput(
  deps: ProvenanceDeps,
  output: Output,
  body: Body,
  key: string,
): Promise<void> {
  const { db, clock, storage, manifests, signer, generator } = deps;
  const { voiceIds, inputs, ...facts } = output;
  await withScratchFolder(async (folder) => {
    const source = join(folder, 'unsigned');
    const target = join(folder, 'signed');
    await writeFile(source, body);
    const ingredients: Ingredient[] = [];
    for (const input of inputs)
      ingredients.push(...(await readInput(deps, join(folder, `input-${input.name}`), input)));
    const made: Made = {
      ...facts,
      // A film of an uploaded face has its consent under the id of its job.
      consents: await consentsTo(deps, [...voiceIds, uuidWithin(output.jobId)]),
      composite: inputs.length > 0,
      madeAt: clock.now(),
    };
    const content = contentOf(made, generator, ingredients);
    const { accountId, sounds } = facts;
    const landmarks = sounds ? await hearFile(deps, { path: source, folder, accountId }) : null;
    const carrier = asCarrier(facts.contentType);
    const sidecar = await signFile(manifests, { source, target, carrier, content }, signer);
    const { bytes, sha256 } = await storage.put(key, fileBody(target), { contentType: facts.contentType });
    const carried = sidecar === null;
    await insertOutput(db, {
      ...made,
      ...facts,
      sha256: Buffer.from(sha256, 'hex'),
      bytes,
      carried,
      sidecar,
      landmarks,
    });
  });
}

/** None if the file is gone: its customer may delete it while the job runs. */
async function readInput(
  { storage, manifests }: ProvenanceDeps,
  path: string,
  { name, objectKey, contentType }: Input,
): Promise<Ingredient[]> {
  const stored = await storage.get(objectKey);
  if (!stored) return [];
  await writeFile(path, stored.body);
  const sha256 = (await hashFile(path)).toString('hex');
  return [await manifests.readIngredient({ path, contentType, sha256, title: name })];
}

async function writeFile(path: string, body: Body): Promise<void> {
  const file = await guarded(() => open(path, 'wx'));
  try {
    for await (const chunk of Buffer.isBuffer(body) ? [body] : body)
      await guarded(() => file.appendFile(chunk));
  } finally {
    await file.close();
  }
}

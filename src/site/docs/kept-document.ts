import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../../platform/log.ts';

export type DocumentTexts = { json: string; yaml: string };
export type KeptDocumentDeps = { dataDir: string; log: Log };

/**
 * The OpenAPI document in both forms. Writing it takes a quarter of a start, so it is kept under a key of all that it says: the next
 * start reads it. A folder that cannot be written costs only that time.
 */
export async function keptDocument(app: FastifyInstance, deps: KeptDocumentDeps): Promise<DocumentTexts> {
  const folder = join(deps.dataDir, 'openapi');
  const name = `${app.documentKey()}.json`;
  const kept = await read(join(folder, name));
  if (kept) return kept;
  const texts = { json: JSON.stringify(app.swagger()), yaml: app.swagger({ yaml: true }) };
  await keep(folder, name, texts).catch((err: unknown) =>
    deps.log.warn({ err }, 'the OpenAPI document could not be kept, and is written again at the next start'),
  );
  return texts;
}

/** Null for anything that is not such a file: it is written anew. */
async function read(path: string): Promise<DocumentTexts | null> {
  try {
    const { json, yaml } = JSON.parse(await readFile(path, 'utf8')) as Partial<DocumentTexts>;
    return json && yaml ? { json, yaml } : null;
  } catch {
    return null;
  }
}

/** Appears whole, and alone: those of other versions go. */
async function keep(folder: string, name: string, texts: DocumentTexts): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const other of await readdir(folder))
    if (other !== name) await rm(join(folder, other), { force: true });
  const draft = join(folder, `${randomUUID()}.new`);
  await writeFile(draft, JSON.stringify(texts), { mode: 0o600 });
  await rename(draft, join(folder, name));
}

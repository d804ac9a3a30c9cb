/** ./run provenance FILE: whether the file was made here, when, and by whom. Looks for its hash, and for the id in its manifest. */
import { extname } from 'node:path';
import { createManifestEngine, hashFile } from '../../engines/manifests/index.ts';
import type { Config } from '../platform/config/index.ts';
import type { Log } from '../platform/log.ts';
import { PROVENANCE } from './provenance-command.ts';
import { runOperatorCommand } from './run-operator-command.ts';
import { startWith } from './start-with.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.flac': 'audio/flac',
  '.m4a': 'audio/mp4',
  '.mp4': 'video/mp4',
  '.c2pa': 'application/c2pa',
};

await startWith(async (config, log) => {
  const [path, ...rest] = process.argv.slice(2);
  if (path === undefined || rest.length > 0) throw new Error('Usage: ./run provenance FILE');
  const sha256 = (await hashFile(path)).toString('hex');
  const { line, id } = await readManifest(config, log, path);
  const known = await runOperatorCommand(config, log, [PROVENANCE, sha256, id ?? '']);
  process.stdout.write(`SHA-256   ${sha256}\n${line}\n${known}\n`);
});

async function readManifest(
  { provenance: { trustAnchors } }: Config,
  log: Log,
  path: string,
): Promise<{ line: string; id: string | null }> {
  const contentType = CONTENT_TYPES[extname(path).toLowerCase()];
  if (contentType === undefined) return { line: 'Manifest  none: this format cannot carry one', id: null };
  const engine = createManifestEngine({ log });
  try {
    const { state, trusted, issuer, id } = await engine.readManifest(path, { contentType, trustAnchors });
    if (state === 'absent') return { line: 'Manifest  none', id };
    const by = `${issuer ?? 'an unnamed organisation'} (${trusted ? 'trusted' : 'not trusted'})`;
    return { line: `Manifest  ${state}, signed by ${by}, ${id ?? 'without an id'}`, id };
  } finally {
    await engine.close();
  }
}

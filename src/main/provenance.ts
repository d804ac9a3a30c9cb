/** ./run provenance FILE: whether the file was made here, when, and by whom. Looks for its hash, for the id in its manifest, and for its sound. */
import { open } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { createManifestEngine, hashFile } from '../../engines/manifests/index.ts';
import type { Config } from '../platform/config/index.ts';
import { DomainError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { withScratchFolder } from '../platform/scratch.ts';
import { openMediaTools } from './open-media-tools.ts';
import { argumentsFor } from './provenance-command.ts';
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
  const { line, id: label } = await readManifest(config, log, path);
  const { problem, sound } = await readSound(config, log, path);
  const args = argumentsFor({ sha256, label, sound }, SAMPLE_RATE);
  const known = await runOperatorCommand(config, log, args);
  process.stdout.write(`SHA-256   ${sha256}\n${line}\n${problem}${known}\n`);
});

/** The rate at which files are decoded. */
const SAMPLE_RATE = 16_000;
const DECODED_SECONDS = 4 * 3_600;
/** More is not searched. */
const HEARD_SECONDS = 300;

async function readSound(
  config: Config,
  log: Log,
  path: string,
): Promise<{ problem: string; sound: Float32Array | null }> {
  const { decodeToFile } = await openMediaTools(config, log);
  return withScratchFolder(async (folder) => {
    const target = join(folder, 'sound');
    try {
      await decodeToFile(path, { target, maxSeconds: DECODED_SECONDS });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { problem: `Sound     not looked for: ${error.public}\n`, sound: null };
    }
    const sound = new Float32Array(HEARD_SECONDS * SAMPLE_RATE);
    const file = await open(target);
    try {
      const { bytesRead } = await file.read(sound);
      return { problem: '', sound: sound.subarray(0, bytesRead / sound.BYTES_PER_ELEMENT) };
    } finally {
      await file.close();
    }
  });
}

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

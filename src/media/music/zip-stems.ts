import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { ZipFile } from 'yazl';
import type { SoundEncoder } from '../../../engines/codec/index.ts';
import type { LazySound } from '../../../engines/music/index.ts';
import type { SignPart } from '../sound/index.ts';

export const ZIP_CONTENT_TYPE = 'application/zip';
/** Formats in which the stems still sum to the mix. */
export const LOSSLESS: ReadonlySet<string> = new Set(['wav', 'flac']);

/** The same for every archive, in every time zone, so that the same stems give the same bytes. */
const ENTRY = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, compress: false };

type Stems = { mix: LazySound; stems: readonly (LazySound & { name: string })[] };

/** One sound at a time, so that a long piece keeps neither the memory nor other callers. Each file is signed by itself. */
export async function zipStems(
  encoder: SoundEncoder,
  { mix, stems }: Stems,
  signPart: SignPart,
): Promise<Buffer> {
  const zip = new ZipFile();
  const archive = buffer(zip.outputStream);
  for (const { name, open } of [{ name: 'mix', ...mix }, ...stems]) {
    const file = await signPart(await encoder.encode(open()), encoder.contentType);
    zip.addBuffer(file, `${name}.${encoder.extension}`, ENTRY);
    await turn();
  }
  zip.end();
  return archive;
}

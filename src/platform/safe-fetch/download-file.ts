import { open } from 'node:fs/promises';
import { StorageUnavailable } from '../storage/index.ts';
import { bounded, type SafeFetchOptions, visit } from './safe-fetch.ts';

/** As `safeFetch`, for what is too large for memory: a body with status 200 becomes the new file at `path`. */
export function downloadFile(
  input: string | URL,
  path: string,
  options: SafeFetchOptions,
): Promise<{ status: number }> {
  return visit(input, options, async ({ statusCode: status, body }) => {
    if (status === 200) await save(bounded(body, options), path);
    return { status };
  });
}

async function save(chunks: AsyncIterable<Buffer>, path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch(ourFault);
  try {
    for await (const chunk of chunks) await file.appendFile(chunk).catch(ourFault);
  } finally {
    await file.close();
  }
}

/** A full disk must not look like an address that cannot be reached. */
function ourFault(error: unknown): never {
  throw new StorageUnavailable(error);
}

import { open } from 'node:fs/promises';
import { guarded } from '../storage/index.ts';
import { bounded, type SafeFetchOptions, visit } from './safe-fetch.ts';

/** Like `safeFetch`, for bodies too large for memory: a body with status 200 is written to a new file at `path`. */
export function downloadFile(
  input: string | URL,
  path: string,
  options: SafeFetchOptions,
): Promise<{ status: number }> {
  return visit(input, options, async (response) => {
    const { statusCode: status } = response;
    if (status === 200) await save(bounded(response, options), path);
    return { status };
  });
}

/** Our own disk may fail: that must not be reported as an unreachable URL. */
async function save(chunks: AsyncIterable<Buffer>, path: string): Promise<void> {
  const file = await guarded(() => open(path, 'wx', 0o600));
  try {
    for await (const chunk of chunks) await guarded(() => file.appendFile(chunk));
  } finally {
    await file.close();
  }
}

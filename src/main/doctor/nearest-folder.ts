import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The folder itself, or the nearest one above that is there. A missing one would be made in it. */
export async function nearestFolder(path: string): Promise<{ folder: string; exists: boolean }> {
  for (let folder = path; ; folder = dirname(folder)) {
    const found = await realpath(folder).catch((error: NodeJS.ErrnoException) => {
      if ((error.code === 'ENOENT' || error.code === 'ENOTDIR') && folder !== '/') return null;
      throw error;
    });
    if (found !== null) return { folder: found, exists: folder === path };
  }
}

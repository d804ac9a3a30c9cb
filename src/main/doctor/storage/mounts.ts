import { readFile } from 'node:fs/promises';

export type Mount = { folder: string; type: string };

/** The file system that a path is on. `/proc` is asked, because a network folder whose server is gone answers nobody. */
export async function findMount(path: string): Promise<Mount | null> {
  const table = await readFile('/proc/self/mounts', 'utf8').catch(() => null);
  return table === null ? null : mountOf(path, table);
}

/** Of several at one place the last one counts. */
export function mountOf(path: string, table: string): Mount | null {
  let best: Mount | null = null;
  for (const line of table.split('\n')) {
    const [, written, type] = line.split(' ');
    if (written === undefined || type === undefined) continue;
    const folder = written.replace(/\\(\d{3})/g, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    );
    const isAbove = folder === '/' || path === folder || path.startsWith(`${folder}/`);
    if (isAbove && folder.length >= (best?.folder.length ?? 0)) best = { folder, type };
  }
  return best;
}

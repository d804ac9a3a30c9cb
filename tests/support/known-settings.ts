import { textOf } from './image-files.ts';
import { sourceFiles, sourceText } from './source-files.ts';

/** Every name that the configuration may ask for, and what else the program or ./run reads. */
export function knownSettings(): Set<string> {
  const asked = new Set<string>();
  for (const file of sourceFiles().filter((path) => path.startsWith('src/platform/config/')))
    for (const [, name = ''] of sourceText(file).matchAll(/'([A-Z][A-Z0-9_]+)'/g)) asked.add(name);
  for (const file of sourceFiles())
    for (const [, name = ''] of sourceText(file).matchAll(/process\.env\.([A-Z][A-Z0-9_]*)/g))
      asked.add(name);
  for (const script of ['run', 'scripts/setup.sh'])
    for (const [, name = ''] of textOf(script).matchAll(/^export ([A-Z][A-Z0-9_]*)=/gm)) asked.add(name);
  return asked;
}

/** How long a program that was asked to stop may finish what is running. */
export const finishSeconds = (): number => secondsOf('src/main/stop-gracefully.ts', 'DRAIN_MS');
/** How long a job belongs to a worker that is not heard of. */
export const leaseSeconds = (): number => secondsOf('src/work/jobs/lease-job.ts', 'LEASE_MS');

function secondsOf(file: string, constant: string): number {
  const [, ms = ''] = new RegExp(`const ${constant} = ([\\d_]+)`).exec(textOf(file)) ?? [];
  return Number(ms.replaceAll('_', '')) / 1_000;
}

import {
  type Check,
  type Finding,
  fault,
  type Installation,
  type Level,
  reasonOf,
  warning,
} from './check.ts';
import { createHider } from './hide-secrets.ts';

export type Examined = { id: string; level: Level; findings: readonly Finding[] };

const LIMIT_MS = 10_000;
const OF_FILES = [
  'EACCES',
  'EPERM',
  'ENOTDIR',
  'EIO',
  'ESTALE',
  'ELOOP',
  'EROFS',
  'ENOSPC',
  'EDQUOT',
  'EMFILE',
];
const FROM_WORST: readonly Level[] = ['fault', 'warning', 'good'];

/** Runs the checks side by side, each within its time. What has nothing to check is left out. */
export async function examine(
  installation: Installation,
  checks: readonly Check[],
  limitMs = LIMIT_MS,
): Promise<{ examined: Examined[]; late: boolean }> {
  const hide = createHider(installation.env);
  let late = false;
  const onLate = (): void => {
    late = true;
  };
  const all = await Promise.all(
    checks.map(async (check): Promise<Examined[]> => {
      const found = await findingsOf(check, installation, { limitMs: check.limitMs ?? limitMs, onLate });
      const findings = found.map(({ level, seen, remedy }) => ({
        level,
        seen: hide(seen),
        remedy: remedy === null ? null : hide(remedy),
      }));
      return findings.length > 0 ? [{ id: check.id, level: worst(findings), findings }] : [];
    }),
  );
  return { examined: all.flat(), late };
}

async function findingsOf(
  { id, settings = [], run }: Check,
  installation: Installation,
  { limitMs, onLate }: { limitMs: number; onLate: () => void },
): Promise<readonly Finding[]> {
  const invalid = settings.filter((name) => installation.problems.some((problem) => problem.name === name));
  if (invalid.length > 0)
    return [warning(`Not checked, because ${invalid.join(' and ')} cannot be used.`, 'Correct that first.')];
  const named = settings.length > 0 ? ` Look at ${settings.join(', ')} and at what they name.` : '';
  const late = Promise.withResolvers<readonly Finding[]>();
  const timer = setTimeout(() => {
    onLate();
    const seen = `There was no answer within ${Math.ceil(limitMs / 1_000)} s.`;
    late.resolve([fault(seen, `Try it again with ./run doctor ${id}.${named}`)]);
  }, limitMs);
  try {
    return await Promise.race([run(installation), late.promise]);
  } catch (error) {
    return [judgeError(error)];
  } finally {
    clearTimeout(timer);
  }
}

/** Any check may meet a file that cannot be used. Everything else that it does not expect is its own fault. */
function judgeError(error: unknown): Finding {
  const { code, path } = error as NodeJS.ErrnoException;
  if (OF_FILES.includes(String(code)))
    return fault(
      `${path ?? 'A file'} cannot be read or written (${code}).`,
      'See what data-folder, temporary-folder and disk-space say, and run this as the user of the service.',
    );
  return fault(`The check itself failed: ${reasonOf(error)}`, 'Please report this; the other checks hold.');
}

function worst(findings: readonly Finding[]): Level {
  return FROM_WORST.find((level) => findings.some((finding) => finding.level === level)) ?? 'good';
}

import { Link, useLocation } from '@tanstack/react-router';
import { type Texts, useFormats, useTexts } from '../texts/index.tsx';
import type { Check } from './check.ts';
import { Finding } from './finding.tsx';

/** What the registry of this service knows of the file. */
export function RegistryFinding({ check, isSignedIn }: { check: Check; isSignedIn: boolean }) {
  const texts = useTexts();
  const { provenance } = texts;
  const { time } = useFormats();
  const { pathname } = useLocation();
  const known = check.watermark.installation === 'this';
  const { records } = check;
  const state = known ? 'known' : 'unknown';
  return (
    <Finding
      title={provenance.registry}
      tone={known ? 'good' : 'neutral'}
      state={provenance.registryStates[state]}
      says={provenance.registryHints[state]}
    >
      {records.length > 0 && (
        <ul className="flex flex-col divide-y divide-line text-sm">
          {records.map(({ id, kind, made_at: madeAt, found_by: foundBy }) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2">
              <Link
                to={pathname}
                search={{ id } as never}
                hash="record"
                className="font-medium text-accent underline"
              >
                {kindOf(texts, kind)}, {time(madeAt)}
              </Link>
              <span className="text-xs text-muted">{provenance.foundBy[foundBy]}</span>
            </li>
          ))}
        </ul>
      )}
      {known && records.length === 0 && (
        <p className="text-xs text-muted">{isSignedIn ? provenance.notYours : provenance.whoIsNotSaid}</p>
      )}
    </Finding>
  );
}

export function kindOf({ history, jobs }: Texts, kind: string): string {
  const names: Record<string, string> = { ...jobs.kinds, ...history.kinds };
  return names[kind] ?? kind;
}

import { BadgeCheck, Bot, CircleHelp, FileCheck, type LucideIcon, ShieldAlert } from 'lucide-react';
import { useTexts } from '../texts/index.tsx';
import { classes } from '../ui/classes.ts';
import { Note } from '../ui/layout.tsx';
import { type Check, type Verdict, verdictOf } from './check.ts';
import { ManifestFinding } from './manifest-finding.tsx';
import { MarkFinding } from './mark-finding.tsx';
import { RegistryFinding } from './registry-finding.tsx';

const LOOKS: Record<Verdict, { icon: LucideIcon; classes: string }> = {
  ours: { icon: BadgeCheck, classes: 'bg-accent-soft text-accent' },
  partly: { icon: BadgeCheck, classes: 'bg-accent-soft text-accent' },
  marked: { icon: Bot, classes: 'bg-accent-soft text-accent' },
  declared: { icon: Bot, classes: 'bg-accent-soft text-accent' },
  signed: { icon: FileCheck, classes: 'bg-sunken text-ink' },
  broken: { icon: ShieldAlert, classes: 'bg-danger-soft text-danger' },
  nothing: { icon: CircleHelp, classes: 'bg-sunken text-ink' },
};

type CheckResultProps = { check: Check; name: string; file: File | null; isSignedIn: boolean };

/** What the check comes to, then what each layer says, then what none of them can say. */
export function CheckResult({ check, name, file, isSignedIn }: CheckResultProps) {
  const { provenance: texts } = useTexts();
  const verdict = verdictOf(check);
  const { icon: Icon, classes: look } = LOOKS[verdict];
  return (
    <section aria-label={texts.result} className="flex flex-col gap-5">
      <div className={classes('flex items-start gap-4 rounded-xl p-4 sm:p-5', look)}>
        <Icon aria-hidden className="mt-0.5 size-8 shrink-0" />
        <div className="min-w-0" role="status">
          <p className="text-xs break-all">{name}</p>
          <h2 className="text-lg font-semibold">{texts.verdicts[verdict].title}</h2>
          <p className="mt-1 text-sm">{texts.verdicts[verdict].text}</p>
        </div>
      </div>
      <MarkFinding check={check} file={file} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <ManifestFinding manifest={check.manifest} />
        <RegistryFinding check={check} isSignedIn={isSignedIn} />
      </div>
      <Note tone="warning">
        <h3 className="font-medium">{texts.limitsTitle}</h3>
        <ul className="mt-1 list-disc ps-5">
          {texts.limits.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      </Note>
    </section>
  );
}

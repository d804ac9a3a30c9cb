import { useTexts } from '../texts/index.tsx';
import { CopyButton } from './copy-button.tsx';
import { Note } from './layout.tsx';

/** A secret that is shown only once. */
export function SecretNote({ secret, hint }: { secret: string; hint: string }) {
  const { common } = useTexts();
  return (
    <div role="status" className="flex flex-col gap-3">
      <Note tone="warning">{hint}</Note>
      <code dir="ltr" className="rounded-lg bg-sunken p-3 font-mono text-sm break-all">
        {secret}
      </code>
      <div>
        <CopyButton text={secret} label={common.copy} />
      </div>
    </div>
  );
}

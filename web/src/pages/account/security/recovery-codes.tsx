import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { useBlobUrl } from '../../../audio/use-blob-url.ts';
import { useTexts } from '../../../texts/index.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Note } from '../../../ui/layout.tsx';

export function RecoveryCodes({ codes }: { codes: string[] }) {
  const { security: texts } = useTexts();
  const text = codes.join('\n');
  const file = useBlobUrl(useMemo(() => new Blob([`${text}\n`], { type: 'text/plain' }), [text]));
  return (
    <div role="status" className="flex w-full flex-col gap-3">
      <Note tone="warning">{texts.recoveryHint}</Note>
      <ul dir="ltr" className="grid gap-1 sm:grid-cols-2 rounded-lg bg-sunken p-3 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label={texts.copyCodes} />
        {file && (
          <a className={buttonClasses()} href={file} download="recovery-codes.txt">
            <Download aria-hidden className="size-4" />
            {texts.downloadCodes}
          </a>
        )}
      </div>
    </div>
  );
}

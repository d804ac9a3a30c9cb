import { useQuery } from '@tanstack/react-query';
import type { Job } from '@vox-humana/client';
import { useState } from 'react';
import { api } from '../api/clients.ts';
import { recordQuery } from '../provenance/record-lookup.tsx';
import { useFormats, useTexts } from '../texts/index.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Facts } from '../ui/facts.tsx';
import { Loading } from '../ui/loading.tsx';

/** True if the film may have one: it shows what somebody brought, and its record names consents. */
export function useHasConsent({ kind, provenance_id: id }: Job): boolean {
  const { data } = useQuery({ ...recordQuery(id ?? ''), enabled: kind === 'video' && id !== null });
  return Boolean(
    data && data.voice_consents.length > 0 && /compositeWithTrained/.test(data.digital_source_type),
  );
}

/** The record of the consent to the face in a film, with its receipt. */
export function JobConsent({ jobId }: { jobId: string }) {
  const { jobs: texts } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className="text-accent underline">
        {texts.consentShow}
      </button>
      <Dialog title={texts.consent} open={open} onOpenChange={setOpen}>
        <ConsentRecord jobId={jobId} />
      </Dialog>
    </>
  );
}

function ConsentRecord({ jobId }: { jobId: string }) {
  const { jobs: texts } = useTexts();
  const { time } = useFormats();
  const { data: consent, error } = useQuery({
    queryKey: ['job-consent', jobId],
    queryFn: () => api.videos.consent(jobId),
  });
  if (!consent) return error ? <ErrorNote error={error} /> : <Loading />;
  return (
    <>
      <Facts
        facts={[
          { name: texts.consentGiven, value: time(consent.given_at) },
          { name: texts.consentAddress, value: consent.address },
          { name: texts.consentVersion, value: consent.version },
        ]}
      />
      <div className="text-sm">
        <h3 className="text-xs text-muted">{texts.consentText}</h3>
        <p lang="en">{consent.text}</p>
      </div>
      <p className="text-xs text-muted">
        {texts.consentHashes}: <code className="break-all text-ink">{consent.sample_sha256.join(', ')}</code>
      </p>
      <div className="flex flex-col gap-1.5">
        <h3 className="text-sm font-medium">{texts.consentReceipt}</h3>
        <CodeBlock code={consent.receipt} label={texts.consentReceipt} />
        <p className="text-xs text-muted">{texts.consentReceiptHint}</p>
      </div>
    </>
  );
}

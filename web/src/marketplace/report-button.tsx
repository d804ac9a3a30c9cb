import { useMutation } from '@tanstack/react-query';
import type { Json, Listing } from '@vox-humana/client';
import { Flag } from 'lucide-react';
import { useState } from 'react';
import { account } from '../api/clients.ts';
import { fill, useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { SelectField, TextArea } from '../ui/fields.tsx';
import { useNotify } from '../ui/toasts.tsx';

type Reason = Json<'POST /api/v1/voices/community/{id}/report'>['reason'];
const REASONS: Reason[] = ['impersonation', 'no_consent', 'harmful', 'misleading', 'other'];

export function ReportButton({ listing: { id, title } }: { listing: Listing }) {
  const { listing: texts } = useTexts();
  const notify = useNotify();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState<Reason>('impersonation');
  const [details, setDetails] = useState('');
  const report = useMutation({
    mutationFn: () => account.voices.community.report(id, { reason, ...(details.trim() ? { details } : {}) }),
    onSuccess: () => {
      setOpen(false);
      notify.done(texts.reported);
    },
  });
  return (
    <>
      <Button look="quiet" icon={<Flag aria-hidden className="size-4" />} onClick={() => setOpen(true)}>
        {texts.report}
      </Button>
      <Dialog title={fill(texts.reportTitle, { title })} open={open} onOpenChange={setOpen}>
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            report.mutate();
          }}
        >
          <SelectField
            label={texts.reason}
            value={reason}
            onChange={(event) => setReason(event.target.value as Reason)}
            options={REASONS.map((value) => ({ value, label: texts.reasons[value] }))}
          />
          <TextArea
            label={texts.details}
            rows={4}
            maxLength={4_000}
            value={details}
            onChange={(event) => setDetails(event.target.value)}
          />
          <ErrorNote error={report.error} />
          <div>
            <Button type="submit" look="primary" busy={report.isPending}>
              {texts.sendReport}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}

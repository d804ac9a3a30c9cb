import { useMutation, useQuery } from '@tanstack/react-query';
import { NotFoundError } from '@vox-humana/client';
import { account } from '../api/clients.ts';
import { queryClient } from '../api/query-client.ts';
import { fill, useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { TextField } from '../ui/fields.tsx';
import { Badge, Card, Note, type Tone } from '../ui/layout.tsx';
import { useNotify } from '../ui/toasts.tsx';
import { useDraft } from '../ui/use-draft.ts';

const KEY = ['seller', 'verification'];
const TONES = { pending: 'warning', verified: 'good', rejected: 'danger' } satisfies Record<string, Tone>;

/** Needed for offers with a price. */
export function Verification() {
  const { common, selling: texts } = useTexts();
  const { data, error, isPending } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => account.seller.verification({ signal }).catch(nullWhenNone),
  });
  if (isPending) return <Card title={texts.verification}>{common.loading}</Card>;
  return (
    <Card
      title={texts.verification}
      actions={data && <Badge tone={TONES[data.status]}>{texts.statuses[data.status]}</Badge>}
    >
      <div className="flex flex-col gap-4">
        <ErrorNote error={error} />
        <p className="text-sm text-muted">
          {data
            ? fill(texts.verifiedAs, {
                name: data.legal_name,
                country: data.country,
                last: data.document_last_four,
              })
            : texts.verificationLead}
        </p>
        {data?.reason && <Note tone="danger">{data.reason}</Note>}
        {!error && (!data || data.status === 'rejected') && <VerificationForm />}
      </div>
    </Card>
  );
}

/** A seller who never asked for a verification has none. */
function nullWhenNone(error: unknown): null {
  if (error instanceof NotFoundError) return null;
  throw error;
}

function VerificationForm() {
  const { selling: texts } = useTexts();
  const notify = useNotify();
  // The number of a document is not kept in the browser.
  const [{ legalName, country }, change] = useDraft('vox.draft.seller', { legalName: '', country: '' });
  const ask = useMutation({
    mutationFn: (documentId: string) =>
      account.seller.requestVerification({ legal_name: legalName, country, document_id: documentId }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: KEY });
      notify.done(texts.verificationSent);
    },
  });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        ask.mutate(String(new FormData(event.currentTarget).get('document')));
      }}
    >
      <TextField
        label={texts.legalName}
        required
        maxLength={200}
        autoComplete="name"
        value={legalName}
        onChange={(event) => change({ legalName: event.target.value })}
      />
      <TextField
        label={texts.country}
        hint={texts.countryHint}
        required
        pattern="[A-Za-z]{2}"
        maxLength={2}
        autoComplete="country"
        value={country}
        onChange={(event) => change({ country: event.target.value })}
      />
      <TextField
        label={texts.documentId}
        hint={texts.documentHint}
        name="document"
        required
        maxLength={100}
        autoComplete="off"
      />
      <ErrorNote error={ask.error} />
      <div>
        <Button type="submit" busy={ask.isPending}>
          {texts.sendVerification}
        </Button>
      </div>
    </form>
  );
}

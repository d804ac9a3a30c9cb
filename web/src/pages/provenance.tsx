import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { account } from '../api/clients.ts';
import { useFormats, useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Facts } from '../ui/facts.tsx';
import { TextField } from '../ui/fields.tsx';
import { Card, Note, Page } from '../ui/layout.tsx';

/** How to find out whether a file was made here. Open to everybody. */
export default function ProvenancePage() {
  const { provenance: texts } = useTexts();
  return (
    <main className="p-4 sm:p-8">
      <Page title={texts.title} lead={texts.lead}>
        <Card title={texts.stepsTitle}>
          <ol className="flex list-decimal flex-col gap-3 ps-5 text-sm">
            {texts.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Card>
        <Lookup />
        <Note tone="warning">{texts.limits}</Note>
      </Page>
    </main>
  );
}

function Lookup() {
  const { provenance: texts } = useTexts();
  const { time } = useFormats();
  const [id, setId] = useState('');
  const look = useMutation({
    mutationFn: () =>
      account.request('GET /api/v1/provenance/{id}', { path: { id: id.trim().replace(/^urn:c2pa:/u, '') } }),
  });
  const { data } = look;
  return (
    <Card title={texts.lookupTitle}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          look.mutate();
        }}
      >
        <TextField
          label={texts.id}
          hint={texts.idHint}
          value={id}
          required
          onChange={(event) => setId(event.target.value)}
        />
        <div>
          <Button type="submit" look="primary" busy={look.isPending}>
            {texts.look}
          </Button>
        </div>
        <ErrorNote error={look.error} />
        {data && (
          <div role="status">
            <Facts
              facts={[
                { name: texts.madeAt, value: time(data.made_at) },
                { name: texts.kind, value: data.kind },
                { name: texts.models, value: data.models.join(', ') },
                { name: texts.hash, value: data.sha256 },
              ]}
            />
          </div>
        )}
      </form>
    </Card>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { account } from '../api/clients.ts';
import { ownAddress } from '../api/own-address.ts';
import { useFormats, useTexts } from '../texts/index.tsx';
import { Button, buttonClasses } from '../ui/button.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Facts } from '../ui/facts.tsx';
import { TextField } from '../ui/fields.tsx';
import { Badge, Card } from '../ui/layout.tsx';
import { useAddress } from '../ui/use-address.ts';
import { sourceName } from './manifest-finding.tsx';
import { kindOf } from './registry-finding.tsx';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

export const recordQuery = (id: string) => ({
  queryKey: ['provenance', id],
  queryFn: () => account.request('GET /api/v1/provenance/{id}', { path: { id } }),
});

/** Looks up what was made here by its id, which the address of the page carries. */
export function RecordLookup() {
  const { provenance: texts } = useTexts();
  const [{ id }, change] = useAddress({ id: '' });
  const [typed, setTyped] = useState(id);
  useEffect(() => setTyped(id), [id]);
  // People paste "urn:c2pa:…", or a line around it. What has no id in it is refused by the service.
  const wanted = UUID.exec(id)?.[0] ?? id.trim();
  const { data, error, isFetching } = useQuery({ ...recordQuery(wanted), enabled: wanted !== '' });
  return (
    <Card title={texts.lookupTitle}>
      <form
        id="record"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          change({ id: typed.trim() });
        }}
      >
        <TextField
          label={texts.id}
          hint={texts.idHint}
          value={typed}
          required
          onChange={(event) => setTyped(event.target.value)}
        />
        <div>
          <Button type="submit" busy={isFetching}>
            {texts.look}
          </Button>
        </div>
        {wanted !== '' && <ErrorNote error={error} />}
        {data && !error && wanted !== '' && <Record record={data} />}
      </form>
    </Card>
  );
}

type RecordProps = { record: Awaited<ReturnType<ReturnType<typeof recordQuery>['queryFn']>> };

function Record({ record }: RecordProps) {
  const texts = useTexts();
  const { provenance } = texts;
  const formats = useFormats();
  const { voice_consents: consents } = record;
  return (
    <div role="status" className="flex flex-col gap-4">
      {record.yours && (
        <div>
          <Badge tone="good">{provenance.yours}</Badge>
        </div>
      )}
      <Facts
        facts={[
          { name: provenance.madeAt, value: formats.time(record.made_at) },
          { name: provenance.kind, value: kindOf(texts, record.kind) },
          { name: provenance.format, value: `${record.content_type}, ${formats.bytes(record.bytes)}` },
          { name: provenance.models, value: record.models.join(', ') },
          { name: provenance.madeHow, value: sourceName(texts, record.digital_source_type) },
          { name: provenance.consents, value: consents.length > 0 ? formats.number(consents.length) : null },
          {
            name: provenance.manifest,
            value: record.carried ? provenance.carried : provenance.notCarried,
          },
        ]}
      />
      <p className="text-xs text-muted">
        {provenance.hash}: <code className="break-all text-ink">{record.sha256}</code>
      </p>
      <div>
        <a href={ownAddress(record.manifest_url)} download={`${record.id}.c2pa`} className={buttonClasses()}>
          <Download aria-hidden className="size-4" />
          {provenance.downloadManifest}
        </a>
      </div>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { AccountLink } from '../../../admin/account-link.tsx';
import { admin } from '../../../admin/client.ts';
import { EVENTS } from '../../../admin/query-keys.ts';
import { useDecision } from '../../../admin/use-decision.ts';
import { useTexts } from '../../../texts/index.tsx';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { ReleaseForm } from './release-form.tsx';

export function PaymentEventDetail({ id }: { id: string }) {
  const { adminPayments: texts, admin: common } = useTexts();
  const event = useQuery({
    queryKey: [...EVENTS, 'one', id],
    queryFn: () => admin.request('GET /api/admin/payment-events/{id}', { path: { id } }),
  });
  const replay = useDecision(EVENTS, (eventId: string) =>
    admin.request('POST /api/admin/payment-events/{id}/replay', { path: { id: eventId } }),
  );
  if (!event.data) return event.error ? <ErrorNote error={event.error} /> : <Loading />;
  const { data } = event;
  return (
    <>
      <Facts
        facts={[
          { name: texts.provider, value: data.provider },
          { name: texts.type, value: data.type },
          { name: texts.reference, value: data.reference },
          {
            name: common.status,
            value: (texts.statuses as Record<string, string>)[data.status] ?? data.status,
          },
          { name: texts.note, value: data.note },
          { name: texts.account, value: data.account_id && <AccountLink id={data.account_id} /> },
          { name: texts.signed, value: data.body_signed ? texts.yes : texts.no },
        ]}
      />
      {data.payload && <CodeBlock label={texts.payload} code={readable(data.payload)} />}
      {data.status === 'held' && <ReleaseForm id={id} accountKnown={data.account_id !== null} />}
      <ErrorNote error={replay.error} />
      {data.status !== 'acted' && (
        <Button busy={replay.isPending} onClick={() => replay.mutate(id)}>
          {texts.replay}
        </Button>
      )}
    </>
  );
}

/** A payload that is not JSON is shown as it arrived. */
function readable(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}

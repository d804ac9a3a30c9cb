import { useFormats, useTexts } from '../texts/index.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Facts } from '../ui/facts.tsx';
import type { Delivery } from './delivery-columns.tsx';

export function DeliveryDetail({ delivery }: { delivery: Delivery }) {
  const { webhooks: texts } = useTexts();
  const formats = useFormats();
  const time = (iso: string | null) => (iso ? formats.time(iso) : null);
  return (
    <>
      <Facts
        facts={[
          { name: texts.url, value: delivery.url },
          { name: texts.status, value: texts.statuses[delivery.status] },
          { name: texts.attempts, value: String(delivery.attempts) },
          { name: texts.error, value: delivery.error?.replaceAll('_', ' ') },
          { name: texts.attemptedAt, value: time(delivery.attempted_at) },
          { name: texts.nextAttemptAt, value: time(delivery.next_attempt_at) },
        ]}
      />
      <CodeBlock label={texts.payload} code={JSON.stringify(delivery.payload, null, 2)} />
      {delivery.response_body && <CodeBlock label={texts.response} code={delivery.response_body} />}
    </>
  );
}

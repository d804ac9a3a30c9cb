import { useMutation } from '@tanstack/react-query';
import type { Json, Output } from '@vox-humana/client';
import { useState } from 'react';
import { account } from '../../../api/clients.ts';
import { queryClient } from '../../../api/query-client.ts';
import { fill, useTexts } from '../../../texts/index.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { SwitchField, TextField } from '../../../ui/fields.tsx';
import { Card, Note } from '../../../ui/layout.tsx';
import { useNotify } from '../../../ui/toasts.tsx';

export type Settings = Output<'GET /api/settings'>;
export const SETTINGS = ['settings'];

export function useSaveSettings() {
  const { webhooks: texts } = useTexts();
  const notify = useNotify();
  return useMutation({
    mutationFn: (json: Json<'PATCH /api/settings'>) => account.account.settings.update(json),
    onSuccess: (saved) => {
      queryClient.setQueryData(SETTINGS, saved);
      notify.done(texts.saved);
    },
  });
}

export function WebhookAddress({ settings }: { settings: Settings }) {
  const { webhooks: texts, common } = useTexts();
  const [url, setUrl] = useState(settings.webhookUrl ?? '');
  const save = useSaveSettings();
  const test = useMutation({ mutationFn: () => account.account.settings.testWebhook(url ? { url } : null) });
  return (
    <Card title={texts.address}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ webhookUrl: url || null });
        }}
      >
        <TextField
          label={texts.url}
          hint={texts.urlHint}
          type="url"
          dir="ltr"
          placeholder="https://example.com/hooks"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" busy={save.isPending}>
            {common.save}
          </Button>
          <Button disabled={!url} busy={test.isPending} onClick={() => test.mutate()}>
            {texts.test}
          </Button>
        </div>
        <ErrorNote error={save.error ?? test.error} />
        {test.data && <TestResult result={test.data} />}
        <SwitchField
          label={texts.retries}
          hint={texts.retriesHint}
          checked={settings.webhookRetries}
          onChange={(webhookRetries) => save.mutate({ webhookRetries })}
        />
        <SwitchField
          label={texts.dubEvents}
          hint={texts.dubEventsHint}
          checked={settings.webhookDubEvents}
          onChange={(webhookDubEvents) => save.mutate({ webhookDubEvents })}
        />
      </form>
    </Card>
  );
}

function TestResult({ result }: { result: Output<'POST /api/settings/webhook-test'> }) {
  const { webhooks: texts } = useTexts();
  const values = { status: result.status ?? '', ms: result.ms, error: reasonOf(result.error) };
  return (
    <div role="status">
      <Note tone={result.delivered ? 'good' : 'danger'}>
        <p>{fill(result.delivered ? texts.testDelivered : texts.testFailed, values)}</p>
        {result.response_body && (
          <pre className="mt-1 max-h-40 overflow-auto font-mono text-xs whitespace-pre-wrap">
            {result.response_body}
          </pre>
        )}
      </Note>
    </div>
  );
}

/** `outbound_timeout`: "timeout". */
function reasonOf(error: string | null): string {
  return (error ?? '').replace(/^outbound_/, '').replaceAll('_', ' ');
}

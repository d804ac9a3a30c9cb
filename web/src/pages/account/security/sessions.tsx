import { useMutation, useQuery } from '@tanstack/react-query';
import type { Output } from '@vox-humana/client';
import { useState } from 'react';
import { account } from '../../../api/clients.ts';
import { queryClient } from '../../../api/query-client.ts';
import { fill, useFormats, useTexts } from '../../../texts/index.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { Badge, Card } from '../../../ui/layout.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Table } from '../../../ui/table.tsx';
import { useNotify } from '../../../ui/toasts.tsx';

type Session = Output<'GET /api/sessions'>['sessions'][number];
export const SESSIONS = ['sessions'];

export function Sessions() {
  const { security: texts } = useTexts();
  const formats = useFormats();
  const notify = useNotify();
  const [ending, setEnding] = useState<Session | 'others' | null>(null);
  const sessions = useQuery({ queryKey: SESSIONS, queryFn: () => account.account.sessions.list() });
  const end = useMutation({
    mutationFn: async (which: Session | 'others') => {
      if (which === 'others') await account.account.sessions.revokeOthers();
      else await account.account.sessions.revoke(which.id);
    },
    onSuccess: async () => {
      notify.done(texts.sessionEnded);
      await queryClient.invalidateQueries({ queryKey: SESSIONS });
    },
    onError: notify.failed,
  });
  const all = sessions.data?.sessions ?? [];
  return (
    <Card
      title={texts.sessions}
      actions={all.length > 1 && <Button onClick={() => setEnding('others')}>{texts.endOthers}</Button>}
    >
      <ErrorNote error={sessions.error} />
      {sessions.isPending && <Loading />}
      {sessions.data && (
        <Table
          label={texts.sessions}
          rows={all}
          rowKey={({ id }) => id}
          columns={[
            { header: texts.device, cell: (session) => browserOf(session.user_agent) ?? texts.unknownDevice },
            { header: texts.address, cell: (session) => session.address ?? '' },
            { header: texts.signedIn, cell: (session) => formats.time(session.created_at) },
            { header: texts.lastSeen, cell: (session) => formats.ago(session.last_seen_at) },
            {
              header: texts.actions,
              numeric: true,
              cell: (session) =>
                session.current ? (
                  <Badge tone="good">{texts.thisSession}</Badge>
                ) : (
                  <Button look="danger" onClick={() => setEnding(session)}>
                    {texts.end}
                  </Button>
                ),
            },
          ]}
        />
      )}
      <ConfirmDialog
        title={ending === 'others' ? texts.endOthers : texts.endTitle}
        description={fill(texts.endHint, { count: all.length - 1 })}
        action={texts.end}
        open={ending !== null}
        onOpenChange={() => setEnding(null)}
        onConfirm={() => ending && end.mutate(ending)}
      />
    </Card>
  );
}

const BROWSERS = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'];
const NAMES: Record<string, string> = { Edg: 'Edge', OPR: 'Opera' };

/** "Firefox · Windows", or the beginning of what the browser says. */
function browserOf(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const browser = BROWSERS.find((name) => userAgent.includes(`${name}/`));
  const system = /Windows|Android|iPhone|iPad|Mac OS X|Linux/.exec(userAgent)?.[0];
  if (!browser) return userAgent.slice(0, 40);
  return [NAMES[browser] ?? browser, system].filter(Boolean).join(' · ');
}

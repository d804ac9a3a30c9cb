import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { account } from '../../api/clients.ts';
import { useUser } from '../../api/session.ts';
import { useFormats, useTexts } from '../../texts/index.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Badge, Card, Note, Page } from '../../ui/layout.tsx';
import { ChangeEmail } from './profile/change-email.tsx';
import { ChangeName } from './profile/change-name.tsx';
import { DeleteAccount } from './profile/delete-account.tsx';

export default function ProfilePage() {
  const { profile: texts } = useTexts();
  const formats = useFormats();
  const user = useUser();
  const { storage } = user;
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Card title={texts.account}>
        <div className="flex flex-col gap-4">
          <Facts
            facts={[
              {
                name: texts.email,
                value: (
                  <span className="inline-flex flex-wrap gap-2">
                    {user.email}
                    <Badge tone={user.email_verified ? 'good' : 'warning'}>
                      {user.email_verified ? texts.verified : texts.notVerified}
                    </Badge>
                  </span>
                ),
              },
              { name: texts.since, value: formats.date(user.created_at) },
              {
                name: texts.storage,
                value: storage && `${formats.bytes(storage.bytes)} / ${formats.bytes(storage.max_bytes)}`,
              },
            ]}
          />
          {!user.email_verified && <Verification />}
        </div>
      </Card>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <ChangeName />
        <ChangeEmail />
      </div>
      <Card title={texts.export}>
        <p className="mb-4 text-sm text-muted">{texts.exportHint}</p>
        <a className={buttonClasses()} href="/api/account/export" download="vox-humana-account.zip">
          <Download aria-hidden className="size-4" />
          {texts.exportAction}
        </a>
      </Card>
      <DeleteAccount />
    </Page>
  );
}

function Verification() {
  const { profile: texts } = useTexts();
  const { data: offered } = useQuery({
    queryKey: ['console'],
    queryFn: () => account.request('GET /api/console'),
  });
  const send = useMutation({ mutationFn: () => account.account.sendVerification() });
  if (offered?.mail === false) return <Note>{texts.noMail}</Note>;
  return (
    <div className="flex flex-col items-start gap-3">
      <Button busy={send.isPending} onClick={() => send.mutate()}>
        {texts.sendVerification}
      </Button>
      <ErrorNote error={send.error} />
      {send.isSuccess && (
        <div role="status">
          <Note tone="good">{texts.verificationSent}</Note>
        </div>
      )}
    </div>
  );
}

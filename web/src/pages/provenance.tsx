import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { account } from '../api/clients.ts';
import { meQuery } from '../api/session.ts';
import { FileCheck } from '../provenance/file-check.tsx';
import { HowToCheck } from '../provenance/how-to-check.tsx';
import { RecordLookup } from '../provenance/record-lookup.tsx';
import { useTexts } from '../texts/index.tsx';
import { Card, Page } from '../ui/layout.tsx';
import { LinkButton } from '../ui/link-button.tsx';

/** How to find out whether a file was made here. Open to everybody. */
export default function ProvenancePage() {
  const { provenance: texts } = useTexts();
  const { data: me } = useQuery(meQuery);
  const isSignedIn = Boolean(me?.user);
  return (
    <div className="min-h-dvh">
      <header className="flex h-14 items-center justify-between gap-3 border-b border-line bg-surface px-4 sm:px-8">
        <Link to="/" className="flex items-center gap-2 rounded-lg font-semibold">
          <img src="/favicon.svg" alt="" width={28} height={25} />
          Vox Humana
        </Link>
        {me && (
          <LinkButton look="quiet" to={isSignedIn ? '/work/check' : '/sign-in'}>
            {isSignedIn ? texts.toConsole : texts.signIn}
          </LinkButton>
        )}
      </header>
      <main className="p-4 sm:p-8">
        <Page title={texts.title} lead={texts.lead}>
          {me && <Check isSignedIn={isSignedIn} />}
          <div className="grid items-start gap-5 lg:grid-cols-2">
            <HowToCheck />
            <RecordLookup />
          </div>
        </Page>
      </main>
    </div>
  );
}

/** Whether strangers may ask is for the operator to say. */
function Check({ isSignedIn }: { isSignedIn: boolean }) {
  const { provenance: texts } = useTexts();
  const { data: offered } = useQuery({
    queryKey: ['console'],
    queryFn: () => account.request('GET /api/console'),
    enabled: !isSignedIn,
  });
  if (isSignedIn || offered?.check) return <FileCheck />;
  if (!offered) return null;
  return (
    <Card title={texts.checkTitle}>
      <div className="flex flex-col items-start gap-3 text-sm">
        <p>{texts.signInHint}</p>
        <LinkButton look="primary" to="/sign-in" search={{ next: '/provenance' } as never}>
          {texts.signIn}
        </LinkButton>
      </div>
    </Card>
  );
}

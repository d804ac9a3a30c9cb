import { Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isSignedOut } from '../api/query-client.ts';
import { goToSignIn } from '../api/session.ts';
import { useTexts } from '../texts/index.tsx';
import { Button, buttonClasses } from '../ui/button.tsx';
import { ErrorNote } from '../ui/error-note.tsx';

export function ErrorPage({ error }: { error: unknown }) {
  const texts = useTexts();
  const router = useRouter();
  useEffect(() => {
    if (isSignedOut(error)) goToSignIn();
  }, [error]);
  return (
    <div className="mx-auto flex max-w-lg flex-col gap-4 p-8">
      <h1 className="text-xl font-semibold">{texts.common.pageFailed}</h1>
      <ErrorNote error={error} />
      <Button onClick={() => router.invalidate()}>{texts.common.tryAgain}</Button>
    </div>
  );
}

export function NotFoundPage() {
  const texts = useTexts();
  return (
    <main className="mx-auto flex max-w-lg flex-col items-start gap-4 p-8">
      <h1 className="text-xl font-semibold">{texts.common.pageNotFound}</h1>
      <Link to="/" className={buttonClasses('primary')}>
        {texts.common.toHome}
      </Link>
    </main>
  );
}

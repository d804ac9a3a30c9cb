import type { ReactNode } from 'react';
import { Card } from '../../ui/layout.tsx';

/** The frame of the pages before the sign-in. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 p-4">
      <p className="flex items-center gap-2 text-lg font-semibold">
        <img src="/favicon.svg" alt="" width={36} height={33} />
        Vox Humana
      </p>
      <Card className="w-full max-w-sm">
        <h1 className="mb-4 text-lg font-semibold">{title}</h1>
        {children}
      </Card>
    </main>
  );
}

/** Returns where to go after the sign-in: only to a page of this site. */
export function nextPage(): string {
  const next = new URLSearchParams(location.search).get('next') ?? '/';
  return /^\/(?![/\\])/.test(next) ? next : '/';
}

/** Reads the fragment of a mailed link, which browsers send to no server and put into no Referer header. */
export function mailedToken(): string {
  return location.hash.slice(1);
}

import { Loader } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/index.tsx';

export function Loading() {
  const { common } = useTexts();
  return (
    <p role="status" className="flex items-center gap-2 py-4 text-sm text-muted">
      <Loader aria-hidden className="size-4 animate-spin" />
      {common.loading}
    </p>
  );
}

/**
 * Parts of a page that are shown at the same time. One by one they would push each other down as their answers arrive.
 * Hidden they already ask for what they need.
 */
export function Together({ loading, children }: { loading: boolean; children: ReactNode }) {
  return (
    <>
      {loading && <Loading />}
      <div className={loading ? 'hidden' : 'contents'}>{children}</div>
    </>
  );
}

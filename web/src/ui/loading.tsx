import { Loader } from 'lucide-react';
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

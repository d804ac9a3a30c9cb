import { Link } from '@tanstack/react-router';
import { Fingerprint } from 'lucide-react';
import { useTexts } from '../texts/index.tsx';
import { buttonClasses } from '../ui/button.tsx';

/** The page with what the registry has on something that was made here, and with its manifest. */
const recordPage = (id: string) => ({ to: '/work/check', search: { id } as never, hash: 'record' });

export function ProvenanceLink({ id }: { id: string }) {
  const { provenance: texts } = useTexts();
  return (
    <Link {...recordPage(id)} className={buttonClasses('quiet')}>
      <Fingerprint aria-hidden className="size-4" />
      {texts.link}
    </Link>
  );
}

export function ProvenanceFact({ id }: { id: string }) {
  const { provenance: texts } = useTexts();
  return (
    <>
      <code className="break-all">{id}</code>{' '}
      <Link {...recordPage(id)} className="text-accent underline">
        {texts.linkRecord}
      </Link>
    </>
  );
}

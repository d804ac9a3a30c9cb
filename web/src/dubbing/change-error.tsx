import { useTexts } from '../texts/index.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Note } from '../ui/layout.tsx';
import { isConflict } from './use-dub.ts';

/** Why a change was refused. After a conflict it can be sent again. */
export function ChangeError({ error }: { error: unknown }) {
  const { dubbing: texts } = useTexts();
  if (!isConflict(error)) return <ErrorNote error={error} />;
  return (
    <div role="alert">
      <Note tone="warning">{texts.conflict}</Note>
    </div>
  );
}

import { isPassing } from '../api/query-client.ts';
import { useTexts } from '../texts/index.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Note } from '../ui/layout.tsx';

/** Why a job is not followed at the moment, or cannot be. */
export function JobError({ error }: { error: unknown }) {
  const { jobs: texts } = useTexts();
  if (!isPassing(error)) return <ErrorNote error={error} />;
  return (
    <div role="alert" className="mb-3">
      <Note tone="warning">{texts.connectionLost}</Note>
    </div>
  );
}

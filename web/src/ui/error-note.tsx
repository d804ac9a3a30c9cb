import { ApiError, PaymentRequiredError } from '@vox-humana/client';
import { isOffline } from '../api/query-client.ts';
import { fill, type Texts, useTexts } from '../texts/index.tsx';
import { Note } from './layout.tsx';
import { LinkButton } from './link-button.tsx';

const OUT_OF_CREDITS = ['quota_exhausted', 'balance_exhausted'];

/** An error in words, with the id that names the request in the logs. */
export function ErrorNote({ error }: { error: unknown }) {
  const texts = useTexts();
  if (!error) return null;
  const text = errorText(error, texts);
  // Some details only repeat the sentence.
  const details = error instanceof ApiError ? error.detail.filter(({ message }) => message !== text) : [];
  return (
    <div role="alert">
      <Note tone="danger">
        <p>{text}</p>
        {details.length > 0 && (
          <ul className="mt-1 list-disc ps-5">
            {details.map(({ path, message }) => (
              <li key={path + message}>
                <code>{path}</code> {message}
              </li>
            ))}
          </ul>
        )}
        <RequestId error={error} />
        {error instanceof PaymentRequiredError && (
          <div className="mt-2">
            <LinkButton to="/account/billing">{texts.common.toPlans}</LinkButton>
          </div>
        )}
      </Note>
    </div>
  );
}

export function RequestId({ error }: { error: unknown }) {
  const { common } = useTexts();
  if (!(error instanceof ApiError) || !error.requestId) return null;
  return <p className="mt-1 text-xs">{fill(common.requestId, { id: error.requestId })}</p>;
}

export function errorText(error: unknown, texts: Texts): string {
  if (isOffline(error)) return texts.common.offline;
  if (error instanceof PaymentRequiredError && OUT_OF_CREDITS.includes(error.code))
    return texts.common.outOfCredits;
  return error instanceof Error ? error.message : String(error);
}

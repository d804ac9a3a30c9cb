import { useQuery } from '@tanstack/react-query';
import { api } from '../api/clients.ts';
import { useTexts } from '../texts/index.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { CheckboxField } from '../ui/fields.tsx';

type FaceConsentProps = { agreed: boolean; onAgree(agreed: boolean): void };

/** Asks who uploads a face whether the person agrees, as a clone asks for a voice. */
export function FaceConsent({ agreed, onAgree }: FaceConsentProps) {
  const { films: texts } = useTexts();
  const { data: consent, error } = useQuery({
    queryKey: ['face-consent-text'],
    queryFn: () => api.videos.consentText(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <fieldset className="flex flex-col gap-3 rounded-xl border border-line p-3">
      <legend className="px-1 text-sm font-medium">{texts.consent}</legend>
      <ErrorNote error={error} />
      <p lang="en" className="text-xs text-muted">
        {consent?.text}
      </p>
      <CheckboxField
        label={texts.agree}
        checked={agreed}
        disabled={!consent}
        onChange={(event) => onAgree(event.target.checked)}
      />
      <p className="text-xs text-muted">{texts.consentKept}</p>
    </fieldset>
  );
}

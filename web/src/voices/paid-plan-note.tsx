import { useUser } from '../api/session.ts';
import { useTexts } from '../texts/index.tsx';
import { Note } from '../ui/layout.tsx';
import { LinkButton } from '../ui/link-button.tsx';

/** For accounts whose plan has no voice slots. */
export function PaidPlanNote() {
  const { ownVoices: texts } = useTexts();
  const { plan } = useUser();
  if (plan !== 'free' && plan !== 'suspended') return null;
  return (
    <Note tone="warning">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span>{texts.paidPlan}</span>
        <LinkButton to="/account/billing">{texts.toPlans}</LinkButton>
      </div>
    </Note>
  );
}

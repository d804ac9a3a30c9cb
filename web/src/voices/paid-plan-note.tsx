import { useUser } from '../api/session.ts';
import { useTexts } from '../texts/index.tsx';
import { Note } from '../ui/layout.tsx';
import { LinkButton } from '../ui/link-button.tsx';

/** Tells accounts without a paid plan what needs one (voices, if nothing else is said), and where to get it. */
export function PaidPlanNote({ text }: { text?: string }) {
  const { ownVoices: texts } = useTexts();
  if (useHasPaidPlan()) return null;
  return (
    <Note tone="warning">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span>{text ?? texts.paidPlan}</span>
        <LinkButton to="/account/billing">{texts.toPlans}</LinkButton>
      </div>
    </Note>
  );
}

export function useHasPaidPlan(): boolean {
  const { plan } = useUser();
  return plan !== 'free' && plan !== 'suspended';
}

import { useTexts } from '../../texts/index.tsx';
import { Page } from '../../ui/layout.tsx';
import { ChangePassword } from './security/change-password.tsx';
import { Passkeys } from './security/passkeys.tsx';
import { SecurityLog } from './security/security-log.tsx';
import { Sessions } from './security/sessions.tsx';
import { TwoFactor } from './security/two-factor.tsx';

export default function SecurityPage() {
  const { security: texts } = useTexts();
  return (
    <Page title={texts.title} lead={texts.lead}>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <ChangePassword />
        <TwoFactor />
      </div>
      <Passkeys />
      <Sessions />
      <SecurityLog />
    </Page>
  );
}

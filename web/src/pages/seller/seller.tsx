import { Earnings } from '../../marketplace/earnings.tsx';
import { OwnListings } from '../../marketplace/own-listings.tsx';
import { Payouts } from '../../marketplace/payouts.tsx';
import { Verification } from '../../marketplace/verification.tsx';
import { useTexts } from '../../texts/index.tsx';
import { Page } from '../../ui/layout.tsx';

export default function SellerPage() {
  const { selling: texts } = useTexts();
  return (
    <Page title={texts.title} lead={texts.lead}>
      <OwnListings />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <Earnings />
        <div className="flex min-w-0 flex-col gap-5">
          <Payouts />
          <Verification />
        </div>
      </div>
    </Page>
  );
}

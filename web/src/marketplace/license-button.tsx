import type { Listing } from '@vox-humana/client';
import { useState } from 'react';
import { account } from '../api/clients.ts';
import { useRun } from '../api/use-run.ts';
import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { useNotify } from '../ui/toasts.tsx';
import { refreshListings } from './listings.ts';

/** Shows what a use costs before the licence is taken. */
export function LicenseButton({ listing }: { listing: Listing }) {
  const { listing: texts } = useTexts();
  const formats = useFormats();
  const notify = useNotify();
  const [open, setOpen] = useState(false);
  const license = useRun(account.voices.community.license, {
    onSuccess: async () => {
      await refreshListings();
      notify.done(texts.licensedNow);
    },
  });
  const credits = formats.number(listing.priceCredits);
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        {texts.license}
      </Button>
      <Dialog
        title={fill(texts.licenseTitle, { title: listing.title })}
        description={listing.priceCredits > 0 ? fill(texts.licensePaid, { credits }) : texts.licenseFree}
        open={open}
        onOpenChange={setOpen}
      >
        <ErrorNote error={license.error} />
        <div>
          <Button look="primary" busy={license.busy} onClick={() => license.start(listing.id)}>
            {texts.license}
          </Button>
        </div>
      </Dialog>
    </>
  );
}

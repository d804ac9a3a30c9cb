import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Menu as MenuIcon, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { goToSignIn, meQuery } from '../api/session.ts';
import { useTexts } from '../texts/index.tsx';
import { IconButton } from '../ui/button.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Navigation } from './navigation.tsx';

/** The frame of every page behind the sign-in. */
export function Shell() {
  const texts = useTexts();
  const { data: me } = useQuery(meQuery);
  const signedOut = me?.user === null;
  useEffect(() => {
    if (signedOut) goToSignIn();
  }, [signedOut]);
  if (signedOut) return null;
  return (
    <div className="flex min-h-dvh">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded focus:bg-surface focus:p-2"
      >
        {texts.common.skipToContent}
      </a>
      <aside className="sticky top-0 hidden h-dvh w-60 shrink-0 flex-col gap-4 overflow-y-auto border-e border-line bg-surface p-3 lg:flex">
        <Brand />
        <Navigation />
      </aside>
      <div className="flex min-w-0 grow flex-col">
        <header className="sticky top-0 z-30 flex h-14 items-center justify-between gap-2 border-b border-line bg-surface px-3 sm:px-6">
          <div className="flex items-center gap-1 lg:invisible">
            <PhoneNavigation />
            <Brand />
          </div>
          <AccountMenu />
        </header>
        <Main />
      </div>
    </div>
  );
}

/** Takes the focus when the page changes, so that keyboards and screen readers begin at its top. */
function Main() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const first = useRef(pathname);
  useEffect(() => {
    if (first.current === pathname) return;
    first.current = '';
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <main id="main" ref={main} tabIndex={-1} className="grow p-4 outline-none sm:p-6">
      <Outlet />
    </main>
  );
}

function Brand() {
  return (
    <Link to="/" className="flex items-center gap-2 rounded-lg px-2 py-1 font-semibold whitespace-nowrap">
      <img src="/favicon.svg" alt="" width={28} height={25} />
      Vox Humana
    </Link>
  );
}

function PhoneNavigation() {
  const texts = useTexts();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes when the page changes.
  useEffect(() => setOpen(false), [pathname]);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <IconButton label={texts.common.openNavigation}>
          <MenuIcon aria-hidden />
        </IconButton>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/50" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 start-0 z-50 flex w-72 flex-col gap-3 overflow-y-auto bg-surface p-3"
        >
          <div className="flex items-center justify-between">
            <Dialog.Title className="px-2 font-semibold">Vox Humana</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label={texts.common.close}>
                <X aria-hidden />
              </IconButton>
            </Dialog.Close>
          </div>
          <Navigation />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

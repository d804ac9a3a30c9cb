import { X } from 'lucide-react';
import { AlertDialog, Dialog as RadixDialog } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../texts/index.tsx';
import { Button, IconButton } from './button.tsx';

const OVERLAY = 'fixed inset-0 z-40 bg-black/50';
const PANEL =
  'fixed top-1/2 left-1/2 z-50 flex max-h-[90dvh] w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 -translate-y-1/2 flex-col gap-4 overflow-y-auto rounded-xl border border-line bg-surface p-5 shadow-xl';

/** The dialogs that are open, the topmost last. */
const openDialogs: object[] = [];

/**
 * Radix gives Escape to the layer on top, and a toast is such a layer, though nobody means the toast. Listens on the
 * document because the focus may be on a button that was just disabled, which is on none.
 */
function useEscape(open: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!open) return;
    const own = {};
    openDialogs.push(own);
    const closeTopmost = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || openDialogs.at(-1) !== own) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', closeTopmost);
    return () => {
      document.removeEventListener('keydown', closeTopmost);
      openDialogs.splice(openDialogs.indexOf(own), 1);
    };
  }, [open]);
}

type DialogProps = {
  title: string;
  description?: string;
  open: boolean;
  onOpenChange(open: boolean): void;
  children: ReactNode;
};

export function Dialog({ title, description, open, onOpenChange, children }: DialogProps) {
  const { common } = useTexts();
  useEscape(open, () => onOpenChange(false));
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={OVERLAY} />
        <RadixDialog.Content className={PANEL} {...(description ? {} : { 'aria-describedby': undefined })}>
          <div className="flex items-start justify-between gap-3">
            <div>
              <RadixDialog.Title className="text-lg font-semibold">{title}</RadixDialog.Title>
              {description && (
                <RadixDialog.Description className="mt-1 text-sm text-muted">
                  {description}
                </RadixDialog.Description>
              )}
            </div>
            <RadixDialog.Close asChild>
              <IconButton label={common.close}>
                <X aria-hidden />
              </IconButton>
            </RadixDialog.Close>
          </div>
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

type ConfirmProps = {
  title: string;
  description: string;
  /** The button is labelled with this: "Delete". */
  action: string;
  open: boolean;
  onOpenChange(open: boolean): void;
  onConfirm(): void;
};

/** Asks before something is lost. */
export function ConfirmDialog({ title, description, action, open, onOpenChange, onConfirm }: ConfirmProps) {
  const { common } = useTexts();
  useEscape(open, () => onOpenChange(false));
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={OVERLAY} />
        <AlertDialog.Content className={PANEL}>
          <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description className="text-sm text-muted">{description}</AlertDialog.Description>
          <div className="flex justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button>{common.cancel}</Button>
            </AlertDialog.Cancel>
            <AlertDialog.Action asChild>
              <Button look="danger" onClick={onConfirm}>
                {action}
              </Button>
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

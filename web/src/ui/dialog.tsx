import { X } from 'lucide-react';
import { AlertDialog, Dialog as RadixDialog } from 'radix-ui';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTexts } from '../texts/index.tsx';
import { Button, IconButton } from './button.tsx';

const OVERLAY = 'fixed inset-0 z-40 bg-black/50';
const PANEL =
  'fixed top-1/2 left-1/2 z-50 flex max-h-[90dvh] w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 -translate-y-1/2 flex-col gap-4 overflow-y-auto rounded-xl border border-line bg-surface p-5 shadow-xl';

/** The layer on top gets Escape first, and a toast is such a layer, though nobody means the toast. */
function closeOnEscape(close: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // A dialog below this one stays open.
    event.preventDefault();
    close();
  };
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
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={OVERLAY} />
        <RadixDialog.Content
          className={PANEL}
          onKeyDown={closeOnEscape(() => onOpenChange(false))}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
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
  /** What the button does: "Delete". */
  action: string;
  open: boolean;
  onOpenChange(open: boolean): void;
  onConfirm(): void;
};

/** Asks before something is lost. */
export function ConfirmDialog({ title, description, action, open, onOpenChange, onConfirm }: ConfirmProps) {
  const { common } = useTexts();
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={OVERLAY} />
        <AlertDialog.Content className={PANEL} onKeyDown={closeOnEscape(() => onOpenChange(false))}>
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

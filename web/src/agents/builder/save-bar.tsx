import { useBlocker } from '@tanstack/react-router';
import { useTexts } from '../../texts/index.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';

type SaveBarProps = {
  /** Id of the form that the button sends. */
  form: string;
  isChanged: boolean;
  busy: boolean;
  error: unknown;
  onSave(): Promise<unknown>;
  onDiscard(): void;
};

/** Stays in sight while something is not saved, and asks before it would be lost. */
export function SaveBar({ form, isChanged, busy, error, onSave, onDiscard }: SaveBarProps) {
  const { builder: texts, common } = useTexts();
  return (
    <>
      {(isChanged || error !== null) && (
        <div className="sticky bottom-3 z-10 flex flex-col gap-3 rounded-xl border border-line bg-surface p-3 shadow-lg">
          <ErrorNote error={error} />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p role="status" className="text-sm text-muted">
              {texts.unsaved}
            </p>
            <div className="flex gap-2">
              <Button disabled={busy} onClick={onDiscard}>
                {texts.discard}
              </Button>
              <Button type="submit" form={form} look="primary" busy={busy}>
                {common.save}
              </Button>
            </div>
          </div>
        </div>
      )}
      <LeaveDialog form={form} isChanged={isChanged} onSave={onSave} />
    </>
  );
}

function LeaveDialog({ form, isChanged, onSave }: Pick<SaveBarProps, 'form' | 'isChanged' | 'onSave'>) {
  const { builder: texts, common } = useTexts();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  const save = async () => {
    const element = document.getElementById(form);
    const isValid = element instanceof HTMLFormElement && element.checkValidity();
    const isSaved =
      isValid &&
      (await onSave().then(
        () => true,
        () => false,
      ));
    if (isSaved) blocker.proceed?.();
    else {
      blocker.reset?.();
      if (element instanceof HTMLFormElement) element.reportValidity();
    }
  };
  return (
    <Dialog
      title={texts.leaveTitle}
      description={texts.leaveHint}
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => blocker.reset?.()}>{texts.stay}</Button>
        <Button look="danger" onClick={() => blocker.proceed?.()}>
          {texts.discard}
        </Button>
        <Button look="primary" onClick={save}>
          {common.save}
        </Button>
      </div>
    </Dialog>
  );
}

import { useState } from 'react';
import { useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { TextArea } from '../ui/fields.tsx';
import type { useDecision } from './use-decision.ts';

type Refusal<Subject> = { subject: Subject; reason: string };

type ReasonDialogProps<Subject> = {
  title: string;
  description?: string;
  action: string;
  /** The dialog is open while there is something to refuse. */
  subject: Subject | null;
  refuse: ReturnType<typeof useDecision<Refusal<Subject>>>;
  onClose(): void;
};

/** Asks for a reason, which the customer reads. It stays open, with what was typed, until the refusal is done. */
export function ReasonDialog<Subject>(props: ReasonDialogProps<Subject>) {
  const { title, description, action, subject, refuse, onClose } = props;
  const { admin: texts } = useTexts();
  const [reason, setReason] = useState('');
  const close = () => {
    setReason('');
    refuse.reset();
    onClose();
  };
  return (
    <Dialog title={title} {...(description && { description })} open={subject !== null} onOpenChange={close}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (subject !== null) refuse.mutate({ subject, reason }, { onSuccess: close });
        }}
      >
        <TextArea
          label={texts.reason}
          hint={texts.reasonHint}
          rows={3}
          required
          maxLength={1_000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <ErrorNote error={refuse.error} />
        <Button type="submit" look="danger" busy={refuse.isPending}>
          {action}
        </Button>
      </form>
    </Dialog>
  );
}

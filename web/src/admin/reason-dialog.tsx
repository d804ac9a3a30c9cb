import { useState } from 'react';
import { useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea } from '../ui/fields.tsx';

type ReasonDialogProps = {
  title: string;
  action: string;
  open: boolean;
  onClose(): void;
  onSubmit(reason: string): void;
};

/** Asks for a reason, which the customer reads. */
export function ReasonDialog({ title, action, open, onClose, onSubmit }: ReasonDialogProps) {
  const { admin: texts } = useTexts();
  const [reason, setReason] = useState('');
  return (
    <Dialog title={title} open={open} onOpenChange={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(reason);
          setReason('');
          onClose();
        }}
      >
        <TextArea
          label={texts.reason}
          hint={texts.reasonHint}
          rows={3}
          required
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <Button type="submit" look="danger">
          {action}
        </Button>
      </form>
    </Dialog>
  );
}

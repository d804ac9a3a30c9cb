import { Send } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../../texts/index.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';

/** The service takes no more. */
const MAX_LENGTH = 2_000;

export function WriteTurn({ onSend }: { onSend(text: string): void }) {
  const { talk: texts } = useTexts();
  const [text, setText] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    onSend(text.trim());
    setText('');
  };
  return (
    <form onSubmit={send} className="flex items-end gap-2">
      <div className="min-w-0 grow">
        <TextField
          label={texts.write}
          value={text}
          maxLength={MAX_LENGTH}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <Button type="submit" icon={<Send aria-hidden className="size-4" />}>
        {texts.send}
      </Button>
    </form>
  );
}

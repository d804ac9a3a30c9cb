import { Plus, Trash2 } from 'lucide-react';
import { fill, useTexts } from '../texts/index.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';

export type PronunciationList = { word: string; spoken: string }[];

/** Edits how single words are said. */
export function Pronunciations({
  value,
  onChange,
}: {
  value: PronunciationList;
  onChange(value: PronunciationList): void;
}) {
  const { pronunciations: texts } = useTexts();
  const set = (index: number, entry: PronunciationList[number]) => onChange(value.with(index, entry));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 text-sm font-medium">{texts.title}</legend>
      {value.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other identity, and are only added at the end.
        <div key={index} className="flex items-end gap-2">
          <TextField
            label={texts.word}
            value={entry.word}
            onChange={(event) => set(index, { ...entry, word: event.target.value })}
          />
          <TextField
            label={texts.spoken}
            value={entry.spoken}
            placeholder="/ˈvɒks/"
            onChange={(event) => set(index, { ...entry, spoken: event.target.value })}
          />
          <IconButton
            label={fill(texts.remove, { word: entry.word })}
            onClick={() => onChange(value.toSpliced(index, 1))}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      ))}
      <div>
        <Button
          icon={<Plus aria-hidden className="size-4" />}
          onClick={() => onChange([...value, { word: '', spoken: '' }])}
        >
          {texts.add}
        </Button>
      </div>
    </fieldset>
  );
}

export function pronunciationsOf(list: PronunciationList): Record<string, string> {
  const whole = list.filter(({ word, spoken }) => word.trim() && spoken.trim());
  return Object.fromEntries(whole.map(({ word, spoken }) => [word.trim(), spoken.trim()]));
}

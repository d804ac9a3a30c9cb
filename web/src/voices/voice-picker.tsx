import { useQuery } from '@tanstack/react-query';
import { ChevronsUpDown } from 'lucide-react';
import { useId, useState } from 'react';
import { fill, useLanguage, useTexts } from '../texts/index.tsx';
import { buttonClasses } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { SelectField, TextField } from '../ui/fields.tsx';
import { PreviewButton } from './preview-button.tsx';
import { speaking, type Voice, voicesQuery } from './use-voices.ts';

type VoicePickerProps = { label?: string; value: string; onChange(voiceId: string): void };

/** Voices to try by ear, in a dialog. */
export function VoicePicker({ label, value, onChange }: VoicePickerProps) {
  const { voices: texts } = useTexts();
  const id = useId();
  const [open, setOpen] = useState(false);
  const { data: voices, error } = useQuery(voicesQuery);
  const chosen = voices?.find((voice) => voice.id === value);
  return (
    <div className="flex flex-col gap-1.5">
      <span id={id} className="text-sm font-medium">
        {label ?? texts.voice}
      </span>
      <div className="flex items-center gap-2">
        <button
          type="button"
          aria-labelledby={`${id} ${id}-value`}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          className={buttonClasses('plain', 'min-w-0 grow !justify-between')}
        >
          <span id={`${id}-value`} className="truncate">
            {chosen ? chosen.name : value}
          </span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
        </button>
        <PreviewButton voiceId={value} name={chosen?.name ?? value} />
      </div>
      <ErrorNote error={error} />
      <Dialog title={texts.choose} open={open} onOpenChange={setOpen}>
        <VoiceList
          voices={voices ?? []}
          value={value}
          onChoose={(voiceId) => {
            onChange(voiceId);
            setOpen(false);
          }}
        />
      </Dialog>
    </div>
  );
}

type VoiceListProps = { voices: Voice[]; value: string; onChoose(voiceId: string): void };

function VoiceList({ voices, value, onChoose }: VoiceListProps) {
  const { voices: texts } = useTexts();
  const [query, setQuery] = useState('');
  const [language, setLanguage] = useState('');
  const languageName = useLanguageName();
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = speaking(voices, language).filter((voice) =>
    words.every((word) => textOf(voice).includes(word)),
  );
  const languages = [...new Set(voices.map((voice) => voice.language))].sort();
  return (
    <div className="flex min-h-0 flex-col gap-3">
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={texts.search}
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <SelectField
          label={texts.language}
          value={language}
          onChange={(event) => setLanguage(event.target.value)}
          options={[
            { value: '', label: texts.allLanguages },
            ...languages.map((code) => ({ value: code, label: languageName(code) })),
          ]}
        />
      </div>
      <p role="status" className="text-xs text-muted">
        {fill(texts.found, { count: found.length })}
      </p>
      <ul className="flex max-h-[50dvh] flex-col gap-1 overflow-y-auto">
        {found.map((voice) => (
          <li key={voice.id} className="flex items-center gap-1">
            <button
              type="button"
              aria-pressed={voice.id === value}
              onClick={() => onChoose(voice.id)}
              className={classes(
                'flex min-w-0 grow flex-col rounded-lg px-3 py-2 text-start text-sm hover:bg-sunken',
                voice.id === value && 'bg-accent-soft',
              )}
            >
              <span className="truncate font-medium">{voice.name}</span>
              <span className="truncate text-xs text-muted">
                {[languageName(voice.language), voice.gender, ...voice.tags.slice(0, 3)].join(', ')}
              </span>
            </button>
            <PreviewButton voiceId={voice.id} name={voice.name} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function textOf({ id, name, gender, tags }: Voice): string {
  return [id, name, gender, ...tags].join(' ').toLowerCase();
}

/** "en-gb" → "British English", in the language of the console. */
export function useLanguageName(): (code: string) => string {
  const names = new Intl.DisplayNames(useLanguage(), { type: 'language' });
  return (code) => names.of(code) ?? code;
}

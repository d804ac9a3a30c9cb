import { ListMusic } from 'lucide-react';
import { useState } from 'react';
import { fill, useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { SoundButton } from '../ui/sound-button.tsx';

type CatalogEntry = {
  /** This is written into the prompt. */
  name: string;
  detail: string;
  /** The search finds the entry by these, too. */
  words?: string[];
  preview(): Promise<Blob>;
};

type SoundCatalogProps = { label: string; entries: CatalogEntry[]; onChoose(name: string): void };

/** Lists what a prompt may name, to hear it and to add it. */
export function SoundCatalog({ label, entries, onChoose }: SoundCatalogProps) {
  const [open, setOpen] = useState(false);
  return (
    <div>
      <Button icon={<ListMusic aria-hidden className="size-4" />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog title={label} open={open} onOpenChange={setOpen}>
        <Entries
          entries={entries}
          onChoose={(name) => {
            onChoose(name);
            setOpen(false);
          }}
        />
      </Dialog>
    </div>
  );
}

function Entries({ entries, onChoose }: Omit<SoundCatalogProps, 'label'>) {
  const { sounds: texts, voices } = useTexts();
  const [query, setQuery] = useState('');
  const asked = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.filter((entry) => asked.every((word) => textOf(entry).includes(word)));
  return (
    <div className="flex min-h-0 flex-col gap-3">
      <TextField
        label={voices.search}
        type="search"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <p role="status" className="text-xs text-muted">
        {fill(texts.found, { count: found.length })}
      </p>
      <ul className="flex max-h-[50dvh] flex-col gap-1 overflow-y-auto">
        {found.map((entry) => (
          <li key={`${entry.detail} ${entry.name}`} className="flex items-center gap-1">
            <button
              type="button"
              onClick={() => onChoose(entry.name)}
              className="flex min-w-0 grow flex-col rounded-lg px-3 py-2 text-start text-sm hover:bg-sunken"
            >
              <span className="truncate font-medium">{entry.name}</span>
              <span className="truncate text-xs text-muted">{entry.detail}</span>
            </button>
            <SoundButton name={entry.name} load={entry.preview} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function textOf({ name, detail, words = [] }: CatalogEntry): string {
  return [name, detail, ...words].join(' ').toLowerCase();
}

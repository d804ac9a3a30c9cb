import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fill, useFormats, useTexts } from '../../texts/index.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { EmptyState, Page } from '../../ui/layout.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { FindBySound } from '../../voices/find-by-sound.tsx';
import { speaking, type Voice, voicesQuery } from '../../voices/use-voices.ts';
import { VoiceCard } from '../../voices/voice-card.tsx';
import { useLanguageName } from '../../voices/voice-picker.tsx';

const SOURCES = ['preset', 'clone', 'design', 'community'] as const;
const GENDERS = ['female', 'male', 'neutral'] as const;
const NO_FILTERS = { query: '', language: '', source: '', gender: '' };
type Filters = typeof NO_FILTERS;
/** Cards shown at first, and more with each click. */
const STEP = 30;

export default function CatalogPage() {
  const { catalog: texts, common, voices: shared } = useTexts();
  const formats = useFormats();
  const [filters, change] = useDraft('vox.draft.catalog', NO_FILTERS);
  const [shown, setShown] = useState(STEP);
  const { data: voices, error, isPending } = useQuery(voicesQuery);
  const found = speaking(voices ?? [], filters.language).filter((voice) => matches(voice, filters));
  return (
    <Page title={texts.title} lead={texts.lead} actions={<FindBySound />}>
      <CatalogFilters voices={voices ?? []} filters={filters} onChange={change} />
      <p role="status" className="-mb-3 text-xs text-muted">
        {isPending ? common.loading : fill(shared.found, { count: formats.number(found.length) })}
      </p>
      <ErrorNote error={error} />
      {voices && found.length === 0 && (
        <EmptyState
          title={texts.empty}
          action={<Button onClick={() => change(NO_FILTERS)}>{texts.clearFilters}</Button>}
        >
          {texts.emptyHint}
        </EmptyState>
      )}
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {found.slice(0, shown).map((voice) => (
          <VoiceCard key={voice.id} voice={voice} />
        ))}
      </ul>
      {found.length > shown && (
        <div>
          <Button onClick={() => setShown(shown + STEP)}>{common.loadMore}</Button>
        </div>
      )}
    </Page>
  );
}

type CatalogFiltersProps = { voices: Voice[]; filters: Filters; onChange(change: Partial<Filters>): void };

function CatalogFilters({ voices, filters, onChange }: CatalogFiltersProps) {
  const { catalog: texts, genders, voices: shared, voiceSources } = useTexts();
  const languageName = useLanguageName();
  const languages = [...new Set(voices.map(({ language }) => language))].sort();
  return (
    <search className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <TextField
        label={shared.search}
        type="search"
        value={filters.query}
        onChange={(event) => onChange({ query: event.target.value })}
      />
      <SelectField
        label={shared.language}
        value={filters.language}
        onChange={(event) => onChange({ language: event.target.value })}
        options={[
          { value: '', label: shared.allLanguages },
          ...languages.map((code) => ({ value: code, label: languageName(code) })),
        ]}
      />
      <SelectField
        label={texts.source}
        value={filters.source}
        onChange={(event) => onChange({ source: event.target.value })}
        options={[
          { value: '', label: texts.allSources },
          ...SOURCES.map((source) => ({ value: source, label: voiceSources[source] })),
        ]}
      />
      <SelectField
        label={texts.gender}
        value={filters.gender}
        onChange={(event) => onChange({ gender: event.target.value })}
        options={[
          { value: '', label: texts.allGenders },
          ...GENDERS.map((gender) => ({ value: gender, label: genders[gender] })),
        ]}
      />
    </search>
  );
}

function matches(voice: Voice, { query, source, gender }: Filters): boolean {
  const text = [voice.id, voice.name, ...voice.tags].join(' ').toLowerCase();
  return (
    (!source || voice.source === source) &&
    (!gender || voice.gender === gender) &&
    query
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word))
  );
}

import { useQuery } from '@tanstack/react-query';
import { api } from '../api/clients.ts';
import { useTexts } from '../texts/index.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { CheckboxField, SelectField, SwitchField, TextArea, TextField } from '../ui/fields.tsx';
import { useLanguageName, VoicePicker } from '../voices/voice-picker.tsx';
import { type DubDraft, lacksLanguage } from './dub-request.ts';

type DubOptionsProps = { draft: DubDraft; change(change: Partial<DubDraft>): void };
type ConsentProps = { consent: boolean; onConsent(consent: boolean): void };
type DubCatalog = Awaited<ReturnType<typeof api.dubs.catalog>>;

const dubCatalogQuery = {
  queryKey: ['dub-catalog'],
  queryFn: () => api.dubs.catalog(),
  staleTime: 60_000,
};

export function DubOptions({ draft, change, ...agreed }: DubOptionsProps & ConsentProps) {
  const { dubbing: texts } = useTexts();
  const { data: catalog, error } = useQuery(dubCatalogQuery);
  const languageName = useLanguageName();
  const sources = catalog ? sourcesOf(catalog) : [];
  const named = (codes: string[]) => codes.map((code) => ({ value: code, label: languageName(code) }));
  return (
    <>
      <ErrorNote error={error} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={texts.from}
          error={lacksLanguage(draft) ? texts.fromNeeded : undefined}
          value={draft.sourceLanguage}
          onChange={(event) => change({ sourceLanguage: event.target.value })}
          options={[{ value: '', label: texts.detect }, ...named(sources)]}
        />
        <SelectField
          label={texts.into}
          value={draft.targetLanguage}
          onChange={(event) => change({ targetLanguage: event.target.value })}
          options={named(catalog?.target_languages.map(({ code }) => code) ?? [draft.targetLanguage])}
        />
      </div>
      <Consent {...agreed} text={catalog?.consent.text ?? null} />
      <SwitchField
        label={texts.lipSync}
        hint={texts.lipSyncHint}
        checked={draft.lipSync}
        onChange={(lipSync) => change({ lipSync })}
      />
      <details className="text-sm">
        <summary className="font-medium">{texts.more}</summary>
        <div className="mt-4 flex flex-col gap-5">
          <MoreOptions draft={draft} change={change} />
        </div>
      </details>
    </>
  );
}

/** Where any language can be translated, those that are dubbed into stand for it. */
function sourcesOf({
  pairs,
  any_to: anyTo,
  language_model: model,
  target_languages: targets,
}: DubCatalog): string[] {
  const isAny = anyTo.length > 0 || model !== null;
  const codes = [...pairs.map(({ source }) => source), ...(isAny ? targets.map(({ code }) => code) : [])];
  return [...new Set(codes)];
}

function Consent({ consent, onConsent, text }: ConsentProps & { text: string | null }) {
  const { dubbing: texts } = useTexts();
  return (
    <div className="flex flex-col gap-1">
      <CheckboxField
        checked={consent}
        onChange={(event) => onConsent(event.target.checked)}
        label={texts.consent}
      />
      {text && (
        <details className="ps-6.5 text-xs text-muted">
          <summary>{texts.consentRead}</summary>
          <p lang="en" dir="ltr" className="mt-1">
            {text}
          </p>
        </details>
      )}
    </div>
  );
}

function MoreOptions({ draft, change }: DubOptionsProps) {
  const { dubbing: texts } = useTexts();
  return (
    <>
      <SwitchField
        label={texts.oneVoice}
        checked={draft.voiceId !== ''}
        onChange={(chosen) => change({ voiceId: chosen ? 'af_heart' : '' })}
      />
      {draft.voiceId && <VoicePicker value={draft.voiceId} onChange={(voiceId) => change({ voiceId })} />}
      <SwitchField
        label={texts.slowPicture}
        hint={texts.slowPictureHint}
        checked={draft.slowPicture}
        onChange={(slowPicture) => change({ slowPicture })}
      />
      <SwitchField
        label={texts.dropBackground}
        hint={texts.dropBackgroundHint}
        checked={draft.dropBackground}
        onChange={(dropBackground) => change({ dropBackground })}
      />
      <TextField
        label={texts.speakerCount}
        hint={texts.speakerCountHint}
        type="number"
        min={1}
        max={10}
        value={draft.speakers}
        onChange={(event) => change({ speakers: event.target.value })}
      />
      <TextArea
        label={texts.script}
        hint={texts.scriptHint}
        rows={3}
        value={draft.script}
        onChange={(event) => change({ script: event.target.value })}
      />
      {draft.script.trim() !== '' && (
        <SwitchField
          label={texts.scriptIsTranslated}
          hint={texts.scriptIsTranslatedHint}
          checked={draft.scriptIsTranslated}
          onChange={(scriptIsTranslated) => change({ scriptIsTranslated })}
        />
      )}
      <TextArea
        label={texts.glossary}
        hint={texts.glossaryHint}
        rows={3}
        value={draft.glossary}
        onChange={(event) => change({ glossary: event.target.value })}
      />
    </>
  );
}

import { useState } from 'react';
import { account } from '../../api/clients.ts';
import { useRun } from '../../api/use-run.ts';
import { usePrice } from '../../playground/use-price.ts';
import { fill, useFormats, useTexts } from '../../texts/index.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { SelectField, TextArea } from '../../ui/fields.tsx';
import { Card, EmptyState, Page } from '../../ui/layout.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { type Brief, Candidates } from '../../voices/candidates.tsx';
import { DesignList } from '../../voices/design-list.tsx';
import { LanguageField } from '../../voices/language-field.tsx';
import { PaidPlanNote } from '../../voices/paid-plan-note.tsx';

const GENDERS = ['female', 'male', 'neutral'] as const;
const COUNTS = [1, 2, 3];

const anySeed = () => Math.floor(Math.random() * 1_000_000);

export default function DesignsPage() {
  const { designs: texts, genders, playground } = useTexts();
  const formats = useFormats();
  const [draft, change] = useDraft('vox.draft.design', {
    prompt: texts.example,
    language: 'en',
    gender: '',
    previewText: texts.previewExample,
    candidates: 3,
  });
  const { prompt, language, gender, previewText, candidates } = draft;
  const ready = prompt.trim().length >= 8 && previewText.trim().length > 0;
  // Each candidate says the text once.
  const { price } = usePrice(ready ? { kind: 'tts', text: previewText.repeat(candidates) } : null);
  const brief: Brief = {
    prompt,
    language,
    ...(gender ? { gender: gender as (typeof GENDERS)[number] } : {}),
    preview_text: previewText,
  };
  // Another one after each answer, so that asking again brings other voices.
  const [seed, setSeed] = useState(anySeed);
  const preview = useRun(
    async (asked: { brief: typeof brief; candidates: number; seed: number }, options) => {
      const answer = await account.request(
        'POST /api/voices/design/preview',
        { json: { ...asked.brief, candidates: asked.candidates, seed: asked.seed } },
        { headers: { accept: 'application/json' }, ...options },
      );
      return { ...asked, previews: 'previews' in answer ? answer.previews : [] };
    },
    { onSuccess: () => setSeed(anySeed()) },
  );
  return (
    <Page title={texts.title} lead={texts.lead}>
      <PaidPlanNote />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <Card>
          <form
            className="flex flex-col gap-5"
            onSubmit={(event) => {
              event.preventDefault();
              preview.start({ brief, candidates, seed });
            }}
          >
            <TextArea
              label={texts.prompt}
              hint={texts.promptHint}
              rows={3}
              required
              minLength={8}
              maxLength={2_000}
              value={prompt}
              onChange={(event) => change({ prompt: event.target.value })}
            />
            <div className="grid gap-3 sm:grid-cols-2">
              <LanguageField value={language} onChange={(value) => change({ language: value })} />
              <SelectField
                label={texts.gender}
                value={gender}
                onChange={(event) => change({ gender: event.target.value })}
                options={[
                  { value: '', label: texts.anyGender },
                  ...GENDERS.map((value) => ({ value, label: genders[value] })),
                ]}
              />
            </div>
            <TextArea
              label={texts.previewText}
              rows={2}
              required
              maxLength={1_000}
              value={previewText}
              onChange={(event) => change({ previewText: event.target.value })}
            />
            <SelectField
              label={texts.candidates}
              value={String(candidates)}
              onChange={(event) => change({ candidates: Number(event.target.value) })}
              options={COUNTS.map((count) => ({ value: String(count), label: formats.number(count) }))}
            />
            <div className="flex flex-wrap items-center gap-3">
              <Button type="submit" look="primary" busy={preview.busy} disabled={!ready}>
                {texts.hear}
              </Button>
              {price && (
                <span className="text-sm text-muted">
                  {fill(playground.costs, { credits: formats.number(price.credits) })}
                </span>
              )}
            </div>
          </form>
        </Card>
        <Card title={texts.candidates}>
          <div className="flex flex-col gap-4" aria-live="polite">
            <ErrorNote error={preview.error} />
            {preview.answer ? (
              <Candidates key={preview.answer.seed} {...preview.answer} />
            ) : (
              <EmptyState title={texts.noCandidates} />
            )}
          </div>
        </Card>
      </div>
      <DesignList />
    </Page>
  );
}

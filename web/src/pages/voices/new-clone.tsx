import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { account } from '../../api/clients.ts';
import { useUser } from '../../api/session.ts';
import { useRun } from '../../api/use-run.ts';
import { useTexts } from '../../texts/index.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { CheckboxField, SelectField, SwitchField, TextField } from '../../ui/fields.tsx';
import { Card, Page } from '../../ui/layout.tsx';
import { useNotify } from '../../ui/toasts.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { useKeptFiles } from '../../ui/use-kept-files.ts';
import { AudioInput } from '../../voices/audio-input.tsx';
import { LanguageField } from '../../voices/language-field.tsx';
import { refreshVoices } from '../../voices/own-voices.ts';
import { PaidPlanNote } from '../../voices/paid-plan-note.tsx';
import { SampleList } from '../../voices/sample-list.tsx';

const KINDS = ['instant', 'professional'] as const;
type Kind = (typeof KINDS)[number];
/** One sample may last this many seconds. */
const MAX_SECONDS: Record<Kind, number> = { instant: 10, professional: 600 };

export default function NewClonePage() {
  const { newClone: texts } = useTexts();
  const notify = useNotify();
  const navigate = useNavigate();
  const [draft, change] = useDraft('vox.draft.clone', {
    name: texts.defaultName,
    kind: 'instant' as Kind,
    language: 'en-us',
    removeNoise: false,
  });
  const { id: accountId } = useUser();
  const [samples, changeSamples] = useKeptFiles(`clone.${accountId}`);
  const [agreed, setAgreed] = useState(false);
  const { data: consent, error: consentError } = useQuery({
    queryKey: ['consent-text'],
    queryFn: () => account.voices.consents.text(),
  });
  const { name, kind, language, removeNoise } = draft;
  const clone = useRun(account.voices.clones.create, {
    onSuccess: async () => {
      changeSamples(() => []);
      await refreshVoices();
      notify.done(texts.started);
      await navigate({ to: '/voices/clones' });
    },
  });
  const add = (files: File[]) => changeSamples((before) => withUniqueNames(before, files));

  return (
    <Page title={texts.title} lead={kind === 'instant' ? texts.lead : texts.leadProfessional}>
      <PaidPlanNote />
      <form
        className="grid items-start gap-5 xl:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          clone.start({
            name,
            kind,
            language,
            samples,
            consent: true,
            ...(removeNoise ? { remove_background_noise: true } : {}),
          });
        }}
      >
        <Card>
          <div className="flex flex-col gap-5">
            <TextField
              label={texts.name}
              required
              maxLength={200}
              value={name}
              onChange={(event) => change({ name: event.target.value })}
            />
            <SelectField
              label={texts.kind}
              value={kind}
              onChange={(event) => change({ kind: event.target.value as Kind })}
              options={KINDS.map((value) => ({ value, label: texts[value] }))}
            />
            <LanguageField value={language} onChange={(value) => change({ language: value })} />
            <SwitchField
              label={texts.removeNoise}
              hint={texts.removeNoiseHint}
              checked={removeNoise}
              onChange={(checked) => change({ removeNoise: checked })}
            />
            <AudioInput
              label={texts.addSamples}
              hint={texts.recordHint}
              maxSeconds={MAX_SECONDS[kind]}
              accept=".wav,.mp3,audio/wav,audio/mpeg"
              multiple
              files={samples}
              onFiles={add}
            />
          </div>
        </Card>
        <div className="flex min-w-0 flex-col gap-5">
          <Card title={texts.samples}>
            <SampleList
              samples={samples}
              error={clone.error}
              onRemove={(sample) => changeSamples((before) => before.filter((one) => one !== sample))}
            />
          </Card>
          <Card title={texts.consent}>
            <div className="flex flex-col gap-4">
              <ErrorNote error={consentError} />
              <p lang="en" className="text-sm whitespace-pre-line text-muted">
                {consent?.text}
              </p>
              <CheckboxField
                label={texts.agree}
                checked={agreed}
                onChange={(event) => setAgreed(event.target.checked)}
              />
              <ErrorNote error={clone.error} />
              <div>
                <Button
                  type="submit"
                  look="primary"
                  busy={clone.busy}
                  disabled={!agreed || !consent || samples.length === 0}
                >
                  {texts.submit}
                </Button>
              </div>
            </div>
          </Card>
        </div>
      </form>
    </Page>
  );
}

/** Names are unique, because the service names the sample that it refuses. */
function withUniqueNames(before: File[], files: File[]): File[] {
  const all = [...before];
  for (const file of files) {
    const isTaken = all.some(({ name }) => name === file.name);
    all.push(isTaken ? new File([file], `${all.length + 1}-${file.name}`, { type: file.type }) : file);
  }
  return all;
}

import type { VoiceClone } from '@vox-humana/client';
import { BadgeCheck, Mic, Store } from 'lucide-react';
import { useState } from 'react';
import { account } from '../api/clients.ts';
import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { Badge, Card, Note, ProgressBar } from '../ui/layout.tsx';
import { FastSpeech } from './fast-speech.tsx';
import { PreviewButton } from './preview-button.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { SpokenConsentDialog } from './spoken-consent-dialog.tsx';
import { StatusBadge } from './status-badge.tsx';
import { VoiceActions } from './voice-actions.tsx';
import { VoiceLine } from './voice-facts.tsx';

/** A clone with what becomes of it, and what can be done with it. */
export function CloneCard({ clone }: { clone: VoiceClone }) {
  const { clones: texts, ownVoices } = useTexts();
  const formats = useFormats();
  const [dialog, setDialog] = useState<'consent' | 'publish' | null>(null);
  const { id, name, status, kind, similarity, error, consent, remix } = clone;
  const isMade = status === 'ready' || status === 'failed';
  const close = (open: boolean) => !open && setDialog(null);
  return (
    <Card>
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-start gap-2">
          {status === 'ready' && <PreviewButton voiceId={id} name={name} />}
          <div className="min-w-0 grow basis-40">
            <h2 dir="auto" className="truncate font-medium">
              {name}
            </h2>
            <VoiceLine language={clone.language} />
          </div>
          <div className="flex flex-wrap gap-1">
            <Badge>{texts[kind]}</Badge>
            {consent?.verified && <Badge tone="good">{texts.consentProven}</Badge>}
            <StatusBadge status={status} />
          </div>
        </div>
        {!isMade && <ProgressBar label={fill(ownVoices.progress, { name })} value={clone.progress / 100} />}
        {error && <Note tone="danger">{error}</Note>}
        {remix && <p className="text-sm text-muted">{fill(ownVoices.remixOf, { prompt: remix.prompt })}</p>}
        {similarity !== null && (
          <p className="text-sm text-muted" title={clone.similarity_note}>
            {fill(texts.similarity, { value: formats.number(Math.round(similarity * 100)) })}
          </p>
        )}
        <FastSpeech fast={clone.fast_speech} />
        <SampleReports clone={clone} />
        <VoiceActions voice={{ made: 'clone', id, name, status }}>
          {consent && !consent.verified && (
            <Button icon={<BadgeCheck aria-hidden className="size-4" />} onClick={() => setDialog('consent')}>
              {texts.proveConsent}
            </Button>
          )}
          <Button icon={<Store aria-hidden className="size-4" />} onClick={() => setDialog('publish')}>
            {texts.publish}
          </Button>
        </VoiceActions>
      </div>
      {dialog === 'consent' && <SpokenConsentDialog clone={clone} onOpenChange={close} />}
      {dialog === 'publish' && <PublishDialog clone={clone} onOpenChange={close} />}
    </Card>
  );
}

/** Shows what was measured of each sample. The first can be heard. */
function SampleReports({ clone: { id, name, quality } }: { clone: VoiceClone }) {
  const { clones: texts } = useTexts();
  const formats = useFormats();
  if (quality.length === 0) return null;
  const load = async () => {
    const media = await account.request('GET /api/v1/voices/clone/{id}/sample', { path: { id } });
    return media.blob();
  };
  return (
    <details className="rounded-lg bg-sunken px-3 py-2 text-sm">
      <summary className="font-medium">
        <Mic aria-hidden className="me-1 inline size-4" />
        {texts.samples}
      </summary>
      <div className="mt-2 flex items-start gap-2">
        <PreviewButton voiceId={id} name={fill(texts.hearSample, { name })} load={load} />
        <ul className="flex min-w-0 flex-col gap-1 py-2 text-muted">
          {quality.map(({ sample, seconds, note }) => (
            <li key={sample} className="break-words">
              {fill(texts.sampleLine, { name: sample, seconds: formats.number(seconds), note })}
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}

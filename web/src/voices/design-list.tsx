import type { VoiceDesign } from '@vox-humana/client';
import { Sparkles } from 'lucide-react';
import { fill, useTexts } from '../texts/index.tsx';
import { EmptyState, Note, ProgressBar } from '../ui/layout.tsx';
import { PagedList } from '../ui/paged-list.tsx';
import { FastSpeech } from './fast-speech.tsx';
import { useDesigns } from './own-voices.ts';
import { PreviewButton } from './preview-button.tsx';
import { StatusBadge } from './status-badge.tsx';
import { VoiceActions } from './voice-actions.tsx';
import { VoiceLine } from './voice-facts.tsx';

export function DesignList() {
  const { designs: texts } = useTexts();
  const designs = useDesigns();
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">{texts.own}</h2>
      <PagedList
        pages={designs}
        empty={
          <EmptyState icon={<Sparkles aria-hidden />} title={texts.empty}>
            {texts.emptyHint}
          </EmptyState>
        }
      >
        {(items) => (
          <ul className="grid gap-4 xl:grid-cols-2">
            {items.map((design) => (
              <DesignCard key={design.id} design={design} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

function DesignCard({ design }: { design: VoiceDesign }) {
  const { designs: texts, ownVoices } = useTexts();
  const { id, name, status, prompt, blend, ignored, error } = design;
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-xl border border-line bg-surface p-4 sm:p-5">
      <div className="flex items-start gap-2">
        {status === 'ready' && <PreviewButton voiceId={id} name={name} />}
        <div className="min-w-0 grow">
          <h3 dir="auto" className="truncate font-medium">
            {name}
          </h3>
          <VoiceLine language={design.language} gender={design.gender} />
        </div>
        <StatusBadge status={status} />
      </div>
      {status === 'queued' && <ProgressBar label={fill(ownVoices.progress, { name })} value={null} />}
      {error && <Note tone="danger">{error}</Note>}
      <p dir="auto" className="text-sm text-muted">
        {prompt ?? blend}
      </p>
      {ignored.length > 0 && (
        <p className="text-xs text-muted">{fill(texts.ignored, { words: ignored.join(', ') })}</p>
      )}
      <FastSpeech fast={design.fast_speech} />
      <VoiceActions voice={{ made: 'design', id, name, status }} />
    </li>
  );
}

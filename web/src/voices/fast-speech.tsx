import type { VoiceClone } from '@vox-humana/client';
import { Gauge } from 'lucide-react';
import { useTexts } from '../texts/index.tsx';

/** Whether the voice speaks as fast as presets, and what was measured before it did or did not. */
export function FastSpeech({ fast }: { fast: VoiceClone['fast_speech'] }) {
  const { ownVoices: texts } = useTexts();
  if (!fast) return null;
  const { status, reasons } = fast;
  return (
    <details className="rounded-lg bg-sunken px-3 py-2 text-sm">
      <summary className="font-medium">
        <Gauge aria-hidden className="me-1 inline size-4" />
        {texts.fastSpeech[status]}
      </summary>
      <p className="mt-2 text-muted">{texts.fastSpeechHint}</p>
      <ul className="mt-2 flex list-disc flex-col gap-1 ps-5 text-muted" lang="en">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </details>
  );
}

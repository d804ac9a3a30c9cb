import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { useRun } from '../../api/use-run.ts';
import { uploadingClient } from '../../assets/uploading-client.ts';
import { DubOptions } from '../../dubbing/dub-options.tsx';
import {
  type ChosenFilm,
  type DubDraft,
  dubDraftOf,
  dubFields,
  dubTool,
  lacksLanguage,
  measureFilm,
  NEW_DUB,
} from '../../dubbing/dub-request.ts';
import { RecentDubs } from '../../dubbing/recent-dubs.tsx';
import { Playground } from '../../playground/playground.tsx';
import { type PriceRequest, usePrice } from '../../playground/use-price.ts';
import { fill, useTexts } from '../../texts/index.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { ProgressBar } from '../../ui/layout.tsx';
import { useDraft } from '../../ui/use-draft.ts';

export default function DubbingPage() {
  const { dubbing: texts, assets } = useTexts();
  const navigate = useNavigate();
  const [draft, change] = useDraft<DubDraft>('vox.draft.dubbing', NEW_DUB);
  const [file, setFile] = useState<File | null>(null);
  const [film, setFilm] = useState<ChosenFilm | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  // Consent is about one film, so it is not kept with the draft.
  const [consent, setConsent] = useState(false);
  const fields = { ...dubFields(draft), ...(consent && { consent }) };
  const { price, error: notPriced } = usePrice(film ? priceOf(draft, film) : null);
  const dub = useRun(
    async (form: typeof fields & { file: File }, options) => {
      setSent(0);
      return uploadingClient(setSent).dubs.create(form, options);
    },
    {
      onSuccess: ({ dub_id }) => {
        void queryClient.invalidateQueries({ queryKey: ['dubs'] });
        return navigate({ to: `/playground/dubbing/${dub_id}` });
      },
      onSettled: () => setSent(null),
    },
  );
  const choose = async ([chosen]: File[]) => {
    if (file) setConsent(false);
    setFile(chosen ?? null);
    setFilm(chosen ? await measureFilm(chosen) : null);
  };
  const example = { file: { file: file?.name ?? 'talk.mp4' }, ...fields };
  return (
    <Playground
      title={texts.title}
      lead={texts.lead}
      price={price}
      error={dub.error ?? notPriced}
      busy={dub.busy}
      ready={file !== null && !lacksLanguage(draft)}
      onRun={() => file && dub.start({ ...fields, file })}
      onOpen={(saved) => change(dubDraftOf(saved))}
      request={{ operation: 'POST /api/v1/dub', form: example, tool: dubTool(draft) }}
      form={
        <>
          <FileDrop
            label={texts.file}
            accept="video/*,audio/*"
            files={file ? [file] : []}
            onFiles={(files) => void choose(files)}
          />
          {sent !== null && file && (
            <ProgressBar value={sent} label={fill(assets.uploading, { name: file.name })} />
          )}
          <DubOptions draft={draft} change={change} consent={consent} onConsent={setConsent} />
        </>
      }
      result={<RecentDubs />}
    />
  );
}

function priceOf(
  { lipSync, slowPicture, voiceId, script }: DubDraft,
  { seconds, hasPicture }: ChosenFilm,
): PriceRequest {
  return {
    kind: 'dub',
    seconds,
    lip_sync: lipSync && hasPicture,
    ...(slowPicture && hasPicture && { fit: 'picture' }),
    ...(voiceId && { voice_id: voiceId }),
    ...(script.trim() && { script }),
  };
}

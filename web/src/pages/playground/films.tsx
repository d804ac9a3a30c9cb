import { useQuery } from '@tanstack/react-query';
import { Clapperboard } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/clients.ts';
import { type RunOptions, useRun } from '../../api/use-run.ts';
import { assetQuery } from '../../assets/use-assets.ts';
import { FaceConsent } from '../../films/face-consent.tsx';
import { FilmPicture } from '../../films/film-picture.tsx';
import {
  disclosureChoices,
  type FilmDraft,
  type FilmRequest,
  filmPrice,
  filmRequest,
  isComplete,
  uploadedFaceOf,
} from '../../films/film-request.ts';
import { FilmSound } from '../../films/film-sound.tsx';
import { filmDraftOf } from '../../films/saved-film.ts';
import { JobView } from '../../jobs/job-view.tsx';
import { DisclosureField } from '../../playground/disclosure-field.tsx';
import { Playground } from '../../playground/playground.tsx';
import { usePrice } from '../../playground/use-price.ts';
import { useTexts } from '../../texts/index.tsx';
import { EmptyState } from '../../ui/layout.tsx';
import { useDraft } from '../../ui/use-draft.ts';

export default function FilmsPage() {
  const { films: texts } = useTexts();
  const [draft, change] = useDraft<FilmDraft>('vox.draft.films', {
    source: 'presenter',
    presenterId: 'clara',
    portraitId: '',
    clipId: '',
    audioId: '',
    backgroundId: '',
    says: 'text',
    text: texts.example,
    voiceId: 'af_heart',
    language: '',
    background: 'studio',
    colour: '#0b3d91',
    syncMode: 'loop',
    disclosure: '',
    jobId: '',
  });
  const { data: audio } = useQuery(assetQuery(draft.says === 'audio' ? draft.audioId : ''));
  const { data: clip } = useQuery(assetQuery(draft.source === 'clip' ? draft.clipId : ''));
  const complete = isComplete(draft);
  const face = uploadedFaceOf(draft);
  // Consent is about one face, so it is not kept with the draft.
  const [agreedFace, setAgreedFace] = useState<string | null>(null);
  const consent = face !== null && face === agreedFace;
  const ready = complete && (face === null || consent);
  const request = filmRequest(draft, { consent });
  const { price } = usePrice(complete ? filmPrice(draft, { audio, clip }) : null);
  // The film that is being made, by its request. Nobody wants the same one twice.
  const [inMaking, setInMaking] = useState('');
  const asked = JSON.stringify(request.json);
  const order = useRun(queueFilm, {
    onSuccess: (jobId, ordered) => {
      change({ jobId });
      setInMaking(JSON.stringify(ordered.json));
    },
  });
  return (
    <Playground
      title={texts.title}
      lead={texts.lead}
      price={price}
      error={order.error}
      busy={order.busy || inMaking === asked}
      ready={ready}
      onRun={() => order.start(request)}
      onOpen={(saved) => change(filmDraftOf(saved))}
      request={request}
      form={
        <>
          <FilmPicture draft={draft} change={change} />
          <FilmSound draft={draft} change={change} />
          <DisclosureField
            choices={disclosureChoices(draft)}
            value={draft.disclosure}
            onChange={(disclosure) => change({ disclosure })}
          />
          {face && <FaceConsent agreed={consent} onAgree={(agrees) => setAgreedFace(agrees ? face : null)} />}
        </>
      }
      result={
        draft.jobId ? (
          <JobView jobId={draft.jobId} onEnd={() => setInMaking('')} />
        ) : (
          <EmptyState icon={<Clapperboard aria-hidden />} title={texts.empty} />
        )
      }
    />
  );
}

async function queueFilm(request: FilmRequest, options: RunOptions): Promise<string> {
  if (request.operation === 'POST /api/v1/avatar')
    return (await api.videos.create(request.json, options)).job_id;
  const answer = await api.generations.create(request.json, options);
  if (!('job_id' in answer)) throw new Error('A film is always a job.');
  return answer.job_id;
}

import type { Form } from '@vox-humana/client';

export type DubDraft = {
  targetLanguage: string;
  /** Empty: detected. */
  sourceLanguage: string;
  /** Empty: detected. */
  speakers: string;
  /** Empty: each speaker gets one like their own. */
  voiceId: string;
  script: string;
  /** Whether the script is what is to be said, and not what was said. */
  scriptIsTranslated: boolean;
  /** A term and its translation per row: "cierre = closing". */
  glossary: string;
  consent: boolean;
  lipSync: boolean;
  slowPicture: boolean;
  dropBackground: boolean;
};

export const NEW_DUB: DubDraft = {
  targetLanguage: 'en',
  sourceLanguage: '',
  speakers: '',
  voiceId: '',
  script: '',
  scriptIsTranslated: false,
  glossary: '',
  consent: false,
  lipSync: true,
  slowPicture: false,
  dropBackground: false,
};

type DubFields = Omit<Form<'POST /api/v1/dub'>, 'file'>;

/** Only what differs from what the service does by itself. */
export function dubFields(draft: DubDraft): DubFields {
  const terms = glossaryOf(draft.glossary);
  return {
    target_language: draft.targetLanguage,
    ...(draft.sourceLanguage && { source_language: draft.sourceLanguage }),
    ...(draft.speakers && { num_speakers: Number(draft.speakers) }),
    ...(draft.voiceId && { voice_id: draft.voiceId }),
    ...(draft.script.trim() && { script: draft.script }),
    ...(draft.script.trim() && draft.scriptIsTranslated && { script_language: draft.targetLanguage }),
    ...(Object.keys(terms).length > 0 && { glossary: JSON.stringify(terms) }),
    ...(draft.consent && { consent: true }),
    ...(!draft.lipSync && { lip_sync: false }),
    ...(draft.slowPicture && { fit: 'picture' as const }),
    ...(draft.dropBackground && { drop_background: true }),
  };
}

function glossaryOf(text: string): Record<string, string> {
  const pairs = text.split('\n').map((row) => row.split('=').map((part) => part.trim()));
  return Object.fromEntries(pairs.filter(([term, word]) => term && word));
}

export type ChosenFilm = { file: File; seconds: number; hasPicture: boolean };

/** Reads the length in the browser. Null where it cannot play the file, which the service may still open. */
export async function measureFilm(file: File): Promise<ChosenFilm | null> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  video.preload = 'metadata';
  const opened = await new Promise<boolean>((resolve) => {
    video.onloadedmetadata = () => resolve(true);
    video.onerror = () => resolve(false);
    video.src = url;
  });
  URL.revokeObjectURL(url);
  if (!opened || !Number.isFinite(video.duration)) return null;
  return { file, seconds: video.duration, hasPicture: video.videoWidth > 0 };
}

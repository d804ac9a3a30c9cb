import type { Form } from '@vox-humana/client';
import { entriesIn, numberIn, type SavedRequest, textIn } from '../playground/saved-runs/saved-request.ts';

export type DubDraft = {
  targetLanguage: string;
  /** Empty: detected. */
  sourceLanguage: string;
  /** Empty: detected. */
  speakers: string;
  /** Empty: each speaker gets one like their own. */
  voiceId: string;
  script: string;
  /** True: the script is to be said. False: it was said. */
  scriptIsTranslated: boolean;
  /** A term and its translation per row: "cierre = closing". */
  glossary: string;
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
    ...(!draft.lipSync && { lip_sync: false }),
    ...(draft.slowPicture && { fit: 'picture' as const }),
    ...(draft.dropBackground && { drop_background: true }),
  };
}

function glossaryOf(text: string): Record<string, string> {
  const pairs = text.split('\n').map((row) => row.split('=').map((part) => part.trim()));
  return Object.fromEntries(pairs.filter(([term, word]) => term && word));
}

/** A script is translated from a language that must be known. */
export function lacksLanguage({ script, scriptIsTranslated, sourceLanguage }: DubDraft): boolean {
  return script.trim() !== '' && !scriptIsTranslated && sourceLanguage === '';
}

/** Writes the dub as a call of the tool at /mcp, which takes assets and no consent: that is for people to give. */
export function dubTool(draft: DubDraft) {
  const { glossary: _, ...fields } = dubFields(draft);
  const terms = glossaryOf(draft.glossary);
  return {
    name: 'dub_film',
    arguments: {
      asset_id: 'asset_…',
      ...fields,
      ...(Object.keys(terms).length > 0 && { glossary: terms }),
    },
  };
}

/** Restores the form from a saved dub. */
export function dubDraftOf(saved: SavedRequest): DubDraft {
  const targetLanguage = textIn(saved, 'target_language', NEW_DUB.targetLanguage);
  return {
    targetLanguage,
    sourceLanguage: textIn(saved, 'source_language'),
    speakers: String(numberIn(saved, 'num_speakers') ?? ''),
    voiceId: textIn(saved, 'voice_id'),
    script: textIn(saved, 'script'),
    scriptIsTranslated: saved.script_language === targetLanguage,
    glossary: glossaryText(textIn(saved, 'glossary', '{}')),
    lipSync: saved.lip_sync !== false,
    slowPicture: saved.fit === 'picture',
    dropBackground: saved.drop_background === true,
  };
}

function glossaryText(json: string): string {
  try {
    const terms = entriesIn({ terms: JSON.parse(json) }, 'terms');
    return terms.map(([term, word]) => `${term} = ${word}`).join('\n');
  } catch {
    // Saved by a program that wrote something else.
    return '';
  }
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

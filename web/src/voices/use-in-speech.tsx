import { Link } from '@tanstack/react-router';
import { AudioLines } from 'lucide-react';
import { useTexts } from '../texts/index.tsx';
import { buttonClasses } from '../ui/button.tsx';
import { changeDraft } from '../ui/use-draft.ts';

/** Opens the speech page with this voice and what was typed there. */
export function UseInSpeech({ voiceId, look }: { voiceId: string; look?: 'primary' | 'plain' }) {
  const { catalog: texts } = useTexts();
  return (
    <Link
      to="/playground/speech"
      onClick={() => changeDraft('vox.draft.speech', { voiceId, language: '' })}
      className={buttonClasses(look)}
    >
      <AudioLines aria-hidden className="size-4" />
      {texts.useInSpeech}
    </Link>
  );
}

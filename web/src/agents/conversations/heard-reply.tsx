import { useTexts } from '../../texts/index.tsx';

/** A reply; what nobody heard of it, because it was cut off, is struck out. */
export function HeardReply({ heard, unheard }: { heard: string; unheard: string | null }) {
  const { talk: texts } = useTexts();
  if (!unheard) return heard;
  return (
    <>
      {heard.trimEnd()}{' '}
      <s title={texts.notHeard} className="text-muted">
        <span className="sr-only">{texts.notHeard}: </span>
        {unheard.trimStart()}
      </s>
    </>
  );
}

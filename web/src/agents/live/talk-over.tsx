import { fill, useFormats, useTexts } from '../../texts/index.tsx';
import { Note } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { creditsOf, type TalkState } from './talk-state.ts';

/** Why the conversation ended, what it cost, and where to see it again. */
export function TalkOver({ state }: { state: TalkState }) {
  const { talk: texts, conversations } = useTexts();
  const formats = useFormats();
  const { conversationId, ended } = state;
  if (!conversationId) return null;
  return (
    <Note>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          {ended && `${conversations.reasons[ended]}. `}
          {fill(texts.cost, { credits: formats.number(creditsOf(state)) })}
        </p>
        <LinkButton to={`/conversations/${conversationId}`}>{texts.toTimeline}</LinkButton>
      </div>
    </Note>
  );
}

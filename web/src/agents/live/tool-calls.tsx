import { type FormEvent, useState } from 'react';
import { fill, useTexts } from '../../texts/index.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Note } from '../../ui/layout.tsx';
import type { ToolCall } from './talk-state.ts';

type Answer = { result: unknown } | { error: string };
type ToolCallsProps = { calls: ToolCall[]; onAnswer(callId: string, answer: Answer): void };

/** Functions of the connected client: here the person who tries the agent plays the client. */
export function ToolCalls({ calls, onAnswer }: ToolCallsProps) {
  return calls.map((call) => (
    <ToolCallForm key={call.call_id} call={call} onAnswer={(answer) => onAnswer(call.call_id, answer)} />
  ));
}

function ToolCallForm({ call, onAnswer }: { call: ToolCall; onAnswer(answer: Answer): void }) {
  const { talk: texts } = useTexts();
  const [text, setText] = useState('{}');
  const send = (event: FormEvent) => {
    event.preventDefault();
    onAnswer({ result: jsonOrText(text) });
  };
  return (
    <Note>
      <form onSubmit={send} className="flex flex-col gap-2">
        <p className="break-words">
          {fill(texts.toolAsked, { name: call.name })} <code>{JSON.stringify(call.arguments)}</code>
        </p>
        <TextField
          label={texts.toolAnswer}
          value={text}
          spellCheck={false}
          className="font-mono"
          onChange={(event) => setText(event.target.value)}
        />
        <div className="flex gap-2">
          <Button type="submit" look="primary">
            {texts.toolSend}
          </Button>
          <Button onClick={() => onAnswer({ error: texts.toolRefusal })}>{texts.toolRefuse}</Button>
        </div>
      </form>
    </Note>
  );
}

/** Words need no quotation marks. */
function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

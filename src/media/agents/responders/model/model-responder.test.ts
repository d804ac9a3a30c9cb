import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { ChatPart, ToolCall } from '../../../../../engines/language-model/index.ts';
import type { ReplyPart } from '../responder.ts';
import { createModelResponder } from './model-responder.ts';
import { systemPrompt } from './system-prompt.ts';

describe('a responder that asks a language model, before the turn is certain', () => {
  const call = (name: string): ChatPart => ({ type: 'tool_call', call: { id: '1', name, arguments: '{}' } });
  const text = (words: string): ChatPart => ({ type: 'text', text: words });

  function scene(...answers: ChatPart[][]) {
    const called: string[] = [];
    const responder = createModelResponder({
      languageModel: {
        async *chat() {
          yield* answers.shift() ?? [];
        },
      },
      settings: { system_prompt: 'You are Anna.' },
      toolbox: {
        specs: [],
        run: async ({ name }: Pick<ToolCall, 'name'>) => {
          called.push(name);
          return { name, arguments: {}, result: {}, ok: true };
        },
      },
    });
    const parts: ReplyPart[] = [];
    const certain = Promise.withResolvers<void>();
    const stop = new AbortController();
    const done = (async () => {
      const thought = { past: [], said: 'Book it.', memory: {} };
      for await (const part of responder.think(thought, { signal: stop.signal, certain: certain.promise }))
        parts.push(part);
    })();
    const types = () => parts.map(({ type }) => type);
    return { called, types, certain, stop, done };
  }

  test('speaks at once, and calls a function only once it is certain', async () => {
    const { called, types, certain, done } = scene([text('One moment.'), call('book')], [text('Booked.')]);
    await setImmediate();
    assert.deepEqual([types(), called], [['text'], []]);
    certain.resolve();
    await done;
    assert.deepEqual([types(), called], [['text', 'tool', 'text'], ['book']]);
  });

  test('hands over only once it is certain', async () => {
    const { types, certain, done } = scene([text('One moment.'), call('hand_over')]);
    await setImmediate();
    assert.deepEqual(types(), ['text']);
    certain.resolve();
    await done;
    assert.deepEqual(types(), ['text', 'hand_over']);
  });

  test('calls nothing for a turn that is thrown away', async () => {
    const { called, stop, certain, done } = scene([call('book')], [text('Booked.')]);
    await setImmediate();
    stop.abort(new Error('reopened'));
    await assert.rejects(done, /reopened/);
    certain.resolve();
    await setImmediate();
    assert.deepEqual(called, []);
  });
});

test('an agent of any language is asked for that of the caller', () => {
  assert.match(systemPrompt({ language: 'auto' }, []), /Speak the language of the caller\./u);
  assert.match(systemPrompt({ language: 'fr' }, []), /Speak this language: fr\./u);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createItems, messagesOf } from './items.ts';

const user = (text: string, id?: string) => ({
  ...(id ? { id } : {}),
  type: 'message',
  role: 'user',
  content: [{ type: 'input_text', text }],
});
const made = () => {
  let count = 0;
  return createItems(() => `item_${++count}`);
};

test('items are put at the end, after another, or first', () => {
  const items = made();
  assert.equal(items.add(user('one')).previousId, null);
  assert.equal(items.add(user('three', 'mine')).previousId, 'item_1');
  assert.equal(items.add(user('two'), 'item_1').previousId, 'item_1');
  assert.equal(items.add(user('zero'), 'root').previousId, null);
  assert.deepEqual(
    messagesOf(items.list, '').map(({ content }) => content),
    ['zero', 'one', 'two', 'three'],
  );
  items.delete('mine');
  assert.throws(() => items.get('mine'), { code: 'item_not_found' });
});

test('an item that exists, that cannot be read or that follows an unknown one is refused', () => {
  const items = made();
  items.add(user('one', 'a'));
  assert.throws(() => items.add(user('again', 'a')), { code: 'item_exists' });
  assert.throws(() => items.add(user('b'), 'nobody'), { code: 'item_not_found' });
  assert.throws(() => items.add({ type: 'message', role: 'user' }), { code: 'invalid_value' });
  assert.throws(() => items.add(null), { code: 'invalid_value' });
  assert.equal(items.list.length, 1);
});

test('a conversation does not grow without end', () => {
  const items = made();
  assert.throws(
    () => {
      for (let i = 0; i < 100; i += 1) items.add(user('x'.repeat(100_000)));
    },
    { code: 'conversation_too_long' },
  );
  assert.ok(items.list.length < 25);
});

test('the model gets the words of audio, and calls with their answers', () => {
  const items = made();
  items.add({
    type: 'message',
    role: 'user',
    content: [{ type: 'input_audio', transcript: 'What time is it?' }],
  });
  for (const call_id of ['c1', 'c2'])
    items.add({ type: 'function_call', call_id, name: 'clock', arguments: '{}' });
  items.add({ type: 'function_call_output', call_id: 'c1', output: '12:00' });
  items.add({ type: 'message', role: 'user', content: [{ type: 'input_audio', transcript: null }] });
  const call = (id: string) => ({ id, name: 'clock', arguments: '{}' });
  assert.deepEqual(messagesOf(items.list, 'Be brief.'), [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'What time is it?' },
    { role: 'assistant', content: '', toolCalls: [call('c1'), call('c2')] },
    { role: 'tool', toolCallId: 'c1', content: '12:00' },
  ]);
});

test('of a long conversation the model is told the end, from the words of a user on', () => {
  const items = createItems(() => `item_${Math.random()}`);
  const say = (role: string, text: string) =>
    items.add({
      type: 'message',
      role,
      content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
    });
  for (let i = 0; i < 30; i += 1) {
    say('user', `${i} ${'x'.repeat(5_000)}`);
    say('assistant', 'y'.repeat(5_000));
  }
  const [system, first, ...rest] = messagesOf(items.list, 'Be brief.');
  assert.deepEqual([system?.role, first?.role], ['system', 'user']);
  assert.ok(rest.length > 30 && rest.length < 40, `${rest.length}`);
  say('user', 'z'.repeat(199_999));
  say('user', 'z'.repeat(199_999));
  assert.equal(messagesOf(items.list, '').length, 1);
});

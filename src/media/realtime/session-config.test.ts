import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from './protocol-error.ts';
import { newSession, updateSession } from './session-config.ts';

const session = newSession('realtime', 'gpt-realtime');
const refused = (update: unknown) => {
  try {
    updateSession(session, update);
  } catch (error) {
    assert.ok(error instanceof ProtocolError);
    return error.param;
  }
  return assert.fail('it was taken');
};

test('an update changes what it names, and unknown fields are kept', () => {
  const update = {
    type: 'realtime',
    instructions: 'Be brief.',
    audio: { output: { voice: 'af_heart' } },
    reasoning: { effort: 'low' },
  };
  const changed = updateSession(session, update);
  assert.equal(changed.instructions, 'Be brief.');
  assert.deepEqual(changed.audio.output, {
    format: { type: 'audio/pcm', rate: 24_000 },
    voice: 'af_heart',
    speed: 1,
  });
  assert.deepEqual(changed.reasoning, { effort: 'low' });
  assert.deepEqual(changed.audio.input, session.audio.input);
});

test('another kind of turn detection starts from its own defaults; the same kind keeps its settings', () => {
  const detection = (turn_detection: object | null, from = session) =>
    updateSession(from, { audio: { input: { turn_detection } } });
  const patient = detection({ type: 'server_vad', silence_duration_ms: 900 });
  assert.deepEqual(patient.audio.input.turn_detection, {
    ...session.audio.input.turn_detection,
    silence_duration_ms: 900,
  });
  const semantic = detection({ type: 'semantic_vad', eagerness: 'low' }, patient).audio.input.turn_detection;
  assert.deepEqual(semantic, {
    type: 'semantic_vad',
    eagerness: 'low',
    create_response: true,
    interrupt_response: true,
  });
  assert.equal(detection(null).audio.input.turn_detection, null);
});

test('the model stays the one that the session was opened with', () => {
  assert.equal(updateSession(session, { model: 'another', instructions: 'Be brief.' }).model, 'gpt-realtime');
});

test('telephone formats have no rate', () => {
  const changed = updateSession(session, { audio: { input: { format: { type: 'audio/pcmu' } } } });
  assert.deepEqual(changed.audio.input.format, { type: 'audio/pcmu' });
});

test('what cannot be used is refused with its name', () => {
  assert.equal(refused({ audio: { output: { speed: 9 } } }), 'session.audio.output.speed');
  assert.equal(refused({ type: 'transcription' }), 'session.type');
  assert.equal(refused({ notes: 'x'.repeat(600_000) }), 'session');
  assert.equal(refused([]), 'session');
  assert.match(refused({ tools: [{ type: 'function', name: 'two words' }] }) ?? '', /^session\.tools\.0/);
  assert.equal(updateSession(session, JSON.parse('{"__proto__": {"polluted": true}}')).polluted, undefined);
});

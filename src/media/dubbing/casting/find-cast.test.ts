import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measuredPresets } from '../../../../engines/voice-cloning/index.ts';
import { type CastMember, sameSpeakerIn } from './find-cast.ts';

const presets = await measuredPresets();
const printOf = (voiceId: string): number[] => [...(presets.get(voiceId)?.print ?? [])];
const member = (speakerId: string, print: number[] | null, change: Partial<CastMember> = {}): CastMember => ({
  dubId: 'dub_1',
  speakerId,
  name: speakerId,
  print,
  voice: { kind: 'nearest', voice_id: 'em_alex' },
  createdAt: new Date(0),
  ...change,
});

test('a speaker is found again by their voice, in the latest dub', () => {
  const members = [
    member('adam', printOf('am_adam')),
    member('heart', printOf('af_heart')),
    member('later', printOf('am_adam'), { createdAt: new Date(1) }),
    member('silent', null),
  ];
  const found = sameSpeakerIn(printOf('am_adam'), members);
  assert.equal(found?.speakerId, 'later');
  assert.ok(found && found.similarity > 0.999);
});

test('nobody is found who only sounds a little alike, has no voice, or has no print', () => {
  assert.equal(sameSpeakerIn(printOf('am_adam'), [member('a', printOf('af_heart'))]), null);
  assert.equal(sameSpeakerIn(printOf('am_adam'), [member('a', printOf('am_adam'), { voice: null })]), null);
  assert.equal(sameSpeakerIn(null, [member('a', printOf('am_adam'))]), null);
  assert.equal(sameSpeakerIn(printOf('am_adam'), []), null);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkedName, nameFor } from './asset-name.ts';
import { contentDisposition } from './file-route.ts';

test('the name is the caller’s, else that of the file without its folders', () => {
  assert.equal(nameFor(' My\u0000 clip\r\n', 'x.mp4'), 'My clip');
  assert.equal(nameFor(undefined, '../../etc/passwd'), 'passwd');
  assert.equal(nameFor(undefined, 'C:\\films\\a.mp4'), 'a.mp4');
  assert.equal(nameFor(undefined, ''), 'Untitled');
  assert.equal([...nameFor(undefined, '🎬'.repeat(300))].length, 200);
});

test('400: an invisible or overlong name', () => {
  for (const name of ['', '  ', '\u0000', '\u202e', '\u200b\ufe0f', 'x'.repeat(201)])
    assert.throws(() => checkedName(name), { code: 'invalid_name' }, JSON.stringify(name));
});

test('a file’s name is shown to a browser whole, and cannot leave its quotes', () => {
  assert.equal(contentDisposition('clip.MP4', 'mp4'), 'inline; filename="clip.MP4"');
  assert.equal(contentDisposition('Welcome clip', 'mp4'), 'inline; filename="Welcome clip.mp4"');
  assert.equal(
    contentDisposition('a"; x=\\"é/(1)*', 'png'),
    `inline; filename="a__ x_____(1)_.png"; filename*=UTF-8''a%22%3B%20x%3D%5C%22%C3%A9%2F%281%29%2A.png`,
  );
});

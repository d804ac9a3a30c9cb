import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { DomainError } from '../../../src/platform/errors.ts';
import { encodeWav } from '../../codec/index.ts';
import { createDecoder, createProbe, type FfmpegTools } from '../../ffmpeg/index.ts';
import { findServiceTools } from '../../ffmpeg/testing/service-tools.ts';
import { probeClip } from './probe-clip.ts';
import { readImage } from './read-image.ts';

/** Everything that opens a file of a customer. */
const READERS: Record<string, (tools: FfmpegTools, file: string) => Promise<unknown>> = {
  probe: (tools, file) => createProbe(tools)(file, { maxSeconds: 60 }),
  decoder: (tools, file) => createDecoder(tools)(file, { maxSeconds: 60 }),
  clip: (tools, file) => probeClip(tools, file, { height: 240 }),
  picture: (tools, file) => readImage(tools, file, { height: 240 }),
};

/** Files that refer to others, by the name under which they come. */
const playlists = (targets: readonly string[]): Record<string, string> => {
  const each = (write: (target: string) => string): string => targets.map(write).join('\n');
  const hls = each((target) => `#EXT-X-KEY:METHOD=AES-128,URI="${target}"\n#EXTINF:9,\n${target}`);
  const segments = each((target) => `<SegmentURL media="${target}"/>`);
  const images = each((target) => `<image width="9" height="9" x:href="${target}"/>`);
  return {
    'hls.mp4': `#EXTM3U\n#EXT-X-TARGETDURATION:9\n${hls}\n#EXT-X-ENDLIST\n`,
    'concat.mp4': `ffconcat version 1.0\n${each((target) => `file '${target}'`)}\n`,
    'dash.mp4': `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT9S"><Period><AdaptationSet><Representation id="1" bandwidth="1"><SegmentList>${segments}</SegmentList></Representation></AdaptationSet></Period></MPD>`,
    'picture.svg': `<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" width="9" height="9">${images}</svg>`,
    'session.sdp': `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 9 RTP/AVP 0\n`,
    'titles.ass': `[Script Info]\n[Fonts]\nfontname: ${targets[0]}\n[Events]\nDialogue: 0,0:00:00.00,0:00:09.00,,,0,0,0,,x\n`,
    [`concat:${(targets[0] ?? '').replaceAll('/', '_')}|secret.wav`]: each((target) => target),
  };
};

describe('a file that refers to others', () => {
  let folder: string;
  let server: Server;
  let asked = 0;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hostile-'));
    server = createServer((_request, response) => {
      asked += 1;
      response.end('#EXTM3U\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await writeFile(join(folder, 'secret.wav'), encodeWav([new Float32Array(8_000)], 8_000));
  });
  after(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });

  for (const mode of ['with the sandbox', 'without it'])
    test(`is refused by every reader ${mode}, and nothing that it names is opened`, async () => {
      const found = await findServiceTools();
      const tools = mode === 'without it' ? { ...found, sandbox: null } : found;
      const { port } = server.address() as AddressInfo;
      const targets = [join(folder, 'secret.wav'), '/etc/passwd', `http://127.0.0.1:${port}/x.ts`];
      const accepted: string[] = [];
      for (const [name, content] of Object.entries(playlists(targets))) {
        const file = join(folder, name);
        await writeFile(file, content);
        const readings = Object.entries(READERS).map(async ([reader, read]) => {
          const refused = await read(tools, file).then(
            () => false,
            (error: unknown) => error instanceof DomainError && error.kind === 'invalid',
          );
          if (!refused) accepted.push(`${reader} of ${name}`);
        });
        await Promise.all(readings);
      }
      assert.deepEqual(accepted, []);
      assert.equal(asked, 0, 'requests to the server');
    });
});

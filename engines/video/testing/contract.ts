import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { DomainError } from '../../../src/platform/errors.ts';
import type { RenderedVideo, RenderRequest, VideoEngine } from '../types.ts';
import { decodeVideo } from './decode-video.ts';

export type VideoEngineSubject = {
  create(): Promise<VideoEngine>;
  /** A request of a second or two that renders to `folder`. */
  request(folder: string): Promise<RenderRequest>;
  /** A request that cannot be rendered, and its error code. */
  refused(folder: string): Promise<{ request: RenderRequest; code: string }>;
  ffmpeg(): Promise<string>;
};

/** Tests the promises that every video engine keeps. Run it against each implementation and each kind of picture. */
export function videoEngineContract(name: string, subject: VideoEngineSubject): void {
  describe(`${name} keeps the contract of a video engine`, () => {
    let engine: VideoEngine;
    let parent: string;
    let rendering: RenderRequest;
    let video: RenderedVideo;
    const reported: number[] = [];
    const request = async (): Promise<RenderRequest> =>
      subject.request(await mkdtemp(join(parent, 'video-')));
    before(async () => {
      parent = await mkdtemp(join(tmpdir(), 'video-'));
      engine = await subject.create();
      rendering = await request();
      video = await engine.render(rendering, { onProgress: (_, share) => reported.push(share) });
    });
    after(async () => {
      await engine.close();
      await rm(parent, { recursive: true });
    });
    const rendersTheSame = async (): Promise<void> => {
      const next = await engine.render(await request());
      assert.deepEqual(await readFile(next.videoPath), await readFile(video.videoPath));
      assert.deepEqual(await readFile(next.thumbnailPath), await readFile(video.thumbnailPath));
    };

    test('reports the size and length of the video; picture and sound both have that length', async () => {
      const { frames, soundSeconds } = await decodeVideo(await subject.ffmpeg(), video.videoPath, video);
      assert.equal(frames.length, Math.round(video.durationSeconds * video.fps));
      assert.ok(Math.abs(soundSeconds - video.durationSeconds) < 1 / video.fps, `${soundSeconds} s of sound`);
      assert.ok(Math.abs(video.durationSeconds - rendering.mouth.durationSeconds) <= 1 / video.fps);
      assert.ok(video.width % 2 === 0 && video.height % 2 === 0);
      assert.ok(
        video.videoPath.startsWith(rendering.folder) && video.thumbnailPath.startsWith(rendering.folder),
      );
      const jpeg = await readFile(video.thumbnailPath);
      assert.deepEqual([...jpeg.subarray(0, 2)], [0xff, 0xd8]);
    });

    test('reports progress from 0 to 1 that never decreases', () => {
      assert.ok(reported.length > 5 && reported.at(-1) === 1 && (reported[0] ?? 1) < 0.1, reported.join(' '));
      for (const [i, share] of reported.entries()) assert.ok(share >= (reported[i - 1] ?? 0));
    });

    test('stops before its end when it is cancelled; the same request then gives the same bytes', async () => {
      const reason = new Error('the job was canceled');
      const controller = new AbortController();
      const shares: number[] = [];
      const onProgress = (_: string, share: number): void => {
        shares.push(share);
        if (share >= 0.1) controller.abort(reason);
      };
      await assert.rejects(engine.render(await request(), { signal: controller.signal, onProgress }), reason);
      assert.ok((shares.at(-1) ?? 1) < 0.9, shares.join(' '));
      await assert.rejects(engine.render(await request(), { signal: AbortSignal.abort(reason) }), reason);
      await rendersTheSame();
    });

    test('rejects what it cannot render with the reason; a film that is prepared then has the same bytes', async () => {
      const { request: refused, code } = await subject.refused(await mkdtemp(join(parent, 'video-')));
      await assert.rejects(
        engine.render(refused),
        (error) => error instanceof DomainError && error.code === code,
      );
      await engine.prepare(rendering);
      await rendersTheSame();
    });
  });
}

import { silentLog } from '../../src/platform/log.ts';
import { createVideoEngine } from './engine.ts';
import { videoEngineContract } from './testing/contract.ts';
import { modelsDir } from './testing/faces.ts';
import { movingPhoto, openTestMedia, PHOTO, trackOf } from './testing/test-media.ts';
import type { Picture, RenderRequest, VideoEngine } from './types.ts';

const media = openTestMedia();
const mouth = trackOf(['sil', 0.2], ['PP', 0.1], ['aa', 0.3], ['PP', 0.1], ['oh', 0.3], ['sil', 0.2]);

const create = (): Promise<VideoEngine> =>
  createVideoEngine({
    tools: media.tools(),
    presentersDir: media.folder(),
    modelsDir,
    processes: 1,
    log: silentLog,
  });
const request = async (picture: Picture, folder: string): Promise<RenderRequest> => {
  const audioPath = await media.make('tone.wav', '-f', 'lavfi', '-i', 'sine=300:d=1.2');
  return { picture, audioPath, mouth, height: 480, audioKbps: 96, maxSeconds: 60, folder };
};
const ffmpeg = async (): Promise<string> => media.tools().ffmpeg ?? '';
const nobody = (name: string, frames: string): Promise<string> =>
  media.make(name, '-f', 'lavfi', '-i', 'testsrc=s=128x96:r=25', '-frames:v', frames);

videoEngineContract('a portrait', {
  create,
  ffmpeg,
  request: (folder) => request({ kind: 'image', path: PHOTO }, folder),
  refused: async (folder) => {
    const picture = { kind: 'image', path: await nobody('nobody.png', '1') } as const;
    return { request: await request(picture, folder), code: 'no_face' };
  },
});

videoEngineContract('a clip', {
  create,
  ffmpeg,
  request: async (folder) => {
    const path = await media.make('clip.mp4', ...movingPhoto('crop=256:256:96:10,rotate=0.1*sin(n/4)', 1));
    return request({ kind: 'video', path, syncMode: 'bounce' }, folder);
  },
  refused: async (folder) => {
    const picture = { kind: 'video', path: await nobody('nobody.mp4', '9'), syncMode: 'loop' } as const;
    return { request: await request(picture, folder), code: 'no_face' };
  },
});

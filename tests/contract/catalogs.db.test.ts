import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { MEGABYTE } from '../../src/platform/megabyte.ts';
import { stranger } from '../support/customer.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

describe('public catalogues, without a key', () => {
  let service: TestService;
  before(async () => {
    service = await openTestService({ lips: true, llm: 'http://127.0.0.1:9/v1' });
  });
  after(() => service.close());

  test('GET /api/v1/plans: prices and caps as specified, and no internal plan', async () => {
    const { plans } = (await stranger(service)('GET', '/api/v1/plans')).json();
    const figures = plans.map((plan: Record<string, unknown> & { caps: Record<string, number> }) => [
      ...[plan.id, plan.usd_per_month, plan.credits_per_month, plan.overage_usd_per_1000_credits],
      ...[plan.caps.media_seconds, (plan.caps.upload_bytes ?? 0) / MEGABYTE, plan.caps.batch_items],
      ...[plan.caps.voice_slots, plan.caps.video_height, plan.caps.audio_kbps],
    ]);
    assert.deepEqual(figures, [
      ['free', 0, 12_000, 0.04, 180, 15, 0, 0, 480, 128],
      ['starter', 5, 36_000, 0.04, 600, 80, 50, 1, 720, 192],
      ['creator', 18, 145_000, 0.035, 1_800, 250, 200, 3, 1_080, 256],
      ['developer', 79, 720_000, 0.032, 1_800, 500, 500, 10, 1_080, 320],
    ]);
    for (const { caps } of plans) assert.ok(caps.assets > 0 && caps.asset_bytes > caps.upload_bytes);
  });

  test('GET /api/v1/models: speech, transcription and lip-sync, with licences and availability', async () => {
    type Model = { id: string; kind: string; licence: string | null; available: boolean };
    const list = async (): Promise<Model[]> =>
      (await stranger(service)('GET', '/api/v1/models')).json<{ models: Model[] }>().models;
    const of = (models: Model[], id: string) => {
      const { kind, licence, available } = models.find((model) => model.id === id) ?? ({} as Model);
      return [kind, licence, available];
    };
    const models = await list();
    assert.deepEqual(of(models, 'kokoro-82m'), ['speech', 'Apache-2.0', true]);
    assert.deepEqual(of(models, 'whisper-base'), ['transcription', 'MIT', true]);
    assert.deepEqual(of(models, 'moonshine-tiny'), ['transcription', 'MIT', true]);
    assert.deepEqual(of(models, 'whisper-small'), ['transcription', 'MIT', false]);
    assert.deepEqual(of(models, 'vox-lips'), ['lip_sync', 'Apache-2.0', true]);
    assert.deepEqual(of(models, 'musetalk'), ['lip_sync', 'MIT', false]);
    assert.deepEqual(of(models, 'tiny'), ['language', null, true]);
    service.transcription.behaviour = 'absent';
    assert.deepEqual(of(await list(), 'whisper-base'), ['transcription', 'MIT', false]);
  });
});

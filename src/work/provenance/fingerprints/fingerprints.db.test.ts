import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { joinSamples, resampled } from '../../../../engines/dsp/index.ts';
import { FRAMES_PER_SECOND, landmarkBytes } from '../../../../engines/fingerprint/index.ts';
import { MELODY_RATE, melody, pieceOf } from '../../../../engines/fingerprint/testing/melody.ts';
import { ManualClock } from '../../../platform/clock.ts';
import { type Database, sql } from '../../../platform/database/index.ts';
import { openTestDatabase } from '../../../platform/database/testing.ts';
import { createThreads } from '../../../platform/threads/index.ts';
import { deleteOld } from '../queries.ts';
import { sweepProvenance } from '../sweep.ts';
import { recordSound } from '../testing.ts';
import { findSounds } from './find-sounds.ts';
import { indexFingerprints } from './index-fingerprints.ts';

async function* inPieces(sound: Float32Array): AsyncGenerator<Float32Array> {
  for (let at = 0; at < sound.length; at += 7_000) yield sound.subarray(at, at + 7_000);
}

describe('what was made is recognised by its sound', () => {
  let database: Database;
  before(async () => {
    database = await openTestDatabase();
  });
  const threads = createThreads();
  after(() => Promise.all([database.close(), threads.close()]));

  const record = (sound: Float32Array, options: { isDelivered?: boolean } = {}) =>
    recordSound(database.db, { sound, sampleRate: MELODY_RATE, ...options });
  const find = (sound: Float32Array) =>
    findSounds({ db: database.db, threads }, inPieces(sound), { sampleRate: MELODY_RATE, owner: 'somebody' });

  test('five seconds lead to the sound and to their place in it, across the borders of parts', async () => {
    const sound = melody(50, 1);
    const id = await record(sound);
    await record(melody(20, 2));
    for (const start of [0, 13.3, 17.7, 44]) {
      const [found, ...others] = await find(pieceOf(sound, start));
      assert.equal(found?.provenanceId, id);
      assert.ok(Math.abs(found.startSeconds - start) < 0.1, `${found.startSeconds}`);
      assert.deepEqual(others, []);
    }
  });

  test('a sound that nobody made here leads nowhere, nor does silence', async () => {
    await record(melody(30, 3));
    assert.deepEqual(await find(melody(5, 70)), []);
    assert.deepEqual(await find(new Float32Array(5 * MELODY_RATE)), []);
  });

  test('a recording of it leads there too, with other sounds around it, or played faster', async () => {
    const sound = melody(20, 8);
    const id = await record(sound);
    const around = joinSamples([melody(10, 80), pieceOf(sound, 7), melody(3, 81)]);
    assert.equal((await find(around))[0]?.provenanceId, id);
    const faster = resampled(pieceOf(sound, 4), 1_030, 1_000);
    const padded = joinSamples([faster, melody(1, 82)]);
    assert.equal((await find(padded))[0]?.provenanceId, id);
  });

  test('what was not delivered is not recognised', async () => {
    const sound = melody(10, 4);
    await record(sound, { isDelivered: false });
    assert.deepEqual(await find(pieceOf(sound, 2)), []);
  });

  test('nodes that index at the same time index each sound once', async () => {
    const id = await record(melody(10, 5));
    const landmarks = landmarkBytes([{ code: 1, frame: 2 }]);
    await sql`DELETE FROM fingerprints`.execute(database.db);
    await sql`UPDATE provenance SET landmarks = ${landmarks}::bytea WHERE id = ${id}::uuid`.execute(
      database.db,
    );
    const done = await Promise.all([indexFingerprints(database), indexFingerprints(database)]);
    assert.equal(done[0] + done[1], 1);
    const { rows } = await sql`SELECT codes, frames FROM fingerprints`.execute(database.db);
    assert.deepEqual(rows, [{ codes: [1], frames: [2] }]);
  });

  test('a film of hours is indexed in many short transactions, and every five seconds of it are in one part', async () => {
    const every = Math.round(FRAMES_PER_SECOND);
    const seconds = Array.from({ length: 1_000 }, (_, second) => ({ code: second, frame: second * every }));
    const id = await record(melody(1, 9));
    await sql`DELETE FROM fingerprints`.execute(database.db);
    await sql`UPDATE provenance SET landmarks = ${landmarkBytes(seconds)}::bytea WHERE id = ${id}::uuid`.execute(
      database.db,
    );
    const partsAfter = async (): Promise<number[][]> => {
      assert.equal(await indexFingerprints(database), 1);
      const { rows } = await sql<{ codes: number[] }>`SELECT codes FROM fingerprints ORDER BY id`.execute(
        database.db,
      );
      return rows.map(({ codes }) => codes);
    };
    assert.equal((await partsAfter()).length, 30);
    await partsAfter();
    const parts = await partsAfter();
    assert.equal(await indexFingerprints(database), 0);
    for (let second = 0; second + 4 < seconds.length; second += 1)
      assert.ok(
        parts.some((codes) => codes.includes(second) && codes.includes(second + 4)),
        `from ${second}`,
      );
  });

  test('it is found among many newer sounds that have the same codes at other times', async () => {
    const sound = melody(10, 7);
    const id = await record(sound);
    await sql`
      INSERT INTO fingerprints (provenance_id, codes, frames)
      SELECT other.id, own.codes, array(SELECT frame * (37 + n) % 1250 FROM unnest(own.frames) AS frame)
      FROM fingerprints own CROSS JOIN generate_series(1, 150) AS n
      CROSS JOIN (SELECT id FROM provenance WHERE id <> ${id}::uuid LIMIT 1) AS other
      WHERE own.provenance_id = ${id}::uuid`.execute(database.db);
    assert.equal((await find(pieceOf(sound, 3)))[0]?.provenanceId, id);
  });

  test('what the registry forgets takes its parts along in batches that one statement can delete', async () => {
    const id = await record(melody(10, 10));
    await sql`
      INSERT INTO fingerprints (provenance_id, codes, frames)
      SELECT ${id}::uuid, '{3}', '{1}' FROM generate_series(1, 600)`.execute(database.db);
    const forget = {
      db: database.db,
      clock: new ManualClock(new Date(Date.now() + 60_000)),
      retentionDays: 0,
    };
    assert.equal(await sweepProvenance(forget), 500);
    let rounds = 0;
    while ((await sweepProvenance(forget)) > 0) rounds += 1;
    assert.ok(rounds >= 2, 'the other parts, then the rows');
    const { rows } = await sql`SELECT code FROM fingerprint_codes UNION SELECT 1 FROM provenance`.execute(
      database.db,
    );
    assert.deepEqual(rows, []);
  });

  test('a sound that the registry forgets is no longer recognised', async () => {
    const sound = melody(10, 6);
    await record(sound);
    assert.equal((await find(pieceOf(sound, 1))).length, 1);
    await deleteOld(database.db, new Date(Date.now() + 60_000), 1_000);
    assert.deepEqual(await find(pieceOf(sound, 1)), []);
    const { rows } = await sql`SELECT code FROM fingerprint_codes LIMIT 1`.execute(database.db);
    assert.deepEqual(rows, [], 'nothing of it is left in the index');
  });
});

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { ANSWERS, type Ending } from '../testing/hostile-answers.ts';
import { type HostileHosts, openHostileHost, openHostileHosts } from '../testing/hostile-host.ts';
import { createManualDeadline } from '../testing/manual-deadline.ts';
import { until } from '../testing/until.ts';
import { downloadFile, OutboundFailed, safeFetch } from './index.ts';
import { visit } from './safe-fetch.ts';

const BODY = Buffer.alloc(350_000, 7);
const MAX_BYTES = 2_000_000;

/** The code of the error, or the status. A body other than the whole is called so. */
const EXPECTED: Record<Ending, readonly unknown[]> = {
  whole: ['whole'],
  nonsense: [200],
  status: [206, 204, 404, 429, 500, 799],
  redirect: ['outbound_redirect'],
  broken: ['outbound_unreachable'],
  large: ['outbound_too_large'],
  never: ['outbound_timeout'],
  either: ['whole', 'outbound_unreachable'],
};

describe('hosts that answer badly', () => {
  let hosts: HostileHosts;
  let folder: string;
  before(async () => {
    hosts = await openHostileHosts(BODY);
    folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  });
  after(async () => {
    await hosts.close();
    await rm(folder, { recursive: true });
  });

  /** Visits all hosts at once. Only those that never end wait for the deadline. */
  async function visitAll(visit: (url: string, options: Options) => Promise<unknown>): Promise<void> {
    const time = createManualDeadline();
    const options: Options = {
      allow: hosts.places,
      requireHttps: false,
      maxBytes: MAX_BYTES,
      timeoutMs: 600_000,
      deadline: time.deadline,
    };
    const outcomes = new Map<string, unknown>();
    const visiting = hosts.all.map(async ({ name, url }) => {
      const outcome = await visit(`${url}/`, options).catch((error: unknown) =>
        error instanceof OutboundFailed ? error.code : error,
      );
      outcomes.set(name, outcome);
    });
    const ending = hosts.all.filter(({ ends }) => ends !== 'never');
    await until(
      () => ending.filter(({ name }) => !outcomes.has(name)).length,
      (left) => left === 0,
    );
    time.pass();
    await Promise.all(visiting);
    for (const { name, ends } of hosts.all)
      assert.ok(EXPECTED[ends].includes(outcomes.get(name)), `${name}: ${outcomes.get(name)}`);
    await until(hosts.connections, (open) => open === 0);
  }

  test('a body that is read: its error, or all of it, and no connection is left', () =>
    visitAll(async (url, options) => {
      const { status, body } = await safeFetch(url, options);
      return body.equals(BODY) ? 'whole' : status;
    }));

  test('a body that is written to a file: its error, or all of it', () => {
    let files = 0;
    return visitAll(async (url, options) => {
      files += 1;
      const path = join(folder, String(files));
      const { status } = await downloadFile(url, path, options);
      return existsSync(path) && (await readFile(path)).equals(BODY) ? 'whole' : status;
    });
  });

  test('a caller who leaves takes the connection along, even in the middle of a handshake', async () => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const limits = { allow: hosts.places, requireHttps: false, maxBytes: MAX_BYTES, timeoutMs: 600_000 };
    const silent = hosts.all.filter(({ ends }) => ends === 'never');
    const visits = silent.map(({ url }) => safeFetch(url, { ...limits, signal }));
    await until(hosts.connections, (open) => open === silent.length);
    leaving.abort();
    for (const outcome of await Promise.allSettled(visits))
      assert.equal(outcome.status === 'rejected' && outcome.reason.name, 'AbortError');
    await until(hosts.connections, (open) => open === 0);
  });
});

type Options = Parameters<typeof safeFetch>[1];

test('a host that closes while its answer waits to be read does not end the process', async (t) => {
  const answer = ANSWERS['HTTP/1.0, with a length, and closes'] ?? assert.fail();
  // The last piece fills what is read ahead, so that the connection is paused when its end comes.
  const body = Buffer.alloc(1_020_000, 7);
  const host = await openHostileHost(() => answer, body);
  t.after(() => host.close());
  const limits = { allow: [host.place], requireHttps: false, maxBytes: body.length, timeoutMs: 600_000 };
  const readLate = async (response: Dispatcher.ResponseData) => {
    for (let turn = 0; turn < 200; turn += 1) await nextTurn();
    return Buffer.from(await response.body.arrayBuffer());
  };
  const visits = Array.from({ length: 10 }, () => visit(host.url, limits, readLate));
  for (const received of await Promise.all(visits)) assert.ok(received.equals(body));
});

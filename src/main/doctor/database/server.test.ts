import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openInstallation } from '../installation.ts';
import { judgeFailure, judgeServer, reachable } from './reachable.ts';
import { judgeClock, judgeConnections } from './server.ts';

const FREE = {
  most: 100,
  reserved: 3,
  of_database: -1,
  of_role: -1,
  used: 5,
  used_here: 5,
  used_by_role: 5,
  ours: 0,
};
const SERVER = {
  version: '17.2 (Debian)',
  encoding: 'UTF8',
  recovering: false,
  read_only: 'off',
  fsync: 'on',
  pages: 'on',
  commit: 'on',
  may_create: true,
};

function failure(code: string, message = ''): Error {
  return new Error('wrapped', { cause: Object.assign(new Error(message), { code }) });
}

test('each reason why a server cannot be used has its remedy', () => {
  for (const [error, remedy] of [
    [failure('28P01', 'password authentication failed for user "vox"'), /the password/],
    [failure('28000', 'no pg_hba.conf entry for host "10.0.0.1", no encryption'), /sslmode=verify-full/],
    [failure('', 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'), /user:password@/],
    [failure('28000', 'no pg_hba.conf entry for host "10.0.0.1"'), /pg_hba/],
    [failure('3D000', 'database "x" does not exist'), /createdb/],
    [failure('53300', 'sorry, too many clients already'), /max_connections/],
    [failure('08P01', 'unsupported startup parameter: options'), /PostgreSQL itself/],
    [failure('ENOTFOUND', 'getaddrinfo ENOTFOUND db'), /host in DATABASE_URL/],
    [failure('ECONNREFUSED'), /Start PostgreSQL/],
    [failure('', 'Connection terminated due to connection timeout'), /firewall/],
    [failure('SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate in certificate chain'), /sslrootcert/],
    [failure('', 'The server does not support SSL connections'), /ssl on/],
    [failure('XX', 'something else'), /Correct DATABASE_URL/],
  ] as const) {
    const found = judgeFailure(error);
    assert.equal(found.level, 'fault');
    assert.match(found.remedy ?? '', remedy);
  }
});

test('a server that nobody listens at is a fault, and the other checks leave it to that one', async () => {
  const installation = openInstallation({ DATABASE_URL: 'postgres://vox:secret@127.0.0.1:1/vox' });
  const [found] = await reachable.run(installation);
  assert.match(found?.seen ?? '', /does not listen there/);
});

test('a server that cannot do what is needed is a fault, and one that loses commits a warning', () => {
  assert.deepEqual(judgeServer(SERVER)[0]?.level, 'good');
  for (const [wrong, remedy] of [
    [{ recovering: true }, /primary/],
    [{ read_only: 'on' }, /primary/],
    [{ may_create: false }, /GRANT CREATE/],
    [{ encoding: 'LATIN1' }, /UTF8/],
  ] as const) {
    const [found] = judgeServer({ ...SERVER, ...wrong });
    assert.equal(found?.level, 'fault');
    assert.match(found?.remedy ?? '', remedy);
  }
  assert.match(
    judgeServer({ ...SERVER, fsync: 'off', commit: 'off' })[0]?.seen ?? '',
    /fsync, synchronous_commit/,
  );
});

test('the tightest of three limits decides whether a node has enough connections', () => {
  assert.equal(judgeConnections(FREE).level, 'good');
  assert.equal(judgeConnections({ ...FREE, used: 90 }).level, 'warning');
  assert.equal(judgeConnections({ ...FREE, used: 90, ours: 11 }).level, 'good');
  const byRole = judgeConnections({ ...FREE, of_role: 5 });
  assert.equal(byRole.level, 'fault');
  assert.match(byRole.remedy ?? '', /the limit of its user/);
});

test('a clock that is minutes off is a fault', () => {
  assert.deepEqual(
    [10, 30_000, -30_000, 3_600_000].map((ms) => judgeClock(ms).level),
    ['good', 'warning', 'warning', 'fault'],
  );
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { openSmtpServer } from '../../../platform/mail/testing/smtp.ts';
import { openInstallation } from '../installation.ts';
import { judgeAnswer, languageModel } from './language-model.ts';
import { judgeFailure as judgeMail, mail } from './mail.ts';
import { outbound } from './outbound.ts';
import { judgeOwner, port } from './port.ts';
import { judgeTrust } from './proxy-trust.ts';
import { judgeAddress } from './public-address.ts';
import { judgeEnd, judgeFailure } from './public-way.ts';
import { signingHosts } from './signing-hosts.ts';

const PUBLIC = 'https://voice.example.com';

test('a port is free, of another program, or of the service, which tells what is down', async (t) => {
  const other = createServer((socket) => socket.end('hello\n')).listen(0, '127.0.0.1');
  t.after(() => other.close());
  await once(other, 'listening');
  const taken = (other.address() as AddressInfo).port;
  const [found] = await port.run(openInstallation({ PORT: String(taken) }));
  assert.match(found?.seen ?? '', /Another program listens/);
  const health = { status: 'ok', checks: { database: 'ok', queue: 'ok', engines: { speech: 'ok' } } };
  assert.equal(judgeOwner('a:1', health)[0]?.level, 'good');
  const sick = { ...health, checks: { ...health.checks, engines: { speech: 'down' } } };
  assert.match(judgeOwner('a:1', sick)[0]?.seen ?? '', /down: speech/);
});

test('an address of another machine is a fault', async () => {
  // A network for documentation.
  const [found] = await port.run(openInstallation({ HOST: '192.0.2.1', PORT: '18080' }));
  assert.match(found?.seen ?? '', /is no address of this machine/);
});

test('NODE_ENV, HOST and PUBLIC_URL must fit together', () => {
  const local = {
    production: false,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:8080',
    metricsToken: undefined,
  };
  const levels = (wrong: Partial<typeof local>, isUrlSet = true, isContained = false) =>
    judgeAddress({ ...local, ...wrong }, { isUrlSet, isContained }).map(({ level }) => level);
  assert.deepEqual(levels({}), ['good']);
  assert.deepEqual(levels({ production: true, publicUrl: PUBLIC }), ['good']);
  assert.deepEqual(levels({ publicUrl: PUBLIC }), ['fault']);
  assert.deepEqual(levels({}, true, true), ['warning']);
  assert.deepEqual(levels({ host: '0.0.0.0' }, false), ['warning', 'warning', 'warning']);
  assert.deepEqual(levels({ production: true, publicUrl: 'https://localhost' }), ['warning']);
});

test('proxies are trusted neither too little nor too much', () => {
  const judge = (trustProxy: false | number | string[], host = '127.0.0.1', isContained = false) =>
    judgeTrust({ trustProxy, publicUrl: PUBLIC, host }, isContained);
  assert.match(judge(false).remedy ?? '', /TRUST_PROXY=1/);
  assert.equal(judge(1).level, 'good');
  assert.equal(judge(1, '0.0.0.0').level, 'warning');
  assert.equal(judge(1, '0.0.0.0', true).level, 'good');
  assert.equal(judge(['0.0.0.0/0']).level, 'fault');
  assert.equal(judge(['::/0']).level, 'fault');
  assert.equal(judge(['10.0.0.0/8', 'fd00::/8']).level, 'good');
  assert.equal(judgeTrust({ trustProxy: false, publicUrl: 'http://a', host: '::1' }, false).level, 'good');
});

test('a certificate that browsers refuse is a fault, an address that cannot be reached from here a warning', () => {
  const error = (code: string) => Object.assign(new Error('x'), { code });
  assert.equal(judgeFailure(PUBLIC, error('CERT_HAS_EXPIRED')).level, 'fault');
  assert.equal(judgeFailure(PUBLIC, error('ERR_TLS_CERT_ALTNAME_INVALID')).level, 'fault');
  assert.equal(judgeFailure(PUBLIC, error('ENOTFOUND')).level, 'warning');
  assert.deepEqual([judgeEnd(60), judgeEnd(3)[0]?.level], [[], 'warning']);
});

test('private hosts that customers may call, and proxies that nobody uses, are told', async () => {
  const look = async (env: NodeJS.ProcessEnv) => (await outbound.run(openInstallation(env)))[0]?.level;
  assert.equal(await look({}), 'good');
  assert.equal(await look({ OUTBOUND_ALLOW: '127.0.0.1:9000' }), 'warning');
  assert.equal(await look({ https_proxy: 'http://proxy:3128' }), 'warning');
});

test('mail that cannot be sent is told, and none is sent', async (t) => {
  const server = await openSmtpServer();
  t.after(server.close);
  const look = async (env: NodeJS.ProcessEnv) => (await mail.run(openInstallation(env)))[0];
  assert.equal((await look({}))?.level, 'good');
  assert.match(
    (await look({ NODE_ENV: 'production', ADMIN_EMAILS: 'a@b.c' }))?.seen ?? '',
    /ADMIN_EMAILS has no effect/,
  );
  const settings = { SMTP_URL: server.url, MAIL_FROM: 'a@b.c' };
  assert.equal((await look(settings))?.level, 'good');
  const refused = await look({ ...settings, SMTP_URL: server.url.replace('//', '//user:wrong-password@') });
  assert.match(refused?.remedy ?? '', /user and password/);
  assert.deepEqual(server.received, []);
  const gone = await look({ SMTP_URL: 'smtp://u:p@127.0.0.1:1', MAIL_FROM: 'a@b.c' });
  assert.equal(gone?.level, 'fault');
  assert.match(
    judgeMail(Object.assign(new Error('535'), { code: 'EAUTH' })).remedy ?? '',
    /user and password/,
  );
});

test('a language model that refuses the key or lacks the model is a fault', async (t) => {
  const server = createHttp((request, response) => {
    const isKnown = request.headers.authorization === 'Bearer right-key';
    response.statusCode = isKnown ? 200 : 401;
    response.end(isKnown ? '{"data":[{"id":"small"}]}' : '{}');
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const look = async (LLM_API_KEY: string, LLM_MODEL: string) =>
    (await languageModel.run(openInstallation({ LLM_BASE_URL: url, LLM_API_KEY, LLM_MODEL })))[0];
  assert.equal((await look('right-key', 'small'))?.level, 'good');
  assert.match((await look('wrong-key', 'small'))?.remedy ?? '', /LLM_API_KEY/);
  assert.match((await look('right-key', 'large'))?.remedy ?? '', /It has: small/);
  assert.equal(judgeAnswer(404, 'not found', ['small']).level, 'warning');
  assert.equal(judgeAnswer(200, '<html>', ['small']).level, 'warning');
});

test('hosts that sign and stamp must answer, whatever they answer', async (t) => {
  const server = createHttp((_request, response) => response.writeHead(405).end()).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const there = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const pem = '-----BEGIN CERTIFICATE-----';
  const levels = async (PROVENANCE_SIGNING_URL: string, PROVENANCE_TIMESTAMP_URL: string) => {
    const env = { PROVENANCE_CERTIFICATES: pem, PROVENANCE_SIGNING_URL, PROVENANCE_TIMESTAMP_URL };
    return (await signingHosts.run(openInstallation(env))).map(({ level }) => level);
  };
  assert.deepEqual(await levels(there, there), ['good']);
  assert.deepEqual(await levels('http://127.0.0.1:1', 'http://127.0.0.1:1'), ['fault', 'warning']);
  assert.deepEqual(await signingHosts.run(openInstallation({})), []);
});

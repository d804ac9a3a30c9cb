import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHider } from './hide-secrets.ts';

const PASSWORD = 'p@ss:w/rd#1';

test('a password is hidden however a driver quotes it', () => {
  const url = `postgres://vox:${encodeURIComponent(PASSWORD)}@db.example.com/vox`;
  const hide = createHider({ DATABASE_URL: url });
  for (const text of [url, encodeURIComponent(PASSWORD), PASSWORD, `connect ${PASSWORD} failed`]) {
    const shown = hide(text);
    assert.ok(!shown.includes(PASSWORD) && !shown.includes(encodeURIComponent(PASSWORD)), shown);
  }
  assert.match(hide(url), /^postgres:\/\/\[hidden\]@db\.example\.com\/vox$/);
});

test('a password that is not escaped is hidden, although nothing can parse its URL', () => {
  const hide = createHider({ DATABASE_URL: `postgres://vox:${PASSWORD}@db/vox` });
  assert.ok(!hide(`no such host ${PASSWORD}`).includes(PASSWORD));
  assert.ok(!hide(`postgres://vox:${PASSWORD}@db/vox`).includes('w/rd'));
});

test('a password among the parameters of a URL is hidden', () => {
  const hide = createHider({ DATABASE_URL: 'postgres:///vox?host=/run/db&password=sesame-open&user=vox' });
  assert.ok(!hide('sesame-open').includes('sesame'));
  assert.equal(
    createHider({})('postgres:///vox?password=sesame-open&a=b'),
    'postgres:///vox?password=[hidden]&a=b',
  );
});

test('every part of a list of keys is hidden, and the values of misspelt settings', () => {
  const env = {
    DATA_KEYS: '2026:first-secret-value,2025:second-secret-value',
    SESION_SECRET: 'misspelt-value',
  };
  const shown = createHider(env)('first-secret-value second-secret-value misspelt-value 2026');
  assert.equal(shown, '[hidden] [hidden] [hidden] 2026');
});

test('what looks like a secret is hidden in a setting where nobody expects one', () => {
  const hide = createHider({});
  const pem = '-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----';
  for (const secret of ['sk_live_51HxAbCdEf', 'whsec_AbCdEf123', 'FLWSECK-abcdef123', 'a'.repeat(64), pem])
    assert.equal(hide(`"${secret}" is not valid`), '"[hidden]" is not valid');
  assert.equal(hide('https://token@host/x'), 'https://[hidden]@host/x');
});

test('the path of the signing key stays, because the operator must find the file', () => {
  const hide = createHider({ PROVENANCE_KEY: '/etc/vox/signer.pem' });
  assert.equal(hide('/etc/vox/signer.pem is not there'), '/etc/vox/signer.pem is not there');
});

test('ordinary words stay, although somebody chose one as a short password', () => {
  assert.equal(createHider({ DATABASE_URL: 'postgres://vox:vox@db/vox' })('vox'), 'vox');
});

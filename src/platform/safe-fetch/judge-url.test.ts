import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicAddress, judgeUrl, UrlNotAllowed } from './index.ts';

const POLICY = { allow: [], requireHttps: false };

const REFUSED: Record<string, string[]> = {
  loopback: ['http://127.0.0.1/', 'http://127.255.255.254/', 'http://[::1]/', 'http://127.0.0.1.:80/'],
  'this host': ['http://0.0.0.0/', 'http://0.1.2.3/', 'http://[::]/'],
  private: ['http://10.0.0.1/', 'http://172.16.0.1/', 'http://172.31.255.255/', 'http://192.168.1.1/'],
  'unique local IPv6': ['http://[fc00::1]/', 'http://[fd00:ec2::254]/'],
  'link-local and site-local': ['http://169.254.1.1/', 'http://[fe80::1]/', 'http://[fec0::1]/'],
  'carrier-grade NAT': ['http://100.64.0.1/', 'http://100.127.255.255/'],
  'cloud metadata': [
    'http://169.254.169.254/latest/meta-data/',
    'http://100.100.100.200/',
    'http://192.0.0.192/',
    'http://168.63.129.16/',
    'http://metadata.google.internal/computeMetadata/v1/',
  ],
  multicast: ['http://224.0.0.1/', 'http://239.255.255.250/', 'http://[ff02::1]/'],
  'reserved, broadcast and documentation': [
    'http://240.0.0.1/',
    'http://255.255.255.255/',
    'http://192.0.2.1/',
    'http://198.51.100.1/',
    'http://203.0.113.1/',
    'http://198.18.0.1/',
    'http://[2001:db8::1]/',
    'http://[3fff::1]/',
    'http://[100::1]/',
  ],
  'IPv4 inside IPv6': [
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::ffff:8.8.8.8]/',
    'http://[::127.0.0.1]/',
    'http://[::ffff:0:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:7f00:1::]/',
  ],
  'other spellings of loopback': [
    'http://2130706433/',
    'http://0x7f000001/',
    'http://017700000001/',
    'http://0177.0.0.1/',
    'http://0x7f.1/',
    'http://127.1/',
    'http://①②⑦.0.0.1/',
    'http://127。0。0。1/',
  ],
  'local names': [
    'http://localhost/',
    'http://LOCALHOST:8080/',
    'http://localhost./',
    'http://a.localhost/',
    'http://db.internal/',
    'http://metadata.google.internal./',
    'http://printer.local/',
    'http://router.home.arpa/',
    'http://metadata/',
  ],
  'other schemes': [
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'data:,x',
    'unix:/run/x',
  ],
  credentials: [
    'http://user@example.com/',
    'https://user:secret@example.com/',
    'https://:secret@example.com/',
  ],
  'what is no address': [
    '',
    'example.com',
    '/path',
    'http://',
    'http://[::1',
    `https://example.com/${'x'.repeat(2_048)}`,
  ],
};

for (const [what, urls] of Object.entries(REFUSED)) {
  for (const url of urls) {
    test(`refuses ${what}: ${url.slice(0, 60)}`, () => {
      assert.throws(
        () => judgeUrl(url, POLICY),
        (error) =>
          error instanceof UrlNotAllowed && error.kind === 'invalid' && error.code === 'url_not_allowed',
      );
    });
  }
}

for (const url of [
  'https://example.com/hook?a=1',
  'http://example.com:8080/',
  'https://93.184.215.14/',
  'https://[2606:2800:21f:cb07::1]/',
  'https://internal.example.com/',
  'https://localhost.example.com/',
]) {
  test(`allows public URLs: ${url}`, () => {
    assert.equal(judgeUrl(url, POLICY).href, url);
  });
}

test('where https is required, http is refused even for an allowed host', () => {
  const policy = { allow: ['127.0.0.1:80'], requireHttps: true };
  assert.throws(() => judgeUrl('http://127.0.0.1/', policy), /https:\/\//);
  assert.throws(() => judgeUrl('http://example.com/', policy), UrlNotAllowed);
  assert.ok(judgeUrl('https://example.com/', policy));
});

test('the allow list opens exactly its host and port', () => {
  const policy = { allow: ['127.0.0.1:9000', 'LocalHost:80', '[::1]:443'], requireHttps: false };
  for (const url of [
    'http://127.0.0.1:9000/',
    'http://0x7f.1:9000/',
    'http://localhost/',
    'https://[::1]/',
  ]) {
    assert.ok(judgeUrl(url, policy));
  }
  for (const url of [
    'http://127.0.0.1:9001/',
    'http://127.0.0.1/',
    'https://localhost/',
    'http://127.0.0.2:9000/',
  ]) {
    assert.throws(() => judgeUrl(url, policy), UrlNotAllowed);
  }
});

test('the refusal does not reveal what is behind the address', () => {
  assert.throws(
    () => judgeUrl('http://10.1.2.3/', POLICY),
    (error) => error instanceof UrlNotAllowed && !error.public.includes('10.1.2.3'),
  );
});

test('a string that is not an address is not public', () => {
  for (const text of ['', 'example.com', '1.2.3', '127.0.0.1 ', '::1%lo'])
    assert.equal(isPublicAddress(text), false);
});

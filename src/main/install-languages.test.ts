import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '../platform/errors.ts';
import { describeLanguages, installLanguages } from './install-languages.ts';

function machine({ isRoot = true, failures = 0 } = {}) {
  const calls: string[] = [];
  let left = failures;
  const aptGet = async (args: readonly string[]) => {
    calls.push(args.join(' '));
    if (args[0] === 'install' && left-- > 0) throw new Error('no candidate');
  };
  return { isRoot, aptGet, calls };
}
const refused = (text: RegExp) => (error: unknown) => error instanceof DomainError && text.test(error.public);

test('root installs the packages of pairs in either order, and fetches the lists only if that fails', async () => {
  const fresh = machine();
  await installLanguages(['es-en', 'es-fr'], fresh);
  assert.deepEqual(fresh.calls, ['install -y -qq --no-install-recommends apertium-eng-spa apertium-fr-es']);
  const old = machine({ failures: 1 });
  await installLanguages(['en-es'], old);
  assert.deepEqual(old.calls[1], 'update -qq');
  assert.equal(old.calls.length, 3);
});

test('others are told the command, and so is root if it fails', async () => {
  const user = machine({ isRoot: false });
  await assert.rejects(
    installLanguages(['en-es'], user),
    refused(/sudo apt-get install apertium-eng-spa$/mu),
  );
  assert.deepEqual(user.calls, []);
  await assert.rejects(installLanguages(['en-es'], machine({ failures: 9 })), refused(/could not install/u));
});

test('an unknown pair installs nothing, whatever its name', async () => {
  for (const pair of ['en-tlh', '--purge', 'en', '', '__proto__', 'en-es;reboot']) {
    const one = machine();
    await assert.rejects(
      installLanguages(['en-es', pair], one),
      refused(/Pairs that can be added: .*en-es/u),
      pair,
    );
    assert.deepEqual(one.calls, []);
  }
});

test('lists what is installed and what can be added', () => {
  const text = describeLanguages([
    { source: 'es', target: 'en' },
    { source: 'en', target: 'es' },
  ]);
  assert.match(text, /directly: en-es, es-en\./u);
  assert.match(text, /adds: (?!.*en-es).*es-fr/u);
});

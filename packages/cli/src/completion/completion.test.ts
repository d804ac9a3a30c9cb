import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { COMMANDS } from '../commands/index.ts';
import { completionScript } from './index.ts';

/** Returns the words that bash offers after these. */
function offered(...words: string[]): string[] {
  const script = `${completionScript('bash', COMMANDS)}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}) COMP_CWORD=${words.length - 1}
_vox; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const output = execFileSync('bash', ['-c', script], { encoding: 'utf8' });
  return output.split('\n').filter((line) => line !== '');
}

describe('completion', () => {
  test('offers commands, their commands, their options and the values of those', () => {
    assert.deepEqual(offered('vox', 'tr'), ['transcribe']);
    assert.deepEqual(offered('vox', 'jobs', 'c'), ['cancel']);
    assert.deepEqual(offered('vox', 'jobs', 'list', '--st'), ['--status']);
    assert.deepEqual(offered('vox', 'say', '--format', 'm'), ['mp3']);
    assert.deepEqual(offered('vox', 'say', '--vo'), ['--voice']);
    assert.deepEqual(offered('vox', 'completion', 'z'), ['zsh']);
    assert.deepEqual(offered('vox', 'say', '--voice', ''), []);
  });

  test('knows every command in every shell', () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const script = completionScript(shell, COMMANDS);
      for (const { name } of COMMANDS) assert.match(script, new RegExp(`\\b${name}\\b`), `${shell}: ${name}`);
    }
  });

  test('is a valid script in the shells that are here', () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { error, status, stderr } = spawnSync(shell, ['-n'], {
        input: completionScript(shell, COMMANDS),
      });
      if (!error) assert.equal(status, 0, `${shell}: ${stderr}`);
    }
  });
});

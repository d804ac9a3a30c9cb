import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { COMMANDS } from './commands/index.ts';
import { parse } from './parse.ts';

function parsed(...argv: string[]) {
  const invocation = parse(COMMANDS, argv);
  assert.equal(invocation.kind, 'run');
  return invocation.kind === 'run' ? invocation : assert.fail();
}

describe('a command line', () => {
  test('has options before and after the command', () => {
    const { command, globals, options, args } = parsed(
      '--profile',
      'work',
      'say',
      'Hello',
      '-v',
      'am_adam',
      'you',
    );
    assert.equal(command.name, 'say');
    assert.deepEqual([globals.profile, options.voice, args], ['work', 'am_adam', ['Hello', 'you']]);
  });

  test('has numbers, choices and what is switched off', () => {
    const { options } = parsed('say', '--speed', '1.2', '--format=mp3', '--no-play', 'x');
    assert.deepEqual([options.speed, options.format, options.play], [1.2, 'mp3', false]);
  });

  test('may have words that look like options, after two dashes', () => {
    assert.deepEqual(parsed('say', '--', '-5', '--degrees').args, ['-5', '--degrees']);
  });

  test('without a subcommand means the first', () => {
    assert.equal(parsed('jobs').command.name, 'list');
    assert.equal(parsed('jobs', '--limit', '3').options.limit, 3);
    assert.equal(parsed('jobs', 'get', 'job_1').command.name, 'get');
  });

  test('that is wrong says what is wrong', () => {
    const wrong: [string[], RegExp][] = [
      [['sing'], /There is no command "sing"/],
      [['jobs', 'find'], /"vox jobs" has no command "find"/],
      [['jobs', 'get'], /JOB is missing/],
      [['jobs', 'get', 'a', 'b'], /"b" is one word too many/],
      [['say', '--speed', 'fast', 'x'], /--speed must be a number, not "fast"/],
      [['say', '--format', 'doc', 'x'], /--format must be one of wav, mp3/],
      [['say', '--loud', 'x'], /Unknown option '--loud'/],
      [['say', '--voice'], /Option '-v, --voice <value>' argument missing/],
    ];
    for (const [argv, message] of wrong)
      assert.throws(() => parse(COMMANDS, argv), { name: 'UsageError', message }, argv.join(' '));
  });

  test('may only ask for help', () => {
    assert.deepEqual(parse(COMMANDS, []), { kind: 'help', path: [] });
    assert.equal(parse(COMMANDS, ['jobs', 'wait', '--help']).kind, 'help');
    assert.equal(parse(COMMANDS, ['--version']).kind, 'version');
  });
});

describe('the table', () => {
  const all = (commands = COMMANDS): typeof COMMANDS =>
    commands.flatMap((command) => [command, ...all(command.subcommands ?? [])]);

  test('has one meaning for every letter and every name', () => {
    for (const { name, options = {} } of all()) {
      const letters = Object.values(options).flatMap(({ short }) => short ?? []);
      assert.equal(new Set([...letters, 'q', 'h']).size, letters.length + 2, name);
    }
    assert.equal(new Set(COMMANDS.map(({ name }) => name)).size, COMMANDS.length);
  });

  test('says what each thing is, in one way', () => {
    for (const { name, summary, options = {} } of all()) {
      assert.match(summary, /^[A-Z].*[^.]$/, name);
      for (const [flag, { description }] of Object.entries(options))
        assert.match(description, /^[A-Z1].*[^.]$/, `${name} --${flag}`);
    }
  });
});

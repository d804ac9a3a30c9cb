import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  DomainError,
  declaredErrors,
  domainError,
  domainErrors,
  fieldFault,
  internalError,
} from './errors.ts';

const NotReady = domainError('conflict', 'test_not_ready', 'Not ready. Try again.');
const TooLong = domainError('invalid', 'test_too_long', (limit: number) => `At most ${limit} characters.`);
const Busy = domainError('unavailable', 'test_busy', (retryAfterSeconds: number, cause?: unknown) => ({
  public: 'Busy.',
  retryAfterSeconds,
  cause,
}));
const Refused = domainErrors(
  'invalid',
  ['test_empty', 'test_broken'],
  (code, name: string) => `${name}: ${code}.`,
);
const Lost = internalError('conflict', 'test_lost', 'Lost.');
const Wrong = domainError('invalid', 'test_wrong', fieldFault);

class Declined extends domainError('payment_required', 'test_declined', 'Declined.') {
  readonly reason: string;

  constructor(reason: string) {
    super();
    this.reason = reason;
  }
}

const factsOf = ({ kind, code, public: sentence, detail, retryAfterSeconds, cause }: DomainError) => ({
  kind,
  code,
  sentence,
  ...(detail && { detail }),
  ...(retryAfterSeconds && { retryAfterSeconds }),
  ...(cause !== undefined && { cause }),
});

describe('a declared error', () => {
  test('have their code as name and as the type that the log shows, unless they are classes of their own', () => {
    assert.deepEqual([new NotReady().name, NotReady.name], ['test_not_ready', 'test_not_ready']);
    assert.deepEqual(
      [new Refused('test_broken', 'x').name, Refused.name],
      ['test_broken', 'test_empty|test_broken'],
    );
    assert.deepEqual([new Declined('poor').name, Declined.name], ['Declined', 'Declined']);
  });

  test('says its kind, its code and its sentence', () => {
    const facts = { kind: 'conflict', code: 'test_not_ready', sentence: 'Not ready. Try again.' };
    assert.deepEqual(factsOf(new NotReady()), facts);
    assert.equal(new NotReady().message, facts.sentence);
    assert.equal(new NotReady().name, 'test_not_ready', 'logs can tell it from others');
  });

  test('names the values that it is made with', () => {
    assert.equal(new TooLong(5).public, 'At most 5 characters.');
    assert.deepEqual(factsOf(new Busy(3, 'the queue is full')), {
      kind: 'unavailable',
      code: 'test_busy',
      sentence: 'Busy.',
      retryAfterSeconds: 3,
      cause: 'the queue is full',
    });
    assert.deepEqual(factsOf(new Wrong('name', 'is required')), {
      kind: 'invalid',
      code: 'test_wrong',
      sentence: 'name is required.',
      detail: [{ path: 'body.name', message: 'is required' }],
    });
  });

  test('is told from others by its class', () => {
    const error: DomainError = new NotReady();
    assert.ok(error instanceof NotReady && error instanceof DomainError && error instanceof Error);
    assert.ok(!(error instanceof TooLong));
  });

  test('takes the code first if it has several', () => {
    assert.deepEqual(factsOf(new Refused('test_broken', 'a.wav')), {
      kind: 'invalid',
      code: 'test_broken',
      sentence: 'a.wav: test_broken.',
    });
  });

  test('can be a class with fields of its own', () => {
    const declined = new Declined('insufficient_funds');
    assert.deepEqual(
      [declined.code, declined.reason, declined.name],
      ['test_declined', 'insufficient_funds', 'Declined'],
    );
  });

  test('is listed with every code, unless it is internal', () => {
    assert.equal(new Lost().code, 'test_lost');
    const codes = declaredErrors.map(({ code }) => code).filter((code) => code.startsWith('test_'));
    assert.deepEqual(codes, [
      'test_not_ready',
      'test_too_long',
      'test_busy',
      'test_empty',
      'test_broken',
      'test_wrong',
      'test_declined',
    ]);
  });
});

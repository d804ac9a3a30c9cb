import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { tidyDocument } from './tidy-document.ts';

const job = (description?: string) => ({
  type: 'object',
  title: 'Job',
  properties: { id: { type: 'string' } },
  ...(description && { description }),
});

describe('the document', () => {
  test('has a schema with a title once, and its description where it is used', () => {
    const given: Parameters<typeof tidyDocument>[0] = {
      paths: { '/a': job('The first.'), '/b': { items: job() } },
    };
    const document = tidyDocument(given);
    const $ref = '#/components/schemas/Job';
    assert.deepEqual(document.paths, {
      '/a': { description: 'The first.', $ref },
      '/b': { items: { $ref } },
    });
    assert.deepEqual(document.components, { schemas: { Job: job() } });
  });

  test('refuses two different schemas with one title', () => {
    const other = { ...job(), properties: {} };
    assert.throws(() => tidyDocument({ paths: { '/a': job(), '/b': other } }), /titled Job/);
  });

  test('does not require a query parameter that has a default', () => {
    const parameter = {
      in: 'query',
      name: 'limit',
      required: true,
      schema: { type: 'integer', default: 20 },
    };
    const { paths } = tidyDocument({ paths: { '/a': { get: { parameters: [parameter] } } } });
    assert.deepEqual(paths, { '/a': { get: { parameters: [{ ...parameter, required: false }] } } });
  });
});

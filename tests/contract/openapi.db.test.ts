import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type OpenApiDocument, type Operation, operationsOf, readDocument } from '../support/operations.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const BODYLESS = new Set(['GET', 'HEAD']);

const EVENTS = [
  'auto_top_up.failed',
  'batch.completed',
  'clone.failed',
  'clone.ready',
  'conversation.ended',
  'design.failed',
  'design.ready',
  'dub.completed',
  'dub.failed',
  'inference.completed',
  'inference.failed',
  'listing.price_changed',
  'listing.taken_down',
  'listing.unlisted',
  'usage.alert',
  'video.completed',
  'video.failed',
  'webhook.test',
];

describe('the OpenAPI 3.1 document', () => {
  let service: TestService;
  let document: OpenApiDocument;
  let operations: Operation[];
  before(async () => {
    service = await openTestService();
    document = await readDocument(service);
    operations = operationsOf(document);
  });
  after(() => service.close());

  test('the schemas of every route compile', () => {
    service.app.compileSchemas();
  });

  test('every operation has a summary, one tag, its security and a unique id', () => {
    assert.ok(operations.length >= 25);
    const schemes = Object.keys(document.components?.securitySchemes ?? {});
    for (const { name, summary, tags, security, operationId } of operations) {
      assert.ok(summary && tags?.length === 1 && operationId, name);
      assert.ok(Array.isArray(security), `${name} does not say whether it is public`);
      for (const way of security)
        for (const scheme of Object.keys(way)) assert.ok(schemes.includes(scheme), name);
    }
    assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
  });

  test('every operation describes its success and its errors, which share one schema', () => {
    for (const { name, responses, security } of operations) {
      const statuses = Object.keys(responses);
      assert.ok(
        statuses.every((status) => /^(?:101|[2-5]\d\d)$/.test(status)),
        `${name}: ${statuses}`,
      );
      assert.ok(
        statuses.some((status) => status === '101' || status.startsWith('2')),
        `${name} never succeeds`,
      );
      const expected = security?.length ? ['400', '401', '429'] : ['400', '429'];
      for (const status of expected) assert.ok(statuses.includes(status), `${name} lacks ${status}`);
      for (const [status, { description, content }] of Object.entries(responses)) {
        assert.ok(description, `${name} ${status} has no description`);
        if (!status.startsWith('4')) continue;
        const required = content?.['application/json']?.schema?.required;
        assert.deepEqual(required, ['error', 'code', 'request_id'], `${name} ${status}`);
      }
    }
  });

  test('path parameters are declared, and GET and HEAD have no body', () => {
    for (const { name, path, method, parameters = [], requestBody } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const declared = parameters.filter((one) => one.in === 'path');
      assert.deepEqual(declared.map((one) => one.name).sort(), inPath.sort(), name);
      assert.ok(
        declared.every((one) => one.required === true),
        name,
      );
      assert.equal(new Set(parameters.map((one) => `${one.in} ${one.name}`)).size, parameters.length, name);
      assert.ok(
        parameters.every((one) => one.schema),
        name,
      );
      const forced = parameters.filter((one) => one.required && one.schema.default !== undefined);
      assert.deepEqual(forced, [], `${name} requires a parameter that has a default`);
      if (BODYLESS.has(method)) assert.equal(requestBody, undefined, name);
    }
  });

  test('operations that spend or create for a key document the Idempotency-Key', () => {
    const documented = operations
      .filter(({ parameters = [] }) => parameters.some((one) => one.name === 'Idempotency-Key'))
      .map(({ name }) => name);
    for (const name of ['POST /api/v1/tts', 'POST /api/v1/generate/batch', 'POST /api/billing/topup'])
      assert.ok(documented.includes(name), name);
    assert.ok(documented.every((name) => name.startsWith('POST ')));
  });

  test('every webhook event is documented, with a valid schema', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const events = Object.entries(document.webhooks ?? {});
    assert.deepEqual(events.map(([event]) => event).sort(), EVENTS);
    for (const [event, { post }] of events) {
      const schema = post?.requestBody?.content['application/json']?.schema;
      assert.ok(schema && ajv.validateSchema(schema), event);
    }
  });

  test('every schema is valid JSON Schema 2020-12 without dangling references', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const compiler = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });
    for (const [name, schema] of Object.entries(document.components?.schemas ?? {}))
      assert.ok(ajv.validateSchema(schema), `${name}: ${ajv.errorsText()}`);
    // Many operations share a schema, such as that of errors.
    const seen = new Set<string>();
    for (const { name, parameters = [], requestBody, responses } of operations) {
      const media = [requestBody, ...Object.values(responses)].flatMap((part) =>
        Object.values(part?.content ?? {}).map(({ schema }) => schema),
      );
      for (const schema of [...media, ...parameters.map((one) => one.schema)]) {
        const written = JSON.stringify(schema);
        if (!schema || seen.has(written)) continue;
        seen.add(written);
        assert.ok(ajv.validateSchema(schema), `${name}: ${ajv.errorsText()}`);
        assert.doesNotThrow(() => compiler.compile({ ...schema, components: document.components }), name);
      }
    }
  });
});

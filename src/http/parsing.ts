import { Ajv, type Options } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../platform/errors.ts';

class NulCharacter extends DomainError {
  constructor() {
    super({
      kind: 'invalid',
      code: 'invalid_request',
      public: 'The NUL character is not allowed in any value.',
    });
  }
}

/** Bodies are taken as they are; only what arrives as text anyway (query, path, headers) is coerced. */
export function installParsing(app: FastifyInstance): void {
  installJsonParser(app);
  const strict = createAjv({ coerceTypes: false });
  // Otherwise `limit=Infinity`, once coerced, would count as no number and slip past its maximum.
  const coercing = createAjv({ coerceTypes: 'array', strictNumbers: false });
  app.setValidatorCompiler(({ schema, httpPart }) =>
    (httpPart === 'body' ? strict : coercing).compile(schema),
  );
  app.addHook('preValidation', async (request) => {
    // PostgreSQL cannot store NUL in text; refused here so that no query ever meets one.
    refuseNul([request.params, request.query]);
  });
}

function createAjv(options: Options): Ajv {
  const ajv = new Ajv({ useDefaults: true, removeAdditional: false, allErrors: false, ...options });
  ajv.addKeyword('example');
  // The CommonJS build of the package hides its function behind `default` under Node's module rules.
  (addFormats as unknown as { default: typeof addFormats.default }).default(ajv);
  return ajv;
}

function installJsonParser(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  // No route reads plain text: without its parser the answer names the media type, not a missing object.
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Many clients send the header on every call, also with nothing behind it.
    if (body === '') return done(null, undefined);
    void parseJson(request, body as string, (error, value) => {
      if (error) return done(error);
      if (body.includes('\\u0000') && holdsNul(value)) return done(new NulCharacter());
      done(null, value);
    });
  });
}

/** For what is parsed elsewhere: the fields of a form, lines of JSON. */
export function refuseNul(value: unknown): void {
  if (holdsNul(value)) throw new NulCharacter();
}

function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (value === null || typeof value !== 'object') return false;
  return Object.entries(value).some(([name, item]) => name.includes('\0') || holdsNul(item));
}

import { Ajv, type Options } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import { refuseTooManyValues, refuseUnusableText } from './unusable-text.ts';

/** Coerces only what always arrives as text: query, path and headers. Bodies must have the right types. */
export function installParsing(app: FastifyInstance): void {
  installJsonParser(app);
  const strict = createAjv({ coerceTypes: false });
  // With strict numbers, `limit=Infinity` would not count as a number once coerced, and would bypass its maximum.
  const coercing = createAjv({ coerceTypes: 'array', strictNumbers: false });
  app.setValidatorCompiler(({ schema, httpPart }) =>
    (httpPart === 'body' ? strict : coercing).compile(schema),
  );
  app.addHook('preValidation', async (request) => {
    refuseUnusableText([request.params, request.query]);
  });
}

function createAjv(options: Options): Ajv {
  const ajv = new Ajv({ useDefaults: true, removeAdditional: false, allErrors: false, ...options });
  ajv.addKeyword('example');
  // The package is CommonJS: in Node's ES modules its function is under `default`.
  (addFormats as unknown as { default: typeof addFormats.default }).default(ajv);
  return ajv;
}

function installJsonParser(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  // No route reads plain text. Without its parser the error names the media type instead of a missing object.
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Many clients send the Content-Type on every call, even without a body.
    if (body === '') return done(null, undefined);
    try {
      refuseTooManyValues(body as string);
    } catch (refusal) {
      return done(refusal as Error);
    }
    void parseJson(request, body as string, (error, value) => {
      if (error) return done(error);
      try {
        refuseUnusableText(value);
      } catch (refusal) {
        return done(refusal as Error);
      }
      done(null, value);
    });
  });
}

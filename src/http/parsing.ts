import { Ajv, type Options } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import { refuseTooManyValues, refuseUnusableText } from './unusable-text.ts';

/** Bodies are validated as they are; only what always arrives as text (query, path, headers) is coerced. */
export function installParsing(app: FastifyInstance): void {
  installJsonParser(app);
  const strict = createAjv({ coerceTypes: false });
  // Otherwise `limit=Infinity`, once coerced, would count as no number and slip past its maximum.
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

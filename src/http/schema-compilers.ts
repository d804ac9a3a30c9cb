import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import { Ajv, type Options, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';

type Validate = { (data: unknown): boolean; errors?: ValidateFunction['errors'] };

declare module 'fastify' {
  interface FastifyInstance {
    /** Compiles the schemas that no request has needed yet, and throws if one is wrong. */
    compileSchemas(): void;
  }
}

/**
 * Schemas are compiled when a request first needs them: most answers of most routes are never sent, and compiling them
 * all took most of the time to start.
 *
 * Bodies are validated as they are; only what always arrives as text (query, path, headers) is coerced.
 */
export function installSchemaCompilers(app: FastifyInstance): void {
  const compilations: (() => unknown)[] = [];
  const later = <T>(compile: () => T): (() => T) => {
    let compiled: T | undefined;
    const compileOnce = () => {
      compiled ??= compile();
      return compiled;
    };
    compilations.push(compileOnce);
    return compileOnce;
  };

  const strict = later(() => createAjv({ coerceTypes: false }));
  // Otherwise `limit=Infinity`, once coerced, would count as no number and slip past its maximum.
  const coercing = later(() => createAjv({ coerceTypes: 'array', strictNumbers: false }));
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const compiled = later(() => (httpPart === 'body' ? strict() : coercing()).compile(schema as object));
    const validate: Validate = (data) => {
      const isValid = compiled()(data);
      validate.errors = compiled().errors;
      return isValid;
    };
    return validate as never;
  });

  const compileSerializer = SerializerSelector()({}, {});
  app.setSerializerCompiler((route) => {
    const compiled = later(() => compileSerializer({ ...route, httpStatus: `${route.httpStatus}` }));
    return (data) => compiled()(data);
  });

  app.decorate('compileSchemas', () => {
    for (const compile of compilations) compile();
  });
}

function createAjv(options: Options): Ajv {
  const ajv = new Ajv({ useDefaults: true, removeAdditional: false, allErrors: false, ...options });
  ajv.addKeyword('example');
  // The CommonJS build of the package hides its function behind `default` under Node's module rules.
  (addFormats as unknown as { default: typeof addFormats.default }).default(ajv);
  return ajv;
}

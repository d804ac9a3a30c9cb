import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import { Ajv, type Options, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import { ownTurn } from '../platform/event-loop.ts';

type Validate = { (data: unknown): boolean; errors?: ValidateFunction['errors'] };

declare module 'fastify' {
  interface FastifyInstance {
    /** Compiles the schemas that no request has needed yet. Throws if one is invalid. */
    compileSchemas(): void;
    /** The same, each in a turn of its own, so that no request has to wait for its schemas. */
    warmSchemas(): Promise<void>;
  }
}

/**
 * Compiles a schema when a request first needs it: most responses of most routes are never sent, and compiling all schemas
 * took most of the startup time.
 *
 * Coerces only what always arrives as text: query, path and headers. Bodies must have the right types.
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
  // With strict numbers, `limit=Infinity` would not count as a number once coerced, and would bypass its maximum.
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
  app.decorate('warmSchemas', async () => {
    for (const compile of compilations) {
      await ownTurn();
      compile();
    }
  });
}

function createAjv(options: Options): Ajv {
  const ajv = new Ajv({ useDefaults: true, removeAdditional: false, allErrors: false, ...options });
  ajv.addKeyword('example');
  // The package is CommonJS: in Node's ES modules its function is under `default`.
  (addFormats as unknown as { default: typeof addFormats.default }).default(ajv);
  return ajv;
}

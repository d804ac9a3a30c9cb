import { hostname } from 'node:os';
import type { OtlpConfig } from '../config/index.ts';
import { encodeAttributes } from './attributes.ts';

export type Role = { role: 'server' | 'worker'; version: string };

/** Which process tells it. */
export function encodeResource({ serviceName }: OtlpConfig, { role, version }: Role): object {
  return {
    attributes: encodeAttributes({
      'service.name': serviceName,
      'service.version': version,
      'host.name': hostname(),
      'process.pid': process.pid,
      'vox.role': role,
    }),
  };
}

/** The parts of the program that tell it are not told apart. */
export const SCOPE = { name: 'vox-humana' };

/** The parts of the local S3 server that the tests use; the package brings no types. */
declare module '@20minutes/s3rver' {
  import type { IncomingMessage } from 'node:http';

  export default class S3rver {
    /** Koa middleware, in the order in which it sees a request. */
    middleware: ((context: { req: IncomingMessage; status: number }, next: () => Promise<void>) => unknown)[];
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      vhostBuckets: boolean;
      allowMismatchedSignatures: boolean;
      configureBuckets: { name: string }[];
    });
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}

import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { OutboundFailed } from './errors.ts';
import { isPublicAddress } from './judge-address.ts';
import { refuseAddress } from './judge-url.ts';

/** Calls back with an error, with one address, or with all of them if `options.all` is set. */
export type Lookup = LookupFunction;

type Connector = ReturnType<typeof buildConnector>;

/** One private address among public ones is enough to refuse the name: a retry might pick it. */
export function guardLookup(lookup: Lookup): Lookup {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, answer) => {
      const addresses = Array.isArray(answer) ? answer : [];
      const refused = addresses.find(({ address }) => !isPublicAddress(address));
      const [first] = addresses;
      if (error) callback(error, '');
      else if (refused) callback(refuseAddress(refused.address), '');
      else if (!first) callback(new OutboundFailed('outbound_unreachable', 'the name has no address'), '');
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** The connected peer is checked last, whatever the name resolved to: it is who would receive the request. */
export function guardPeer(connect: Connector): Connector {
  return (options, callback) => {
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      if (isPublicAddress(socket.remoteAddress ?? '')) return callback(null, socket);
      socket.destroy();
      callback(refuseAddress(socket.remoteAddress), null);
    });
  };
}

export function createConnector(options: {
  letThrough: boolean;
  timeoutMs: number;
  lookup: Lookup | undefined;
  /** Destroys a connection that is still being made, which the client itself would leave to its timeout. */
  signal: AbortSignal;
}): Connector {
  const { letThrough, timeoutMs: timeout, signal } = options;
  const lookup = options.lookup ?? (systemLookup as Lookup);
  // Nothing that a host chooses may make it talk HTTP/2.
  const common = { timeout, signal, allowH2: false };
  if (letThrough) return buildConnector({ ...common, lookup });
  return guardPeer(buildConnector({ ...common, lookup: guardLookup(lookup) }));
}

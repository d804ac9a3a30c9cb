import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createServer } from 'node:tls';

/** The certificate is for localhost. It is signed by itself and known only to these tests. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIURkFCMsL/Ffpd+6KX6Ms/KWLo/BcwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExNzA2NTYzMFoYDzIxMjYxMDI0
MDY1NjMwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATCbUt2zFDM12NpTHbb1BNed9Z6bOg8WT4i93DEnC/krf8TVllPgxwH
n+6Yl1ujiHaAtV+INw+OL5M8SpLstK3Bo28wbTAdBgNVHQ4EFgQUZjRtpnY8zmkg
xNaCD6OnomWuNnkwHwYDVR0jBBgwFoAUZjRtpnY8zmkgxNaCD6OnomWuNnkwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgBVCysngXeGvQPDT+2s8DGtXwIeWzThT9dxEOopnWb70CIQDa
b6qfb9VJp3AUg6Aqj7/fZMjWJvD4bzOwvpNGVwXs8Q==
-----END CERTIFICATE-----`;

const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgTDUQ1dYiT2/34xIW
4JietXRE9Aa2vWB0pUfl5jKGRVihRANCAATCbUt2zFDM12NpTHbb1BNed9Z6bOg8
WT4i93DEnC/krf8TVllPgxwHn+6Yl1ujiHaAtV+INw+OL5M8SpLstK3B
-----END PRIVATE KEY-----`;

/** Ends TLS in front of a port, as a proxy does for a server on the internet. */
export async function openTlsFront(port: number): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer({ cert: CERTIFICATE, key: KEY }, (socket) => {
    const inner = connect(port, '127.0.0.1');
    socket.pipe(inner).pipe(socket);
    socket.on('error', () => inner.destroy()).on('close', () => inner.destroy());
    inner.on('error', () => socket.destroy()).on('close', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:tls';
import { expect, it } from '@jest/globals';
import { selfMadeCertificate } from './self-made-certificate.js';

const DAY_MS = 86_400_000;

it('a certificate of our own names its host, is valid for a year, and is signed by its own key', async () => {
  const { key, cert } = await selfMadeCertificate('mx.mailroom.test');
  const certificate = new X509Certificate(cert);
  expect(certificate.subject).toBe('CN=mx.mailroom.test');
  expect(certificate.checkHost('mx.mailroom.test')).toBe('mx.mailroom.test');
  expect(certificate.checkPrivateKey(createPrivateKey(key.toString()))).toBe(true);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  const days = [certificate.validFrom, certificate.validTo].map((time) => (Date.parse(time) - Date.now()) / DAY_MS);
  expect(days[0]).toBeLessThanOrEqual(0);
  expect(days[1]).toBeGreaterThan(364);
  expect((await selfMadeCertificate('mx.mailroom.test')).cert).not.toBe(cert);
});

it.each(['a'.repeat(20), `${'long.'.repeat(40)}mailroom.test`])(
  'a client that trusts it speaks to %s',
  async (host) => {
    const { key, cert } = await selfMadeCertificate(host);
    const server = createServer({ key, cert }, (socket) => socket.end('hello'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect({
      port: (server.address() as AddressInfo).port,
      host: '127.0.0.1',
      ca: cert,
      servername: host,
    });
    await once(socket, 'secureConnect');
    expect(socket.authorized).toBe(true);
    socket.destroy();
    server.close();
  },
);

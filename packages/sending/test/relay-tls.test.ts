import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { generate, type SubjectAltNameEntry } from 'selfsigned';
import { SMTPServer } from 'smtp-server';
import { startOutbound, type OutboundTest } from './outbound-fixture.js';

let outbound: OutboundTest;
beforeAll(async () => {
  outbound = await startOutbound();
});
afterEach(() => outbound.afterEach());
afterAll(() => outbound.sending.close());

/** A smarthost with TLS from the first byte that accepts one password; its certificate lies in `certificateFile`. */
async function smarthost(altName: SubjectAltNameEntry) {
  const extensions = [{ name: 'subjectAltName' as const, altNames: [altName] }];
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'x' }], { keyType: 'rsa', extensions });
  const users: unknown[] = [];
  const server = new SMTPServer({
    key,
    cert,
    secure: true,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'user' && password === 'secret' ? done(null, { user: username }) : done(new Error('no')),
    onData: (stream, session, done) => {
      users.push(session.user);
      stream.resume().on('end', () => done());
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  outbound.cleanUp.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const certificateFile = join(outbound.sending.directory, 'certificate.pem');
  await writeFile(certificateFile, cert);
  return { port: (server.server.address() as AddressInfo).port, users, certificateFile };
}

describe('a smarthost behind smtps://', () => {
  it('that shows a certificate which is trusted gets the message, from the user of the URL', async () => {
    const { port, users, certificateFile } = await smarthost({ type: 7, ip: '127.0.0.1' });
    const emailId = await outbound.send();
    outbound.spawnWorker(`smtps://user:secret@127.0.0.1:${port}`, { NODE_EXTRA_CA_CERTS: certificateFile });
    await outbound.reaches(emailId, 'sent');
    expect(users).toEqual(['user']);
  });

  it('that refuses the password has not refused the message for good', async () => {
    const { port, users, certificateFile } = await smarthost({ type: 7, ip: '127.0.0.1' });
    const emailId = await outbound.send();
    outbound.spawnWorker(`smtps://user:wrong@127.0.0.1:${port}`, { NODE_EXTRA_CA_CERTS: certificateFile });
    await outbound.reaches(emailId, 'retry');
    const { errorMessage } = await outbound.sending.email(emailId);
    expect(errorMessage).toMatch(/^535/);
    expect(errorMessage).not.toContain('wrong');
    expect(users).toEqual([]);
  });

  it('whose trusted certificate names another host gets neither message nor password', async () => {
    const { port, users, certificateFile } = await smarthost({ type: 2, value: 'other.test' });
    const emailId = await outbound.send();
    outbound.spawnWorker(`smtps://user:secret@127.0.0.1:${port}`, { NODE_EXTRA_CA_CERTS: certificateFile });
    await outbound.reaches(emailId, 'retry');
    expect(users).toEqual([]);
  });
});

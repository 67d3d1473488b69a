import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import { generate } from 'selfsigned';
import { startOwnMailroom, type Mailroom } from './mailroom-fixture.js';

let folder: string;
let mailroom: Mailroom;
const keyFile = () => join(folder, 'mx.key');
const certFile = () => join(folder, 'mx.crt');

/** Each file is replaced as a whole. */
async function install(name: string): Promise<void> {
  const made = await generate([{ name: 'commonName', value: name }]);
  for (const [file, text] of [[keyFile(), made.private] as const, [certFile(), made.cert] as const]) {
    await writeFile(`${file}.new`, text);
    await rename(`${file}.new`, file);
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-certificate-'));
  await install('first.test');
  mailroom = await startOwnMailroom(
    { SMTP_TLS_KEY_FILE: keyFile(), SMTP_TLS_CERT_FILE: certFile() },
    { apps: ['mailbox-api', 'smtp-ingest'] },
  );
});
afterAll(async () => {
  await mailroom.close();
  await rm(folder, { recursive: true });
});

/** The name in the certificate that STARTTLS shows to a new client. */
async function shownName(): Promise<unknown> {
  const socket = connect(mailroom.smtpPort, '127.0.0.1');
  for (const command of ['EHLO client.example', 'STARTTLS']) {
    await once(socket, 'data');
    socket.write(`${command}\r\n`);
  }
  await once(socket, 'data');
  const secure = connectTls({ socket, rejectUnauthorized: false });
  await once(secure, 'secureConnect');
  const { CN } = secure.getPeerCertificate().subject;
  secure.destroy();
  return CN;
}

it('a renewed certificate is shown without a restart', async () => {
  expect(await shownName()).toBe('first.test');
  await install('second.test');
  await until(async () => (await shownName()) === 'second.test', { what: 'the new certificate' });
});

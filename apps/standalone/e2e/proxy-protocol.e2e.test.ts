import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTokenText } from '@mailroom/identity';
import nodemailer from 'nodemailer';
import { startOwnMailroom, type Mailroom } from './mailroom-fixture.js';

const BALANCER = '127.0.0.9';
let mailroom: Mailroom;

beforeAll(async () => {
  mailroom = await startOwnMailroom({
    SMTP_PROXY_PROTOCOL_FROM: BALANCER,
    HTTP_PROXY_PROTOCOL_FROM: `${BALANCER}/32`,
    RATE_LIMIT_RPS: '1000',
  });
});
afterAll(() => mailroom.close());

/** A connection as a TCP load balancer passes it on from this client. */
function throughBalancer(port: number, client: string) {
  const socket = connect({ port, host: '127.0.0.1', localAddress: BALANCER });
  socket.write(`PROXY TCP4 ${client} 192.0.2.1 4423 25\r\n`);
  return socket;
}

/** The status of a request with a token that could be real. */
async function guess(client: string): Promise<number> {
  const url = new URL(`${mailroom.apiUrls[0]}/api/agent/v1/me`);
  const headers = { authorization: `Bearer ${createTokenText('mrt_')}` };
  return new Promise((resolve, reject) => {
    const createConnection = () => throughBalancer(Number(url.port), client);
    request(url, { headers, createConnection }, (response) => {
      resolve(response.resume().statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

describe('behind a TCP load balancer', () => {
  it('mail is that of its client', async () => {
    const { address, api } = await mailroom.mailbox();
    const transport = nodemailer.createTransport({
      connection: throughBalancer(mailroom.smtpPort, '203.0.113.7'),
      ignoreTLS: true,
    });
    await transport.sendMail({ from: 'ada@example.com', to: address, subject: 'through', text: 'hello' });
    const { id } = await mailroom.received(api, 'through');
    const raw = await fetch(`${api.baseUrl}/api/agent/v1/emails/${id}/raw`, {
      headers: { authorization: `Bearer ${api.token}` },
    });
    expect(await raw.text()).toMatch(/^Received: from \S+ \(\[203\.0\.113\.7\]\)/m);
  });

  it('each client has to wait for its own guesses alone', async () => {
    for (let count = 0; count < 100; count += 20) {
      await Promise.all(Array.from({ length: 20 }, () => guess('203.0.113.9')));
    }
    expect(await guess('203.0.113.9')).toBe(429);
    expect(await guess('198.51.100.1')).toBe(401);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { HostedClient } from './hosted-client.js';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';
import {
  CHALLENGE,
  ethersWallet,
  SESSIONS,
  signedChallenge,
  VERIFY,
  viemWallet,
  type Signer,
} from './wallet-fixture.js';

let mailroom: Mailroom;
beforeAll(async () => {
  mailroom = await startMailroom();
});
afterAll(() => mailroom.close());

const post = (path: string, body: unknown) => new HostedClient(mailroom.baseUrl).call('POST', path, body);

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

function highS(signature: string): string {
  const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), signature.slice(130)];
  return `0x${r}${(ORDER - BigInt(`0x${s}`)).toString(16).padStart(64, '0')}${v === '1b' ? '1c' : '1b'}`;
}

type Change = (message: string) => string;
const line = (name: string, value: string): Change => {
  return (message) => message.replace(new RegExp(`^${name}: .*$`, 'm'), `${name}: ${value}`);
};

/** Texts that the wallet really signed, and that are not the one that was issued. */
const texts: [string, Change][] = [
  ['for another domain', (message) => message.replace(/^\S+/, 'evil.example')],
  ['for another address of the service', line('URI', 'https://evil.example/x')],
  ['for another chain', line('Chain ID', '1337')],
  ['of another version', line('Version', '2')],
  ['with another time of expiry', line('Expiration Time', '2126-01-01T00:00:00.000Z')],
  ['with a time of issue to come', line('Issued At', '2126-01-01T00:00:00.000Z')],
  ['with a time before which it is not valid', (message) => `${message}\nNot Before: 2126-01-01T00:00:00.000Z`],
  ['with another nonce', line('Nonce', 'f'.repeat(32))],
  ['with a nonce of another form', line('Nonce', 'abcdef1234567890')],
  ['without a nonce', (message) => message.replace(/\nNonce: .*/, '')],
  ['with the address in lower case', (message) => message.replace(/0x[0-9a-fA-F]{40}/, (found) => found.toLowerCase())],
  ['with another statement', (message) => message.replace('Sign in to Mailroom.', 'Sign in.')],
  ['with line ends of another kind', (message) => message.replaceAll('\n', '\r\n')],
  ['with a line end at its end', (message) => `${message}\n`],
  ['with a space in front', (message) => ` ${message}`],
  ['with resources', (message) => `${message}\nResources:\n- https://evil.example`],
  ['that is empty', () => ''],
  ['that is anything', () => 'I am the owner.'],
];

/** What is no signature of the wallet for the text that was issued. */
const signatures: [string, (signature: string, message: string) => Promise<string> | string][] = [
  ['empty', () => '0x'],
  ['a mock', () => `0x${'de'.repeat(65)}`],
  ['that of another wallet', (_, message) => viemWallet().sign(message)],
  ['in the form with the high s', (signature) => highS(signature)],
  ['a byte too long', (signature) => `${signature}00`],
  ['cut', (signature) => signature.slice(0, -2)],
];

describe('POST /v2/auth/siwe/verify', () => {
  async function refusesAndStaysOpen(wallet: Signer, change: { message?: string; signature?: string }) {
    const signed = await signedChallenge(mailroom.baseUrl, wallet);
    const { status, body } = await post(VERIFY, { ...signed, ...change });
    expect([status, body]).toEqual([
      401,
      { error: 'invalid_siwe', message: expect.any(String), fix: expect.any(String), request_id: expect.any(String) },
    ]);
  }

  it.each(texts)('refuses a signed text %s, and the challenge stays open', async (_, change) => {
    const wallet = ethersWallet();
    const signed = await signedChallenge(mailroom.baseUrl, wallet);
    const message = change(signed.message);
    expect(message).not.toBe(signed.message);
    const { status, body } = await post(VERIFY, { message, signature: await wallet.sign(message) });
    expect([status, body.error]).toEqual([401, 'invalid_siwe']);
    expect((await post(VERIFY, signed)).status).toBe(200);
  });

  it.each(signatures)('refuses a signature that is %s, and the challenge stays open', async (_, change) => {
    const wallet = viemWallet();
    const signed = await signedChallenge(mailroom.baseUrl, wallet);
    const signature = await change(signed.signature, signed.message);
    const { status, body } = await post(VERIFY, { ...signed, signature });
    expect([status, body.error]).toEqual([401, 'invalid_siwe']);
    expect((await post(VERIFY, signed)).status).toBe(200);
  });

  it('says in plain JSON what was refused, and what to do', async () => {
    await refusesAndStaysOpen(ethersWallet(), { signature: '0x00' });
  });

  it('refuses a challenge that let in once, and one that was issued to another wallet', async () => {
    const wallet = ethersWallet();
    const signed = await signedChallenge(mailroom.baseUrl, wallet);
    expect((await post(VERIFY, signed)).status).toBe(200);
    expect((await post(VERIFY, signed)).body).toMatchObject({ error: 'invalid_siwe' });
    const other = await signedChallenge(mailroom.baseUrl, viemWallet());
    expect((await post(VERIFY, { message: other.message, signature: await wallet.sign(other.message) })).status).toBe(
      401,
    );
  });

  it('refuses a challenge that is over by the clock of the database, whatever its text says', async () => {
    const signed = await signedChallenge(mailroom.baseUrl, ethersWallet());
    const nonce = /^Nonce: (.*)$/m.exec(signed.message)?.[1];
    const database = new Database({ url: mailroom.databaseUrl, poolSize: 1 });
    await database.query(statement('test-late', 'update siwe_challenge set expires_at = now() where nonce = $1'), [
      nonce,
    ]);
    await database.close();
    expect(await post(VERIFY, signed)).toMatchObject({
      status: 401,
      body: { error: 'invalid_siwe', message: 'The challenge has expired.' },
    });
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['no message', { signature: '0x' }],
    ['no signature', { message: 'x' }],
    ['a signature that is not hexadecimal', { message: 'x', signature: 'signed, Ada' }],
    ['half a byte', { message: 'x', signature: '0x0' }],
    ['a number', { message: 'x', signature: 17 }],
    ['a message that is too long', { message: 'x'.repeat(4_097), signature: '0x' }],
    ['a signature that is too long', { message: 'x', signature: `0x${'0'.repeat(32_768)}` }],
    ['a field too many', { message: 'x', signature: '0x', chain: 1 }],
    ['a list', []],
  ])('answers 400 to %s', async (_, body) => {
    expect(await post(VERIFY, body)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  it('reads no more than 64 KiB of anybody', async () => {
    expect((await post(VERIFY, { message: 'x'.repeat(70_000), signature: '0x' })).status).toBe(413);
  });
});

describe('POST /v2/auth/siwe/challenge', () => {
  it.each<[string, unknown]>([
    ['nothing', {}],
    ['an address with a wrong checksum', { wallet_address: '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }],
    ['an address that is too short', { wallet_address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1bea' }],
    ['a name', { wallet_address: 'ada.eth' }],
    ['lines', { wallet_address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1be\nURI' }],
    ['null', { wallet_address: null }],
    ['a list', { wallet_address: ['0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'] }],
    ['another name', { address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed' }],
  ])('answers 400 to %s, and names the field', async (_, body) => {
    const answer = await post(CHALLENGE, body);
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request', errors: expect.any(Array) } });
  });

  it('gives every challenge another nonce, and nobody on the way may keep it', async () => {
    const wallet_address = ethersWallet().address;
    const answers = await Promise.all([1, 2, 3].map(() => post(CHALLENGE, { wallet_address })));
    expect(new Set(answers.map(({ body }) => body.nonce)).size).toBe(3);
    expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(Array(3).fill('no-store'));
  });
});

describe('the routes of sessions', () => {
  it.each([
    ['0', 400],
    ['x', 400],
    ['999999999999', 404],
    ['%00', 400],
    ['1%20or%201', 400],
  ])('answer DELETE %s with %i', async (id, status) => {
    const signed = await signedChallenge(mailroom.baseUrl, ethersWallet());
    const { access_token } = (await post(VERIFY, signed)).body;
    const client = new HostedClient(mailroom.baseUrl, access_token);
    expect((await client.call('DELETE', `${SESSIONS}/${id}`)).status).toBe(status);
  });
});

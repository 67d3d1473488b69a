import { afterEach, describe, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import { hashMessage, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { SIGNER_RECOVERY_DEFAULTS, SignerRecovery } from '../src/recovery/signer-recovery.js';

const open: SignerRecovery[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((recovery) => recovery.close()));
});

function start(options: { maxWaiting?: number; idleMs?: number; workerUrl?: URL } = {}): SignerRecovery {
  const recovery = new SignerRecovery({ ...SIGNER_RECOVERY_DEFAULTS, ...options });
  open.push(recovery);
  return recovery;
}

const script = (text: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads';
      parentPort.on('message', ({ id, hash }) => { ${text} });
      parentPort.postMessage('ready');`)}`,
  );
/** A worker whose answers are known from those that are worked out here. */
const THREAD = script(`parentPort.postMessage({ id, signer: 'the thread' });`);

async function signed(text: string) {
  const account = privateKeyToAccount(generatePrivateKey());
  const hash = hashMessage(text);
  return { job: { hash, signature: await account.sign({ hash }) }, signer: account.address.toLowerCase() };
}
const NOBODYS = { hash: hashMessage('text'), signature: `0x${'de'.repeat(65)}` as Hex };

describe('the signers of messages', () => {
  it('are told apart, each for its own signature, however many are asked for at once', async () => {
    const recovery = start();
    const known = await Promise.all(Array.from({ length: 100 }, (_, n) => signed(`text ${n}`)));
    for (let round = 0; round < 3; round += 1) {
      const found = await Promise.all(known.map(({ job }) => recovery.signerOf(job)));
      expect(found).toEqual(known.map(({ signer }) => signer));
      expect(await recovery.signerOf(NOBODYS)).toBeNull();
    }
  });

  it('are found by a thread once it is there, and here until then', async () => {
    const recovery = start({ workerUrl: THREAD });
    const { job, signer } = await signed('text');
    expect(await recovery.signerOf(job)).toBe(signer);
    await until(async () => (await recovery.signerOf(job)) === 'the thread', { what: 'the thread' });
  });

  it('are found here when more wait for the thread than may', async () => {
    const recovery = start({ workerUrl: THREAD, maxWaiting: 2 });
    const { job, signer } = await signed('text');
    await until(async () => (await recovery.signerOf(job)) === 'the thread', { what: 'the thread' });
    const found = await Promise.all(Array.from({ length: 5 }, () => recovery.signerOf(job)));
    expect(found.filter((one) => one === 'the thread')).toHaveLength(2);
    expect(found.filter((one) => one === signer)).toHaveLength(3);
  });

  it('are found although the thread dies of a job, or can not start', async () => {
    const { job, signer } = await signed('text');
    const dies = start({ workerUrl: script('process.exit(1);') });
    const missing = start({ workerUrl: new URL('file:///no/such.worker.mjs') });
    for (let round = 0; round < 100; round += 1) {
      expect(await Promise.all([dies.signerOf(job), missing.signerOf(job)])).toEqual([signer, signer]);
    }
  });

  it('are found although the thread never answers, once it is closed', async () => {
    const { job, signer } = await signed('text');
    const taken = new BroadcastChannel('taken');
    let count = 0;
    taken.onmessage = () => (count += 1);
    const mute = start({ workerUrl: script(`new BroadcastChannel('taken').postMessage(id);`) });
    const asked: Promise<string | null>[] = [];
    await until(() => asked.push(mute.signerOf(job)) > 0 && count > 0, { what: 'a job that the thread keeps' });
    taken.close();
    await mute.close();
    expect(await Promise.all(asked)).toEqual(asked.map(() => signer));
  });

  it('are found after the thread was released, because nobody signed in for a while', async () => {
    const recovery = start({ workerUrl: THREAD, idleMs: 50 });
    const { job, signer } = await signed('text');
    await until(async () => (await recovery.signerOf(job)) === 'the thread', { what: 'the thread' });
    // Whoever asks less often than the thread waits finds it gone.
    await until(async () => (await recovery.signerOf(job)) === signer, { pauseMs: 100, what: 'the end of the thread' });
    await until(async () => (await recovery.signerOf(job)) === 'the thread', { what: 'another thread' });
    expect(await recovery.signerOf(job)).toBe('the thread');
  });
});

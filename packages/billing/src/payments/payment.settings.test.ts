import { describe, expect, it } from '@jest/globals';
import { readPayments } from './payment.settings.js';
import { formatUsdc, parseUsdc } from './usdc.js';

const read = (env: Record<string, string>) => {
  const problems: string[] = [];
  return { ...readPayments(env, (problem) => problems.push(problem)), problems };
};
const address = `0x${'ab'.repeat(20)}`;
const facilitator = {
  PAYMENTS: 'facilitator',
  X402_FACILITATOR_URL: 'https://x402.example/v2/',
  X402_NETWORK: 'eip155:8453',
  X402_ASSET: address,
  X402_PAY_TO: address,
};

describe('the settings of payments', () => {
  it('are off, with prices, where nothing is set', () => {
    expect(read({})).toEqual({
      mode: null,
      prices: {
        credit: 1_000n,
        topUps: [100, 1_000, 10_000],
        upgrade: 5_000_000n,
        upgradeCredits: 5_000,
        upgradeReview: 'auto',
      },
      problems: [],
    });
  });

  it('name a facilitator, whose slash at the end does not count', () => {
    expect(read(facilitator)).toMatchObject({
      mode: {
        kind: 'facilitator',
        url: 'https://x402.example/v2',
        place: { assetName: 'USDC', assetVersion: '2', rpcUrl: null },
      },
      problems: [],
    });
  });

  it('keep the development chain in the data directory', () => {
    expect(read({ PAYMENTS: 'dev-chain', MAILROOM_DATA_DIR: '/data' }).mode).toEqual({
      kind: 'dev-chain',
      directory: '/data/chain',
    });
  });

  it('are read whole: each wrong value is named at once', () => {
    const wrong = {
      PAYMENTS: 'facilitator',
      X402_FACILITATOR_URL: 'http://x402.example',
      X402_NETWORK: 'base',
      X402_ASSET: '0x1',
      X402_RPC_URL: 'ftp://localhost',
      CREDIT_PRICE_USDC: '0.0000001',
      TOPUP_CREDITS: '0,100',
      UPGRADE_PRICE_USDC: '-1',
      UPGRADE_CREDITS: 'many',
      UPGRADE_REVIEW: 'never',
    };
    const names = read(wrong).problems.map((problem) => problem.split(' ')[0]);
    expect(names.toSorted()).toEqual(
      [...Object.keys(wrong).filter((name) => name !== 'PAYMENTS'), 'X402_PAY_TO'].toSorted(),
    );
    expect(read({ PAYMENTS: 'on' }).problems).toEqual([expect.stringContaining('PAYMENTS must be one of')]);
    expect(read({ PAYMENTS: 'facilitator' }).problems).toContainEqual(expect.stringContaining('X402_FACILITATOR_URL'));
  });

  it('take http on this machine alone', () => {
    const url = (text: string) => read({ ...facilitator, X402_FACILITATOR_URL: text }).problems;
    expect(url('http://127.0.0.1:4021')).toEqual([]);
    expect(url('http://localhost:4021')).toEqual([]);
    expect(url('http://localhost.example')).toHaveLength(1);
    expect(url('http://127.0.0.1@evil.example')).toHaveLength(1);
  });
});

describe('dollars', () => {
  it.each([
    ['1', 1_000_000n, '1.00'],
    ['0.001', 1_000n, '0.001'],
    ['2.5', 2_500_000n, '2.50'],
    ['0.000001', 1n, '0.000001'],
    ['123456789.123456', 123_456_789_123_456n, '123456789.123456'],
  ])('%s are read and shown without a rounding', (text, units, shown) => {
    expect([parseUsdc(text), formatUsdc(units)]).toEqual([units, shown]);
  });

  it.each(['', '1e3', '1.0000001', '-1', '1,5', ' 1', '0x10', '1234567890', '.5'])('are not "%s"', (text) => {
    expect(parseUsdc(text)).toBeUndefined();
  });
});

/** Headers of every answer of a surface with plain bodies: they carry tokens and balances, quotes and receipts of one caller. */
export const plainHeaders = { 'cache-control': 'no-store' } as const;

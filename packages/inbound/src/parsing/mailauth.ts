import { createRequire } from 'node:module';
// It must be loaded before the modules of mailauth.
import './dkim-keys.js';

type Mailauth = typeof import('mailauth');

const load = createRequire(import.meta.url);

// Its main module loads what it needs for BIMI as well, which is half of the time and of the memory that it takes.
export const { dkimVerify } = load('mailauth/lib/dkim/verify') as Pick<Mailauth, 'dkimVerify'>;
export const { spf } = load('mailauth/lib/spf') as Pick<Mailauth, 'spf'>;
export const { arc } = load('mailauth/lib/arc') as Pick<Mailauth, 'arc'>;
export const { dmarc } = load('mailauth/lib/dmarc') as Pick<Mailauth, 'dmarc'>;

import { createHmac } from 'node:crypto';
import type { SmtpReply } from './reply-reader.js';
import type { SmtpSession } from './smtp-session.js';

export type Credentials = { readonly user: string; readonly pass: string };

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');

type Method = (session: SmtpSession, credentials: Credentials) => Promise<SmtpReply>;

const plain: Method = (session, { user, pass }) => session.tell(`AUTH PLAIN ${base64(`\0${user}\0${pass}`)}`);

/** The methods that we know (RFC 4954); the first that the next hop offers is used. */
const methods: Readonly<Record<string, Method>> = {
  PLAIN: plain,

  LOGIN: async (session, { user, pass }) => {
    let reply = await session.tell('AUTH LOGIN');
    if (reply.code === 334) reply = await session.tell(base64(user));
    return reply.code === 334 ? session.tell(base64(pass)) : reply;
  },

  'CRAM-MD5': async (session, { user, pass }) => {
    const reply = await session.tell('AUTH CRAM-MD5');
    if (reply.code !== 334) return reply;
    const challenge = Buffer.from(reply.text.slice(4), 'base64');
    return session.tell(base64(`${user} ${createHmac('md5', pass).update(challenge).digest('hex')}`));
  },
};

/** Signs in, and returns what the next hop said to that; `offered` is the parameter of AUTH in its EHLO reply. */
export async function signIn(session: SmtpSession, offered: string, credentials: Credentials): Promise<SmtpReply> {
  const names = new Set(offered.toUpperCase().split(/[ =]+/));
  const [, method] = Object.entries(methods).find(([name]) => names.has(name)) ?? [];
  return (method ?? plain)(session, credentials);
}

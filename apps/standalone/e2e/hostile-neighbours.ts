import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { canary } from './canaries.js';

export type HostileNeighbours = {
  readonly hookUrl: string;
  readonly s3Url: string;
  readonly relayPort: number;
  /** What the webhook and the relay have seen. */
  readonly seen: string[];
  close(): Promise<void>;
};

/** A webhook, a relay and an S3 store that fail, and quote what they were given. */
export async function startHostileNeighbours(words: typeof canary): Promise<HostileNeighbours> {
  const seen: string[] = [];
  const hooks = await serve((url, body, headers) => {
    seen.push(`${url}\n${JSON.stringify(headers)}\n${body}`);
    return { status: 500, text: `${words.webhookAnswer}: ${url} ${body}` };
  });
  const s3 = await serve((url, _body, headers, method) => {
    if (method === 'PUT') seen.push(`PUT ${JSON.stringify(headers)}`);
    const [status, code] = method === 'PUT' ? [403, 'AccessDenied'] : [404, 'NoSuchKey'];
    const message = `${words.s3Answer} ${url} ${String(headers.authorization)}`;
    return { status, text: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>` };
  });
  const relay = new SMTPServer({
    authMethods: ['PLAIN'],
    disableReverseLookup: true,
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      seen.push(`AUTH ${username} ${password}`);
      done(null, { user: username });
    },
    onRcptTo: ({ address }, _session, done) => {
      seen.push(`RCPT ${address}`);
      const text = `${words.relayAnswer}: there is no ${address} here, said ${words.relayPassword}`;
      done(Object.assign(new Error(text), { responseCode: 550 }));
    },
  });
  relay.on('error', () => undefined);
  relay.listen(0, '127.0.0.1');
  await once(relay.server, 'listening');
  const portOf = (server: Server) => (server.address() as AddressInfo).port;
  return {
    hookUrl: `http://127.0.0.1:${portOf(hooks)}`,
    s3Url: `http://127.0.0.1:${portOf(s3)}`,
    relayPort: (relay.server.address() as AddressInfo).port,
    seen,
    close: async () => {
      for (const server of [hooks, s3]) {
        server.close();
        server.closeAllConnections();
      }
      await new Promise<void>((resolve) => relay.close(resolve));
    },
  };
}

type Answer = { readonly status: number; readonly text: string };
type Respond = (url: string, body: string, headers: IncomingHttpHeaders, method: string) => Answer;

async function serve(respond: Respond): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const { status, text } = respond(request.url ?? '', body, request.headers, request.method ?? '');
      response.writeHead(status, { 'content-type': 'application/xml' }).end(text);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

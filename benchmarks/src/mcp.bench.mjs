// Measures the tool protocol: list_emails over /mcp against the same list of the agent API, and a hundred clients at once.
import { Agent, request } from 'node:http';
import { median, percentile, ratioLine, valueLine } from './figures.mjs';
import { startSystem, stopSystem } from './system.mjs';

const EMAILS = 50;
const PAGE = 20;
const CONNECTIONS = 8;
const CLIENTS = 100;

export async function mcp(_system, { seconds, rounds, report }) {
  const system = await startSystem();
  const { mailbox, token } = await system.api('POST', '/mailboxes', { email: 'reader@mailroom.test' });
  for (let n = 0; n < EMAILS; n += 1) {
    const text = `The ${n}th gear turns the next one, which turns the hand of the clock. `.repeat(20);
    await system.api('POST', '/send', { accountId: mailbox.id, to: [mailbox.email], subject: `Gear ${n}`, text });
  }
  await filled(system, mailbox.id);
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const call = callWith(system.http, token.token, agent);
  const tool = JSON.stringify({ name: 'list_emails', arguments: { limit: PAGE } });
  const rpc = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${tool}}`;
  const sides = {
    mcp: () => call('POST', '/mcp', rpc),
    api: () => call('GET', `/api/agent/v1/emails?limit=${PAGE}`),
  };
  const rates = { mcp: [], api: [] };
  for (let round = -1; round < rounds; round += 1) {
    for (const side of Object.keys(sides)) {
      const times = await load(sides[side], CONNECTIONS, seconds);
      if (round >= 0) rates[side].push(times.length / seconds);
    }
  }
  report(
    ratioLine(
      `list_emails over /mcp, against the same list of the API, ${CONNECTIONS} connections`,
      rates.mcp,
      rates.api,
      '≥ 0.5',
    ),
  );
  const crowd = await load(sides.mcp, CLIENTS, seconds);
  const remark = `p50 ${median(crowd).toFixed(0)} ms, ${(crowd.length / seconds).toFixed(0)}/s`;
  report(
    valueLine(
      `list_emails over /mcp, ${CLIENTS} clients at once, p99`,
      `${percentile(crowd, 0.99).toFixed(0)} ms`,
      '–',
      remark,
    ),
  );
  agent.destroy();
  await stopSystem(system);
}

async function filled(system, accountId) {
  const count = async () => (await system.api('GET', `/emails?accountId=${accountId}&limit=50`)).items.length;
  while ((await count()) < EMAILS) await new Promise((resolve) => setTimeout(resolve, 100));
}

/** Plain requests, so that the client costs as little as it can. */
function callWith(port, token, agent) {
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }),
      };
      const sent = request({ host: '127.0.0.1', port, method, path, headers, agent }, (response) => {
        response.resume();
        response.on('end', () =>
          response.statusCode === 200 ? resolve() : reject(new Error(String(response.statusCode))),
        );
      });
      sent.on('error', reject);
      sent.end(body);
    });
}

/** The times of all calls, in milliseconds, that so many make one after the other for so long. */
async function load(call, connections, seconds) {
  const times = [];
  const until = performance.now() + seconds * 1_000;
  const caller = async () => {
    while (performance.now() < until) {
      const begun = performance.now();
      await call();
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: connections }, caller));
  return times;
}

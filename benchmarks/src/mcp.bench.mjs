// Measures the tool protocol: list_emails over /mcp against the same list of the agent API, and a hundred clients at once.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, percentile, ratioLine, valueLine } from './figures.mjs';
import { megabytesOf } from './processes.mjs';
import { startSystem, stopSystem } from './system.mjs';

const EMAILS = 50;
const PAGE = 20;
const CONNECTIONS = 8;
const CLIENTS = 100;
const SESSIONS = 1_000;

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
    api: () => call('GET', `/api/agent/v1/emails?size=${PAGE}`),
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
  if (process.platform === 'linux') await idleSessions(system, token.token, report);
  await stopSystem(system);
}

/** What a session costs that holds its stream open, follows its inbox, and hears nothing. */
async function idleSessions(system, token, report) {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const open = (method, session, body) =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(session && { 'mcp-session-id': session }),
        ...(body && { 'content-type': 'application/json' }),
        accept: body ? 'application/json, text/event-stream' : 'text/event-stream',
      };
      request({ host: '127.0.0.1', port: system.http, method, path: '/mcp', headers, agent }, (response) => {
        response.resume();
        if (response.statusCode === 200) resolve(response.headers['mcp-session-id']);
        else reject(new Error(String(response.statusCode)));
      })
        .on('error', reject)
        .end(body);
    });
  const initialize = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
  });
  const openAll = async (count) => {
    for (let opened = 0; opened < count; opened += 50) {
      const some = Array.from({ length: 50 }, async () => open('GET', await open('POST', '', initialize)));
      await Promise.all(some);
    }
    await sleep(3_000);
  };
  // The first ones load what all of them need.
  await openAll(50);
  const before = megabytesOf([system.child.pid]);
  await openAll(SESSIONS);
  const each = ((megabytesOf([system.child.pid]) - before) * 1_024) / SESSIONS;
  report(
    valueLine('an idle session of the tool protocol', `${each.toFixed(0)} KB`, '–', `${SESSIONS} with open streams`),
  );
  agent.destroy();
}

async function filled(system, accountId) {
  const count = async () => (await system.api('GET', `/emails?accountId=${accountId}&size=${EMAILS}`)).items.length;
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

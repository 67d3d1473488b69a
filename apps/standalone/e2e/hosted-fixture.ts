import { until } from '@mailroom/testing';
import { HostedClient } from './hosted-client.js';
import { ApiClient, type Answer, type Mailroom } from './mailroom-fixture.js';

export const MESSAGES = '/v1/mailboxes/self/messages';

/** A newcomer, as this surface and as the agent API know it. */
export async function newcomer(mailroom: Mailroom) {
  const body = await new HostedClient(mailroom.baseUrl).data('POST', '/public/signup', { agentName: 'Ada' });
  const token = String(body.accessToken);
  return {
    address: String(body.address),
    tenantId: String(body.tenantId),
    client: new HostedClient(mailroom.baseUrl, token),
    api: new ApiClient(mailroom.baseUrl, token),
  };
}
/** Waits for a message with this subject. */
export async function arrived(client: HostedClient, subject: string): Promise<Answer['body']> {
  let found: Answer['body'];
  const isThere = async () => {
    const { items } = await client.data('GET', `${MESSAGES}?direction=received&limit=100`);
    found = items.find((item: { subject: string }) => item.subject === subject);
    return found !== undefined;
  };
  await until(isThere, { what: `the message "${subject}"` });
  return found;
}

/** Waits for the end of a job. */
export async function ended(client: HostedClient, outboundJobId: string): Promise<Answer['body']> {
  let job: Answer['body'];
  const isOver = async () => {
    job = await client.data('GET', `/v1/outbound-jobs/${outboundJobId}`);
    return job.finalDeliveryState !== 'pending';
  };
  await until(isOver, { what: 'the job to end' });
  return job;
}

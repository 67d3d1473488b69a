import type { INestApplication } from '@nestjs/common';
import { describeApi } from '@mailroom/openapi';
import { errorComponents, errorResponses, errorSchema } from './failures.js';
import { requestExamples } from './request-examples.js';
import { resources } from './resources.js';

const description = `Mailboxes for agents that hold nothing but a key: sign-in with Ethereum, mailbox leases, proofs of payment.

A wallet asks for a challenge, signs it (EIP-191) and gets a session of an hour with it: \`Authorization: Bearer
<access_token>\`. Bodies are plain JSON. A failure is \`{ error, message, request_id }\` with what to do about it in
\`fix\`, and the fields at fault in \`errors\`.`;

/** Operations for which nobody needs a credential. */
const publicOperations = new Set(['getRuntime', 'createChallenge', 'verifyChallenge', 'signInToMailbox']);

/** Operations whose body must not be left out, although each of its fields may be. */
const needBodies = new Set<string>();

/** The OpenAPI document of agents with a wallet. */
export function describeWalletApi(app: INestApplication, baseUrl: string): object {
  return describeApi(app, {
    title: 'Mailroom wallet API',
    description,
    baseUrl,
    resources,
    schemas: { Error: errorSchema },
    failures: { components: errorComponents, responses: errorResponses },
    requestExamples,
    needBodies,
    publicOperations,
    isIntegerId: (name) => name === 'account_id' || name === 'webhook_id',
    tagOf: (path) => path.split('/')[2] ?? '',
  });
}

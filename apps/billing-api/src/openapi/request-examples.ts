import type { ReplyMessageDto, SendMessageDto } from '../messages/message.dto.js';
import type { SignupDto } from '../signup/signup.dto.js';
import type { RotateTokenDto } from '../tokens/rotate-token.dto.js';

/** The body of each operation that takes one. */
type Bodies = {
  readonly signUp: SignupDto;
  readonly sendMessage: SendMessageDto;
  readonly replyToMessage: ReplyMessageDto;
  readonly rotateToken: RotateTokenDto;
  readonly topUp: object;
  readonly confirmPayment: object;
};

const examples: Bodies = {
  signUp: { mailboxAlias: 'research-desk', agentName: 'Research agent', operatorEmail: 'ada@example.org' },
  sendMessage: {
    to: ['ada@example.org'],
    subject: 'Your order',
    text: 'It is on its way.',
    idempotencyKey: 'order-77',
  },
  replyToMessage: { text: 'The small one.' },
  rotateToken: { delivery: 'both' },
  topUp: { credits: 100 },
  confirmPayment: { receiptId: 'rcp_019a9f3c5b7a7c3e8f1d2b4a6c8e0f12' },
};

/** An example of each body, by the name of its operation; a test checks each against its schema. */
export const requestExamples: Readonly<Record<string, object>> = examples;

import { describe, expect, it } from '@jest/globals';
import { describeError } from './log.js';

const SECRET = 'c4n4ry';

describe('what is said of an error', () => {
  it.each([
    ['a value that Postgres does not take', `invalid input syntax for type integer: "${SECRET}"`],
    ['a value with quotes in it', `invalid input syntax for type json: "{"a":"${SECRET}"}"`],
    ['a URL with a password', `connect failed: postgres://user:${SECRET}@db.example:5432/mail`],
    ['a URL with a path', `GET https://hooks.example/${SECRET}?k=${SECRET} failed`],
    [
      'a reply that quotes the recipient',
      `Can't send mail - all recipients were rejected: 550 5.1.1 ${SECRET} unknown`,
    ],
    ['a reply of several lines', `Message failed: 554-5.7.1 no\r\n554 5.7.1 ${SECRET}`],
    ['an address', `no mailbox for ${SECRET}@example.org here`],
    ['an address in brackets', `bad sender <${SECRET}@example.org>`],
    ['a token', `unknown token mrt_${SECRET}`],
    ['a file', `ENOENT: no such file, open '/tmp/${SECRET} x'`],
    ['a query', `Invalid \`prisma.query("${SECRET}")\` invocation`],
  ])('leaves out %s', (_, message) => {
    const described = JSON.stringify(describeError(new Error('outer', { cause: new Error(message) })));
    expect(described).not.toContain(SECRET);
    expect(JSON.stringify(describeError(new Error(message)))).not.toContain(SECRET);
    expect(JSON.stringify(describeError(message))).not.toContain(SECRET);
  });

  it('leaves out the text that is no JSON', () => {
    let error: unknown;
    try {
      JSON.parse(`{"a": ${SECRET}`);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(Error);
    expect(JSON.stringify(describeError(error))).not.toContain(SECRET);
  });

  it('keeps what is ours: type, code, constraint, the words and the place', () => {
    const error = Object.assign(new Error('The lease on outbound job 7 was lost.'), {
      code: '23505',
      constraint: 'mailbox_address_key',
      detail: SECRET,
    });
    const described = describeError(error);
    expect(described).toMatchObject({
      type: 'Error',
      code: '23505',
      constraint: 'mailbox_address_key',
      message: 'The lease on outbound job 7 was lost.',
      stack: expect.stringContaining('log.test.ts'),
    });
    expect(JSON.stringify(described)).not.toContain(SECRET);
  });
});

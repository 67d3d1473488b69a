import { describe, expect, it } from '@jest/globals';
import { parseJsonBody } from './json-body.js';

describe('a JSON body', () => {
  it('is read as it stands', () => expect(parseJsonBody(Buffer.from('{"a":["ä",1]}'))).toEqual({ a: ['ä', 1] }));
  it('is absent when it is empty', () => expect(parseJsonBody(Buffer.alloc(0))).toBeUndefined());
  it.each([
    ['broken JSON', '{"a":'],
    ['an escaped NUL', '{"a":{"b":"x\\u0000"}}'],
    ['a lone surrogate', '{"a":"\\ud800"}'],
    ['a reserved field', '{"__proto__":{"admin":true}}'],
    ['a reserved field in disguise', '{"\\u005f_proto__":{"admin":true}}'],
    ['one that is hidden in a list', '{"a":[{"b":{"c\\u006fnstructor":1}}]}'],
    ['more levels than a stack has', '['.repeat(100_000)],
  ])('is refused with %s', (_, text) => expect(() => parseJsonBody(Buffer.from(text))).toThrow(/invalid_request/));
  it('is refused with bytes that are not UTF-8', () => {
    expect(() => parseJsonBody(Buffer.from([0x22, 0xff, 0x22]))).toThrow(/UTF-8/);
  });
  it('keeps a pair of surrogates, and text that only talks of reserved names', () => {
    const body = { a: '😀', b: '"__proto__": x' };
    expect(parseJsonBody(Buffer.from(JSON.stringify(body)))).toEqual(body);
  });
});

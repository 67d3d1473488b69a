import { expect, it } from '@jest/globals';
import { StreamRoom } from './stream-room.js';

it('has room for so many streams of one principal, and for as many again once they are closed', () => {
  const room = new StreamRoom({ perPrincipal: 2, inAll: 10 });
  for (let round = 0; round < 3; round += 1) {
    room.enter('token:1');
    room.enter('token:1');
    expect(() => room.enter('token:1')).toThrow(
      expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 10 }),
    );
    room.enter('token:2');
    for (const id of ['token:1', 'token:1', 'token:2']) room.leave(id);
  }
});

it('has room for so many streams in all, whosever they are', () => {
  const room = new StreamRoom({ perPrincipal: 2, inAll: 3 });
  for (const id of ['token:1', 'token:2', 'token:3']) room.enter(id);
  expect(() => room.enter('token:4')).toThrow(expect.objectContaining({ code: 'unavailable', retryAfterSeconds: 10 }));
  room.leave('token:2');
  room.enter('token:4');
  expect(() => room.enter('token:2')).toThrow('Too many streams are open here.');
});

import { describe, expect, it } from '@jest/globals';
import { EndpointWindows, FIRST_WINDOW } from './endpoint-windows.js';

const HOOK = 7;
const endpoint = { webhookId: HOOK, tenantId: 'tnt_1' };
/** So many of its deliveries. */
const taken = (count: number) => Array.from({ length: count }, () => endpoint);
const isCut = () => false;

/** The room of an endpoint with nothing under way. */
function roomOf(windows: EndpointWindows, webhookId = HOOK): number {
  const { webhookIds, rooms } = windows.roomsForWaiting();
  return rooms[webhookIds.indexOf(webhookId)] ?? FIRST_WINDOW;
}

let clock = 0;
function answer(windows: EndpointWindows, times: number, succeeded = true, tookMs = 20): void {
  for (let n = 0; n < times; n += 1) {
    windows.begin(endpoint);
    windows.end(endpoint, { succeeded, begunAt: (clock += 1_000_000), tookMs });
  }
}

describe('the window of an endpoint', () => {
  it('grows while it answers, up to a bound', () => {
    const windows = new EndpointWindows();
    expect(roomOf(windows)).toBe(FIRST_WINDOW);
    answer(windows, 10);
    expect(roomOf(windows)).toBe(FIRST_WINDOW + 10);
    answer(windows, 1_000);
    expect(roomOf(windows)).toBe(128);
  });

  it('is halved by a failure, down to one, and grows slowly from there', () => {
    const windows = new EndpointWindows();
    answer(windows, 56);
    answer(windows, 1, false);
    expect(roomOf(windows)).toBe(32);
    answer(windows, 32);
    expect(roomOf(windows)).toBe(32);
    answer(windows, 2);
    expect(roomOf(windows)).toBe(33);
    answer(windows, 20, false);
    expect(roomOf(windows)).toBe(1);
    answer(windows, 3);
    expect(roomOf(windows)).toBe(2);
  });

  it('is halved once by all that failed together', () => {
    const windows = new EndpointWindows();
    answer(windows, 24);
    const begunAt = (clock += 1_000_000);
    for (let n = 0; n < 10; n += 1) windows.begin(endpoint);
    for (let n = 0; n < 10; n += 1) windows.end(endpoint, { succeeded: false, begunAt, tookMs: 50 });
    expect(roomOf(windows)).toBe(16);
  });

  it('is halved by answers that are much slower than usual, and never below what a stranger gets', () => {
    const windows = new EndpointWindows();
    answer(windows, 24);
    answer(windows, 1, true, 5_000);
    expect(roomOf(windows)).toBe(16);
    const patient = new EndpointWindows();
    answer(patient, 20, true, 4_000);
    expect(roomOf(patient)).toBe(FIRST_WINDOW + 20);
  });
});

describe('what waits in the database', () => {
  it('is not overtaken by what has just happened', () => {
    const windows = new EndpointWindows();
    windows.leftBehind([endpoint]);
    expect(windows.roomsForNew()).toEqual({ webhookIds: [HOOK], rooms: [0] });
    const rooms = windows.roomsForWaiting();
    expect(rooms).toEqual({ webhookIds: [HOOK], rooms: [FIRST_WINDOW] });
    windows.claimed(rooms, { taken: taken(FIRST_WINDOW), isAllOf: () => true, isCut });
    expect(windows.roomsForNew().rooms).toEqual([0]);
    windows.claimed(rooms, { taken: taken(3), isAllOf: () => false, isCut });
    expect(windows.roomsForNew().rooms).toEqual([0]);
    windows.claimed(rooms, { taken: taken(3), isAllOf: () => true, isCut: (tenantId) => tenantId === 'tnt_1' });
    expect(windows.roomsForNew().rooms).toEqual([0]);
    windows.claimed(rooms, { taken: taken(3), isAllOf: () => true, isCut });
    expect(windows.roomsForNew()).toEqual({ webhookIds: [], rooms: [] });
  });

  it('of an endpoint nobody knew is known once a claim used up its room', () => {
    const windows = new EndpointWindows();
    windows.claimed({ webhookIds: [], rooms: [] }, { taken: taken(FIRST_WINDOW), isAllOf: () => true, isCut });
    expect(windows.roomsForNew()).toEqual({ webhookIds: [HOOK], rooms: [0] });
  });

  it('is asked for when a good part of the window is free again', () => {
    const windows = new EndpointWindows();
    windows.leftBehind([endpoint]);
    for (let n = 0; n < FIRST_WINDOW; n += 1) windows.begin(endpoint);
    const answered = () => windows.end(endpoint, null);
    expect([answered(), answered(), answered()]).toEqual([false, true, true]);
  });
});

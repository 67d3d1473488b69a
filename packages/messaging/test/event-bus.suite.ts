import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { uuidv7 } from '@mailroom/ids';
import type { Event } from '@mailroom/events';
import { until } from '@mailroom/testing';
import type { EventBus } from '../src/index.js';

export type BusUnderTest = {
  readonly bus: EventBus;
  /** A second process on the same broker. */
  readonly other: EventBus;
  /** Makes events that wait for a later delivery due now. */
  hasten(): Promise<void>;
  /** The ids of the events that were set aside for this consumer. */
  poisoned(consumer: string): Promise<string[]>;
  redrive(): Promise<void>;
  close(): Promise<void>;
};

function event(type = 'test.happened', payload: Record<string, unknown> = {}): Event {
  return { id: uuidv7(), type, occurredAt: new Date().toISOString(), payload };
}

/** The guarantees of every adapter of the port. */
export function eventBusSuite(name: string, open: () => Promise<BusUnderTest>): void {
  describe(`${name} as an EventBus`, () => {
    let under: BusUnderTest;
    beforeEach(async () => {
      under = await open();
    });
    afterEach(() => under.close());

    it('hands an event to every consumer of its type, whole, and to no other', async () => {
      const seen: Record<string, Event[]> = { first: [], second: [], deaf: [] };
      for (const consumer of ['first', 'second']) {
        await under.bus.subscribe({ name: consumer, types: ['test.happened'] }, async (e) => {
          seen[consumer]?.push(e);
        });
      }
      await under.bus.subscribe({ name: 'deaf', types: ['test.other'] }, async (e) => {
        seen.deaf?.push(e);
      });
      const published = event('test.happened', { text: 'ä😀', list: [1, 2] });
      await under.bus.publish([published]);
      await until(() => seen.first?.length === 1 && seen.second?.length === 1);
      expect(seen.first?.[0]).toEqual(published);
      expect(seen.deaf).toEqual([]);
    });

    it('keeps what is published while no process of a known consumer is there', async () => {
      const subscription = await under.bus.subscribe({ name: 'away', types: ['test.happened'] }, async () => {});
      await subscription.close();
      const published = event();
      await under.bus.publish([published]);
      const seen: string[] = [];
      await under.other.subscribe({ name: 'away', types: ['test.happened'] }, async (e) => {
        seen.push(e.id);
      });
      await until(() => seen.length > 0);
      expect(seen).toEqual([published.id]);
    });

    it('tells how far each consumer is behind, by type, and hands on the trace of what waited', async () => {
      const types = ['test.happened', 'test.other'];
      const subscription = await under.bus.subscribe({ name: 'late', types }, async () => {});
      await subscription.close();
      const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
      const traced = { ...event(), traceparent };
      await under.bus.publish([traced, event(), event('test.other')]);
      const lag = async () => (await under.other.lag()).filter(({ consumer }) => consumer === 'late');
      const byType = async () => (await lag()).sort((a, b) => (a.type < b.type ? -1 : 1));
      // A process that has not used the bus learns of its consumers within a second or so.
      await until(async () => (await lag()).length === 2, { what: 'the lag of both types' });
      expect(await byType()).toEqual([
        { consumer: 'late', type: 'test.happened', pending: 2 },
        { consumer: 'late', type: 'test.other', pending: 1 },
      ]);
      const seen: Event[] = [];
      await under.other.subscribe({ name: 'late', types }, async (e) => {
        seen.push(e);
      });
      await until(async () => (await byType()).every(({ pending }) => pending === 0));
      expect(seen.find(({ id }) => id === traced.id)?.traceparent).toBe(traceparent);
    });

    it('shares the events of one consumer between its processes, each handled once', async () => {
      const seen: string[] = [];
      const handle = async (e: Event) => {
        seen.push(e.id);
      };
      for (const bus of [under.bus, under.other])
        await bus.subscribe({ name: 'shared', types: ['test.happened'] }, handle);
      const events = Array.from({ length: 200 }, () => event());
      await under.bus.publish(events);
      await until(() => new Set(seen).size === 200);
      expect(seen).toHaveLength(200);
    });

    it('delivers again after a handler failed, and not after it succeeded', async () => {
      let tries = 0;
      await under.bus.subscribe({ name: 'shaky', types: ['test.happened'] }, async () => {
        tries += 1;
        if (tries === 1) throw new Error('not yet');
      });
      await under.bus.publish([event()]);
      await until(() => tries === 1);
      await until(async () => {
        await under.hasten();
        return tries >= 2;
      });
      await under.hasten();
      expect(tries).toBe(2);
    });

    it('sets a poison event aside while others flow, and delivers it when it is redriven', async () => {
      const poison = event('test.happened', { poison: true });
      let cured = false;
      const seen: string[] = [];
      await under.bus.subscribe({ name: 'picky', types: ['test.happened'], maxDeliver: 2 }, async (e) => {
        if (e.id === poison.id && !cured) throw new Error('can not be handled');
        seen.push(e.id);
      });
      const good = event();
      await under.bus.publish([poison, good]);
      await until(() => seen.includes(good.id));
      await until(async () => {
        await under.hasten();
        return (await under.poisoned('picky')).includes(poison.id);
      });
      expect(seen).not.toContain(poison.id);
      cured = true;
      await under.redrive();
      await until(() => seen.includes(poison.id));
    });

    it('finishes the handlers under way before a subscription is closed, and begins no more', async () => {
      let release: () => void = () => {};
      const gate = new Promise<void>((resolve) => (release = resolve));
      let begun = 0;
      let ended = 0;
      const subscription = await under.bus.subscribe(
        { name: 'slow', types: ['test.happened'], concurrency: 1 },
        async () => {
          begun += 1;
          await gate;
          ended += 1;
        },
      );
      await under.bus.publish([event(), event()]);
      await until(() => begun === 1);
      const closed = subscription.close();
      release();
      await closed;
      expect({ begun, ended }).toEqual({ begun: 1, ended: 1 });
    });
  });
}

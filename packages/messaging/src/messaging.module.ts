import { Module } from '@nestjs/common';
import { BusConsumerRepository } from './bus-consumer.repository.js';
import { BusDeliveryRepository } from './bus-delivery.repository.js';
import { Inbox } from './inbox.repository.js';
import { PoisonedEventRepository } from './operator/poisoned-event.repository.js';
import { Outbox } from './outbox.js';

const parts = [Outbox, Inbox, BusDeliveryRepository, BusConsumerRepository, PoisonedEventRepository];

@Module({ providers: parts, exports: parts })
export class MessagingModule {}

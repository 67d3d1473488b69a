import { Module } from '@nestjs/common';
import { BusDeliveryRepository } from './bus-delivery.repository.js';
import { Inbox } from './inbox.js';
import { Outbox } from './outbox.js';

@Module({ providers: [Outbox, Inbox, BusDeliveryRepository], exports: [Outbox, Inbox, BusDeliveryRepository] })
export class MessagingModule {}

// Made from apps/mailbox-api/openapi.json by scripts/generate-client.mjs: do not edit.
import { ApiCaller, type CallOptions } from '../api-caller.js';
import type { Body, Data, Query } from '../operation-types.js';

/** Every operation of the API; parameters of the path come first, then the body, then the query. */
export class Operations extends ApiCaller {
  /** The authenticated identity and its mailboxes. */
  async getMe(options: CallOptions = {}): Promise<Data<'getMe'>> {
    return this.data<Data<'getMe'>>('GET', `/me`, { options });
  }

  /** List the mailboxes that the token reaches. */
  async listMailboxes(query: Query<'listMailboxes'> = {}, options: CallOptions = {}): Promise<Data<'listMailboxes'>> {
    return this.data<Data<'listMailboxes'>>('GET', `/mailboxes`, { query, options });
  }

  /** Create a mailbox and its first token. */
  async createMailbox(body: Body<'createMailbox'>, options: CallOptions = {}): Promise<Data<'createMailbox'>> {
    return this.data<Data<'createMailbox'>>('POST', `/mailboxes`, { body, options });
  }

  /** Change a mailbox's name, status, catch-all or encryption. */
  async updateMailbox(
    accountId: number,
    body: Body<'updateMailbox'>,
    options: CallOptions = {},
  ): Promise<Data<'updateMailbox'>> {
    return this.data<Data<'updateMailbox'>>('PATCH', `/mailboxes/${encodeURIComponent(accountId)}`, { body, options });
  }

  /** List a mailbox's tokens. */
  async listTokens(accountId: number, options: CallOptions = {}): Promise<Data<'listTokens'>> {
    return this.data<Data<'listTokens'>>('GET', `/mailboxes/${encodeURIComponent(accountId)}/tokens`, { options });
  }

  /** Create a token of a mailbox. */
  async createToken(
    accountId: number,
    body: Body<'createToken'> = {},
    options: CallOptions = {},
  ): Promise<Data<'createToken'>> {
    return this.data<Data<'createToken'>>('POST', `/mailboxes/${encodeURIComponent(accountId)}/tokens`, {
      body,
      options,
    });
  }

  /** Revoke a token. */
  async revokeToken(tokenId: number, options: CallOptions = {}): Promise<Data<'revokeToken'>> {
    return this.data<Data<'revokeToken'>>('DELETE', `/tokens/${encodeURIComponent(tokenId)}`, { options });
  }

  /** Search emails. */
  async searchEmails(query: Query<'searchEmails'> = {}, options: CallOptions = {}): Promise<Data<'searchEmails'>> {
    return this.data<Data<'searchEmails'>>('GET', `/emails/search`, { query, options });
  }

  /** List emails. */
  async listEmails(query: Query<'listEmails'> = {}, options: CallOptions = {}): Promise<Data<'listEmails'>> {
    return this.data<Data<'listEmails'>>('GET', `/emails`, { query, options });
  }

  /** Read one email. */
  async getEmail(emailId: number, query: Query<'getEmail'> = {}, options: CallOptions = {}): Promise<Data<'getEmail'>> {
    return this.data<Data<'getEmail'>>('GET', `/emails/${encodeURIComponent(emailId)}`, { query, options });
  }

  /** Delete an email for ever, with its task and attachments. */
  async deleteEmail(emailId: number, options: CallOptions = {}): Promise<Data<'deleteEmail'>> {
    return this.data<Data<'deleteEmail'>>('DELETE', `/emails/${encodeURIComponent(emailId)}`, { options });
  }

  /** The message as it was received or sent (RFC 5322). */
  async downloadRaw(emailId: number, options: CallOptions = {}): Promise<Uint8Array> {
    return this.bytes('GET', `/emails/${encodeURIComponent(emailId)}/raw`, { options });
  }

  /** Replace an email's labels. */
  async setLabels(emailId: number, body: Body<'setLabels'>, options: CallOptions = {}): Promise<Data<'setLabels'>> {
    return this.data<Data<'setLabels'>>('PUT', `/emails/${encodeURIComponent(emailId)}/labels`, { body, options });
  }

  /** Mark emails as read. */
  async markRead(body: Body<'markRead'>, options: CallOptions = {}): Promise<Data<'markRead'>> {
    return this.data<Data<'markRead'>>('PUT', `/read`, { body, options });
  }

  /** List the labels that emails of a mailbox have. */
  async listLabels(query: Query<'listLabels'> = {}, options: CallOptions = {}): Promise<Data<'listLabels'>> {
    return this.data<Data<'listLabels'>>('GET', `/labels`, { query, options });
  }

  /** Wait for an email. */
  async waitForEmail(body: Body<'waitForEmail'> = {}, options: CallOptions = {}): Promise<Data<'waitForEmail'>> {
    return this.data<Data<'waitForEmail'>>('POST', `/emails/wait`, { body, options });
  }

  /** List the threads of a mailbox. */
  async listThreads(query: Query<'listThreads'> = {}, options: CallOptions = {}): Promise<Data<'listThreads'>> {
    return this.data<Data<'listThreads'>>('GET', `/threads`, { query, options });
  }

  /** List a thread's emails, received and sent, oldest first unless timeSort=0. */
  async getThread(
    threadId: string,
    query: Query<'getThread'> = {},
    options: CallOptions = {},
  ): Promise<Data<'getThread'>> {
    return this.data<Data<'getThread'>>('GET', `/threads/${encodeURIComponent(threadId)}`, { query, options });
  }

  /** List an email's attachments. */
  async listAttachments(query: Query<'listAttachments'>, options: CallOptions = {}): Promise<Data<'listAttachments'>> {
    return this.data<Data<'listAttachments'>>('GET', `/attachments`, { query, options });
  }

  /** An attachment's decoded bytes. */
  async downloadAttachment(attachmentId: number, options: CallOptions = {}): Promise<Uint8Array> {
    return this.bytes('GET', `/attachments/${encodeURIComponent(attachmentId)}/content`, { options });
  }

  /** A piece of an attachment's plain text. */
  async readAttachmentText(
    attachmentId: number,
    query: Query<'readAttachmentText'> = {},
    options: CallOptions = {},
  ): Promise<Data<'readAttachmentText'>> {
    return this.data<Data<'readAttachmentText'>>('GET', `/attachments/${encodeURIComponent(attachmentId)}/text`, {
      query,
      options,
    });
  }

  /** List the tasks of received emails. */
  async listTasks(query: Query<'listTasks'> = {}, options: CallOptions = {}): Promise<Data<'listTasks'>> {
    return this.data<Data<'listTasks'>>('GET', `/tasks`, { query, options });
  }

  /** Count the tasks of a mailbox. */
  async getTaskStats(query: Query<'getTaskStats'> = {}, options: CallOptions = {}): Promise<Data<'getTaskStats'>> {
    return this.data<Data<'getTaskStats'>>('GET', `/tasks/stats`, { query, options });
  }

  /** Claim the next available task. */
  async claimNextTask(body: Body<'claimNextTask'> = {}, options: CallOptions = {}): Promise<Data<'claimNextTask'>> {
    return this.data<Data<'claimNextTask'>>('POST', `/tasks/claim-next`, { body, options });
  }

  /** Claim several available tasks. */
  async claimTaskBatch(body: Body<'claimTaskBatch'> = {}, options: CallOptions = {}): Promise<Data<'claimTaskBatch'>> {
    return this.data<Data<'claimTaskBatch'>>('POST', `/tasks/claim-batch`, { body, options });
  }

  /** Make tasks new again whose lease has ended. */
  async requeueExpiredTasks(
    body: Body<'requeueExpiredTasks'> = {},
    options: CallOptions = {},
  ): Promise<Data<'requeueExpiredTasks'>> {
    return this.data<Data<'requeueExpiredTasks'>>('POST', `/tasks/requeue-expired`, { body, options });
  }

  /** Set the status of several tasks. */
  async updateTaskBatch(body: Body<'updateTaskBatch'>, options: CallOptions = {}): Promise<Data<'updateTaskBatch'>> {
    return this.data<Data<'updateTaskBatch'>>('PUT', `/tasks/update-batch`, { body, options });
  }

  /** Extend several leases. */
  async renewTaskBatch(body: Body<'renewTaskBatch'>, options: CallOptions = {}): Promise<Data<'renewTaskBatch'>> {
    return this.data<Data<'renewTaskBatch'>>('POST', `/tasks/renew-batch`, { body, options });
  }

  /** Give several leases back. */
  async releaseTaskBatch(body: Body<'releaseTaskBatch'>, options: CallOptions = {}): Promise<Data<'releaseTaskBatch'>> {
    return this.data<Data<'releaseTaskBatch'>>('POST', `/tasks/release-batch`, { body, options });
  }

  /** Lease an email's task. */
  async claimTask(
    emailId: number,
    body: Body<'claimTask'> = {},
    options: CallOptions = {},
  ): Promise<Data<'claimTask'>> {
    return this.data<Data<'claimTask'>>('POST', `/emails/${encodeURIComponent(emailId)}/claim`, { body, options });
  }

  /** Extend a lease. */
  async renewTask(emailId: number, body: Body<'renewTask'>, options: CallOptions = {}): Promise<Data<'renewTask'>> {
    return this.data<Data<'renewTask'>>('POST', `/emails/${encodeURIComponent(emailId)}/renew`, { body, options });
  }

  /** Give a lease back. */
  async releaseTask(
    emailId: number,
    body: Body<'releaseTask'> = {},
    options: CallOptions = {},
  ): Promise<Data<'releaseTask'>> {
    return this.data<Data<'releaseTask'>>('POST', `/emails/${encodeURIComponent(emailId)}/release`, { body, options });
  }

  /** Set a task's status. */
  async setTask(emailId: number, body: Body<'setTask'>, options: CallOptions = {}): Promise<Data<'setTask'>> {
    return this.data<Data<'setTask'>>('PUT', `/emails/${encodeURIComponent(emailId)}/task`, { body, options });
  }

  /** Send an email. */
  async sendEmail(body: Body<'sendEmail'>, options: CallOptions = {}): Promise<Data<'sendEmail'>> {
    return this.data<Data<'sendEmail'>>('POST', `/send`, { body, options });
  }

  /** Reply to a received email. */
  async replyToEmail(body: Body<'replyToEmail'>, options: CallOptions = {}): Promise<Data<'replyToEmail'>> {
    return this.data<Data<'replyToEmail'>>('POST', `/reply`, { body, options });
  }

  /** Store a long body for 24 hours. */
  async storeBody(body: Body<'storeBody'>, options: CallOptions = {}): Promise<Data<'storeBody'>> {
    return this.data<Data<'storeBody'>>('POST', `/body-refs`, { body, options });
  }

  /** List drafts, the one that changed last first. */
  async listDrafts(query: Query<'listDrafts'> = {}, options: CallOptions = {}): Promise<Data<'listDrafts'>> {
    return this.data<Data<'listDrafts'>>('GET', `/drafts`, { query, options });
  }

  /** Begin a draft. */
  async createDraft(body: Body<'createDraft'> = {}, options: CallOptions = {}): Promise<Data<'createDraft'>> {
    return this.data<Data<'createDraft'>>('POST', `/drafts`, { body, options });
  }

  /** Read a draft. */
  async getDraft(draftId: number, options: CallOptions = {}): Promise<Data<'getDraft'>> {
    return this.data<Data<'getDraft'>>('GET', `/drafts/${encodeURIComponent(draftId)}`, { options });
  }

  /** Save a draft. */
  async saveDraft(draftId: number, body: Body<'saveDraft'>, options: CallOptions = {}): Promise<Data<'saveDraft'>> {
    return this.data<Data<'saveDraft'>>('PUT', `/drafts/${encodeURIComponent(draftId)}`, { body, options });
  }

  /** Delete a draft. */
  async deleteDraft(
    draftId: number,
    query: Query<'deleteDraft'> = {},
    options: CallOptions = {},
  ): Promise<Data<'deleteDraft'>> {
    return this.data<Data<'deleteDraft'>>('DELETE', `/drafts/${encodeURIComponent(draftId)}`, { query, options });
  }

  /** Send a draft. */
  async sendDraft(
    draftId: number,
    body: Body<'sendDraft'> = {},
    options: CallOptions = {},
  ): Promise<Data<'sendDraft'>> {
    return this.data<Data<'sendDraft'>>('POST', `/drafts/${encodeURIComponent(draftId)}/send`, { body, options });
  }

  /** Attach a file to a draft. */
  async attachToDraft(
    draftId: number,
    body: Body<'attachToDraft'>,
    options: CallOptions = {},
  ): Promise<Data<'attachToDraft'>> {
    return this.data<Data<'attachToDraft'>>('POST', `/drafts/${encodeURIComponent(draftId)}/attachments`, {
      body,
      options,
    });
  }

  /** The bytes of what is attached to a draft. */
  async downloadDraftAttachment(draftId: number, attachmentId: number, options: CallOptions = {}): Promise<Uint8Array> {
    return this.bytes('GET', `/drafts/${encodeURIComponent(draftId)}/attachments/${encodeURIComponent(attachmentId)}`, {
      options,
    });
  }

  /** Remove an attachment from a draft. */
  async detachFromDraft(
    draftId: number,
    attachmentId: number,
    options: CallOptions = {},
  ): Promise<Data<'detachFromDraft'>> {
    return this.data<Data<'detachFromDraft'>>(
      'DELETE',
      `/drafts/${encodeURIComponent(draftId)}/attachments/${encodeURIComponent(attachmentId)}`,
      { options },
    );
  }

  /** Find the OpenPGP keys of an address; the first one is pinned. */
  async findKeys(query: Query<'findKeys'>, options: CallOptions = {}): Promise<Data<'findKeys'>> {
    return this.data<Data<'findKeys'>>('GET', `/keys/find`, { query, options });
  }

  /** Accept another key of an address than the one before. */
  async pinKey(body: Body<'pinKey'>, options: CallOptions = {}): Promise<Data<'pinKey'>> {
    return this.data<Data<'pinKey'>>('POST', `/keys/pins`, { body, options });
  }

  /** List the OpenPGP keys of a mailbox. */
  async listKeys(query: Query<'listKeys'> = {}, options: CallOptions = {}): Promise<Data<'listKeys'>> {
    return this.data<Data<'listKeys'>>('GET', `/keys`, { query, options });
  }

  /** Register an OpenPGP key; an owner key replaces the one before. */
  async registerKey(body: Body<'registerKey'>, options: CallOptions = {}): Promise<Data<'registerKey'>> {
    return this.data<Data<'registerKey'>>('POST', `/keys`, { body, options });
  }

  /** Delete an OpenPGP key. */
  async deleteKey(keyId: number, options: CallOptions = {}): Promise<Data<'deleteKey'>> {
    return this.data<Data<'deleteKey'>>('DELETE', `/keys/${encodeURIComponent(keyId)}`, { options });
  }

  /** List the local bridges of a mailbox. */
  async listBridges(query: Query<'listBridges'> = {}, options: CallOptions = {}): Promise<Data<'listBridges'>> {
    return this.data<Data<'listBridges'>>('GET', `/bridge`, { query, options });
  }

  /** Register a local bridge for an agent key of this token. */
  async registerBridge(body: Body<'registerBridge'>, options: CallOptions = {}): Promise<Data<'registerBridge'>> {
    return this.data<Data<'registerBridge'>>('POST', `/bridge/register`, { body, options });
  }

  /** End the registration of a local bridge. */
  async deleteBridge(bridgeId: number, options: CallOptions = {}): Promise<Data<'deleteBridge'>> {
    return this.data<Data<'deleteBridge'>>('DELETE', `/bridge/${encodeURIComponent(bridgeId)}`, { options });
  }

  /** Let an agent key read an email: its session key, wrapped for that key. */
  async addEnvelope(
    emailId: number,
    body: Body<'addEnvelope'>,
    options: CallOptions = {},
  ): Promise<Data<'addEnvelope'>> {
    return this.data<Data<'addEnvelope'>>('POST', `/emails/${encodeURIComponent(emailId)}/envelopes`, {
      body,
      options,
    });
  }

  /** List encrypted emails that an agent key can not read. */
  async listUnwrapped(
    keyId: number,
    query: Query<'listUnwrapped'> = {},
    options: CallOptions = {},
  ): Promise<Data<'listUnwrapped'>> {
    return this.data<Data<'listUnwrapped'>>('GET', `/keys/${encodeURIComponent(keyId)}/unwrapped`, { query, options });
  }

  /** List suppressed addresses. */
  async listSuppressions(
    query: Query<'listSuppressions'> = {},
    options: CallOptions = {},
  ): Promise<Data<'listSuppressions'>> {
    return this.data<Data<'listSuppressions'>>('GET', `/suppressions`, { query, options });
  }

  /** Let an address be written to again. */
  async liftSuppression(address: string, options: CallOptions = {}): Promise<Data<'liftSuppression'>> {
    return this.data<Data<'liftSuppression'>>('DELETE', `/suppressions/${encodeURIComponent(address)}`, { options });
  }

  /** List domains, with the DNS records that they need. */
  async listDomains(options: CallOptions = {}): Promise<Data<'listDomains'>> {
    return this.data<Data<'listDomains'>>('GET', `/domains`, { options });
  }

  /** List webhook subscriptions. */
  async listWebhooks(options: CallOptions = {}): Promise<Data<'listWebhooks'>> {
    return this.data<Data<'listWebhooks'>>('GET', `/webhooks`, { options });
  }

  /** Subscribe a webhook. */
  async createWebhook(body: Body<'createWebhook'>, options: CallOptions = {}): Promise<Data<'createWebhook'>> {
    return this.data<Data<'createWebhook'>>('POST', `/webhooks`, { body, options });
  }

  /** Delete a webhook. */
  async deleteWebhook(webhookId: number, options: CallOptions = {}): Promise<Data<'deleteWebhook'>> {
    return this.data<Data<'deleteWebhook'>>('DELETE', `/webhooks/${encodeURIComponent(webhookId)}`, { options });
  }

  /** List a webhook's deliveries; those that have ended are kept for 30 days, unless the operator sets another time. */
  async listDeliveries(
    webhookId: number,
    query: Query<'listDeliveries'> = {},
    options: CallOptions = {},
  ): Promise<Data<'listDeliveries'>> {
    return this.data<Data<'listDeliveries'>>('GET', `/webhooks/${encodeURIComponent(webhookId)}/deliveries`, {
      query,
      options,
    });
  }

  /** Read a delivery with what the endpoint is told, and its latest tries with their answers. */
  async getDelivery(webhookId: number, deliveryId: number, options: CallOptions = {}): Promise<Data<'getDelivery'>> {
    return this.data<Data<'getDelivery'>>(
      'GET',
      `/webhooks/${encodeURIComponent(webhookId)}/deliveries/${encodeURIComponent(deliveryId)}`,
      { options },
    );
  }

  /** Make a delivery again. */
  async replayDelivery(
    webhookId: number,
    deliveryId: number,
    options: CallOptions = {},
  ): Promise<Data<'replayDelivery'>> {
    return this.data<Data<'replayDelivery'>>(
      'POST',
      `/webhooks/${encodeURIComponent(webhookId)}/deliveries/${encodeURIComponent(deliveryId)}/replay`,
      { options },
    );
  }

  /** Deliver a webhook.test event now and say what came of it. */
  async testWebhook(webhookId: number, options: CallOptions = {}): Promise<Data<'testWebhook'>> {
    return this.data<Data<'testWebhook'>>('POST', `/webhooks/${encodeURIComponent(webhookId)}/test`, { options });
  }

  /** Make a new signing secret; the old one signs too for 24 hours. */
  async rotateSecret(webhookId: number, options: CallOptions = {}): Promise<Data<'rotateSecret'>> {
    return this.data<Data<'rotateSecret'>>('POST', `/webhooks/${encodeURIComponent(webhookId)}/rotate-secret`, {
      options,
    });
  }

  /** List the changes of tokens and mailboxes. */
  async listAuditEntries(
    query: Query<'listAuditEntries'> = {},
    options: CallOptions = {},
  ): Promise<Data<'listAuditEntries'>> {
    return this.data<Data<'listAuditEntries'>>('GET', `/audit`, { query, options });
  }
}

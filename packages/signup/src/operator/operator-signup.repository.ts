import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';

/** What a tenant said of itself when it signed up. */
export type SignupStatement = {
  readonly agentName: string;
  readonly operatorEmail: string;
  readonly productName: string;
  readonly useCase: string;
  readonly createdAt: Date;
};

const find = statement(
  'operator-signup',
  `select agent_name as "agentName", operator_email as "operatorEmail", product_name as "productName",
     use_case as "useCase", created_at as "createdAt"
   from signup where tenant_id = $1`,
);

/** Signups as the operator looks them up. */
@Injectable()
export class OperatorSignupRepository {
  constructor(private readonly database: Database) {}

  /** Null for a tenant that did not sign up. */
  async find(tenantId: string): Promise<SignupStatement | null> {
    const [signup] = await this.database.query<SignupStatement>(find, [tenantId]);
    return signup ?? null;
  }
}

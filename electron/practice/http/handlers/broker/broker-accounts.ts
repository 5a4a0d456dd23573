import { err, ok } from '../../../../../shared/domain/result.js'
import { ASSUMPTIONS } from '../../../../../shared/wire/assumptions.js'
import { isoTime } from '../../../../../shared/wire/fields.js'
import { closeAccount, openAccounts, updateAccount } from '../../../broker/accounts.js'
import { submit } from '../../../broker/applications.js'
import { wrong, type Filled } from '../../../broker/read-forms.js'
import type { Application, BrokerAccount } from '../../../broker/state.js'
import { json } from '../../message/answer.js'
import type { Handlers } from '../../operations/handler.js'
import { pageOf } from '../../paging/paging.js'
import { saved } from './broker-funding.js'

type BrokerAccountId =
  | 'broker.accounts.list'
  | 'broker.accounts.get'
  | 'broker.accounts.create'
  | 'broker.accounts.update'
  | 'broker.accounts.close'
  | 'broker.applications.get'

const { repCode, commissionCode } = ASSUMPTIONS.broker

const accountRow = (account: BrokerAccount) => ({
  account_id: account.id,
  account_number: account.number,
  account_type: account.type,
  rep_code: repCode,
})

/** Returns the customer's details from the filled forms; null for parts that were not filled in. */
function details({ basic, brokerage, event }: Filled) {
  return {
    customer_info: basic?.customer_info ?? null,
    contact_info: basic?.contact_info ?? null,
    trusted_contact_info: basic?.trusted_contact_info ?? null,
    employment_info: basic?.employment_info ?? null,
    financial_info: basic?.financial_info ?? null,
    disclosure_info: basic?.disclosure_info ?? null,
    tax_info: basic?.tax_info ?? null,
    w8ben_info: basic?.w8ben_info ?? null,
    additional_infos: basic?.additional_infos ?? [],
    document_attachments: basic?.document_attachments ?? [],
    ...(event?.is_bp_shared === undefined ? {} : { is_bp_shared: event.is_bp_shared }),
    brokerage_info: brokerage,
    event_contract_info: event,
  }
}

function applicationRecord(application: Application, account: BrokerAccount | undefined) {
  return {
    application_id: application.id,
    client_request_id: application.requestId,
    status: application.status,
    account_id: application.accountId,
    account_number: account?.number ?? null,
    related_account_id: application.relatedAccountId,
    ...details(account?.filled ?? application.filled),
    resubmission_codes: application.resubmissionCodes,
  }
}

export const brokerAccountHandlers: Pick<Handlers, BrokerAccountId> = {
  'broker.accounts.list': (request, { services }) => {
    const page = pageOf(openAccounts(services.broker.context), ({ id }) => id, {
      size: ASSUMPTIONS.broker.pageSize,
      key: request.pagination_key,
      condition: 'broker.accounts',
    })
    return page.ok ? ok(json({ ...page.value, data: page.value.data.map(accountRow) })) : page
  },
  'broker.accounts.get': (request, { services }) => {
    const account = services.broker.context.account(request.account_id)
    if (!account.ok) return account
    const restrictions = account.value.restrictions.map(({ code, since, reason }) => ({
      restriction_code: code,
      restriction_start_time: isoTime(since),
      reason,
    }))
    return ok(
      json({
        ...accountRow(account.value),
        commission_code: commissionCode,
        restrict_infos: restrictions,
      }),
    )
  },
  'broker.accounts.create': (request, call) =>
    saved(
      call,
      submit(call.services.broker.context, {
        requestId: request.client_request_id,
        applicationId: request.application_id,
        relatedAccountId: request.related_account_id,
        forms: request.forms,
      }),
      (id) => ({ client_request_id: request.client_request_id, application_id: id }),
    ),
  'broker.accounts.update': (request, call) =>
    saved(
      call,
      updateAccount(
        call.services.broker.context,
        request.client_request_id,
        request.account_id,
        request.forms,
      ),
      (id) => ({ client_request_id: request.client_request_id, account_id: id }),
    ),
  'broker.accounts.close': (request, call) =>
    saved(
      call,
      closeAccount(
        call.services.broker.context,
        request.client_request_id,
        request.account_id,
        request.close_reason,
      ),
      (id) => ({ client_request_id: request.client_request_id, account_id: id }),
    ),
  'broker.applications.get': (request, { services }) => {
    const { state } = services.broker.context
    const application = state.applications.find(({ id }) => id === request.application_id)
    if (application === undefined) return err(wrong('application_id is not known.'))
    return ok(
      json(
        applicationRecord(
          application,
          state.accounts.find(({ id }) => id === application.accountId),
        ),
      ),
    )
  },
}
